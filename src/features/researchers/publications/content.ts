import { parseOrcid } from '#core/orcid.ts'
import type { WrittenValues } from '#database/record.ts'
import { type Author, publicationRecord } from './record.ts'
import type { NewPublication } from './schemas.ts'
import { createWorkKey } from './work-identity.ts'

/** What callers write of a publication, complete. */
export type Content = WrittenValues<typeof publicationRecord>

type NewAuthor = NonNullable<NewPublication['authors']>[number]

export const completeAuthor = ({ given = '', family, orcid = null }: NewAuthor): Author => ({
  given,
  family,
  orcid: orcid === null ? null : parseOrcid(orcid),
})

/** DOIs are compared without regard to case (DOI Handbook, section 2.4). */
export const normalizeDoi = (doi: string | null) => doi?.toLowerCase() ?? null

const yearOf = (date: string) => Number(date.slice(0, 4))

interface PublicationDate {
  year?: number | null
  date?: string | null
}

/** Returns the year and the date after a change of one of them; a date of another year is none of this one. */
export function joinDates(
  before: Required<PublicationDate>,
  { year, date }: PublicationDate,
): Required<PublicationDate> {
  if (date) return { year: yearOf(date), date }
  if (year === undefined) return { year: before.year, date: date === null ? null : before.date }
  const isSame = before.date !== null && yearOf(before.date) === year && date === undefined
  return { year, date: isSame ? before.date : null }
}

/** Returns the date as lists are sorted by it. */
const createIssued = ({ year, date }: Required<PublicationDate>): string => {
  const [first = String(year ?? 0).padStart(4, '0'), month = '00', day = '00'] = date?.split('-') ?? []
  return `${first}-${month}-${day}`
}

/** Returns the content with what is derived from it. */
export const calculateColumns = <T extends Content>(content: T) => ({
  ...content,
  issued: createIssued(content),
  work_key: createWorkKey(content),
})

/** Returns what is compared of two contents, with the fields of authors in one order: PostgreSQL has its own. */
export const describeContent = (content: Content): string =>
  JSON.stringify(publicationRecord.values({ ...content, authors: content.authors.map(sortFields) }))

const sortFields = ({ given, family, orcid }: Author): Author => ({ given, family, orcid })
