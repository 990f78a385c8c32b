import { type Static, Type } from 'typebox'
import { parseOrcid } from '#core/orcid.ts'
import type { FieldErrors } from '#core/problem.ts'
import { ByAge, Paging, withCondition } from '#core/schema.ts'
import { isCalendarDate } from '#core/time.ts'
import type { Sentence } from '#language/sentence.ts'
import { earliestYear, latestYear, publicationRecord } from './record.ts'

export const Publication = Type.Object(publicationRecord.answer, { title: 'ResearcherPublication' })
export type Publication = Static<typeof Publication>

const { change, creation } = publicationRecord

type PublicationInput = Partial<Static<typeof Creation>>

const Creation = Type.Object(creation, { title: 'NewResearcherPublication' })

/** Returns the messages about dates that do not exist, and iDs with a wrong check digit. */
function findContentErrors({ year, date, authors = [] }: PublicationInput): FieldErrors {
  const errors: Record<string, readonly Sentence[]> = {}
  if (date && !isDate(date)) errors.date = ['The date must be a day like 2026-11-21 or a month like 2026-11.']
  else if (date && typeof year === 'number' && Number(date.slice(0, 4)) !== year)
    errors.year = ['The year must be that of the date.']
  for (const [index, { orcid }] of authors.entries())
    if (orcid && parseOrcid(orcid) === null)
      errors[`authors.${index}.orcid`] = ['The orcid must be a valid ORCID iD like 0000-0002-1825-0097.']
  return errors
}

function isDate(date: string): boolean {
  const year = Number(date.slice(0, 4))
  return year >= earliestYear && year <= latestYear && isCalendarDate(date.length === 7 ? `${date}-01` : date)
}

export const NewPublication = withCondition(Creation, findContentErrors)
export type NewPublication = Static<typeof NewPublication>

export const PublicationChange = withCondition(Type.Object(change), findContentErrors)
export type PublicationChange = Static<typeof PublicationChange>

export const PublicationQuery = Type.Object({
  ...Paging,
  year: Type.Optional(
    Type.Integer({ minimum: earliestYear, maximum: latestYear, description: 'Only publications of this year.' }),
  ),
  sort: Type.Optional(ByAge),
})
export type PublicationQuery = Static<typeof PublicationQuery>
