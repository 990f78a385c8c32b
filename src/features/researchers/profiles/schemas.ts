import { type Static, type TProperties, Type } from 'typebox'
import { parseOrcid } from '#core/orcid.ts'
import type { FieldErrors } from '#core/problem.ts'
import { DateTime, nullable, oneOf, Paging, Text, Titled, withCondition, withDescription } from '#core/schema.ts'

import { Availability, researcherRecord } from './record.ts'

const { publications, publications_count, education, employment, ...profile } = researcherRecord.answer

/** A researcher in a list. */
export const cardFields = { ...profile, publications_count } satisfies TProperties
export const ResearcherCard = Type.Object(cardFields, { title: 'ResearcherCard' })
export type ResearcherCard = Static<typeof ResearcherCard>

export const Researcher = Type.Object({ ...profile, publications, education, employment }, { title: 'Researcher' })
export type Researcher = Static<typeof Researcher>

const EvidenceKind = withDescription(
  oneOf('exam', 'course', 'project_version', 'publication', 'orcid'),
  'What proves it.',
)

export const Evidence = Type.Object(
  {
    skill: nullable(
      Type.String({ description: 'What it proves; null for an ORCID iD, which proves who a person is.' }),
    ),
    kind: EvidenceKind,
    title: Type.String({ description: 'The title of the exam, course, project or publication.' }),
    url: nullable(Type.String({ description: 'Where it can be verified.' })),
    awarded_by: withDescription(
      Type.Object({
        id: nullable(Type.Integer({ description: 'The author; null for another organization.' })),
        name: Type.String({ description: 'The name.' }),
        verified: Type.Boolean({ description: 'Whether their identity is verified. Evidence of others weighs 0.' }),
      }),
      'The author of the exam or course that awarded it.',
    ),
    weight: Type.Integer({ description: 'From 0 to 100.' }),
    at: nullable(Type.Unsafe<string>({ ...DateTime, description: 'When it was proven.' })),
  },
  {
    title: 'Evidence',
    description: 'What the service witnessed or another organization has proven. Nothing that a person made counts.',
  },
)
export type Evidence = Static<typeof Evidence>

export const ResearcherDetails = Type.Object(
  {
    ...Researcher.properties,
    courses: Type.Array(Titled, {
      description: 'Published courses of this researcher.',
    }),
    certificates_count: Type.Integer({ description: 'The number of valid certificates.' }),
    publication_records_count: Type.Integer({
      description:
        'The number of publications that `GET /researchers/{id}/publications` lists, counted by the service.',
    }),
    verified_publication_records_count: Type.Integer({
      description: 'The number of those that are `verified`.',
    }),
    team_count: Type.Integer({ description: 'The number of team members.' }),
    evidence: Type.Array(Evidence, { description: 'What the researcher has proven, the heaviest first.' }),
  },
  { title: 'ResearcherDetails' },
)

const findOrcidErrors = ({ orcid }: { orcid?: string | null }): FieldErrors =>
  !orcid || parseOrcid(orcid) !== null
    ? {}
    : { orcid: ['The orcid must be a valid ORCID iD like 0000-0002-1825-0097.'] }

export const ResearcherChange = withCondition(
  Type.Object(researcherRecord.change, { title: 'ResearcherChange' }),
  findOrcidErrors,
)
export type ResearcherChange = Static<typeof ResearcherChange>

const Part = Text(200)

export const ResearcherQuery = Type.Object({
  ...Paging,
  search: Type.Optional(Text(500, { description: 'Understood like the query of the intelligent search.' })),
  verified: Type.Optional(Type.Boolean({ description: 'Whether an administrator has verified it.' })),
  field: Type.Optional(Type.Array(Part, { maxItems: 50, description: 'Any of these fields.' })),
  skill: Type.Optional(Type.Array(Part, { maxItems: 50, description: 'All of these skills.' })),
  institution: Type.Optional(withDescription(Part, 'The university, institute or company.')),
  country: Type.Optional(withDescription(Part, 'The country.')),
  location: Type.Optional(Text(200, { description: 'A part of the location.' })),
  availability: Type.Optional(Availability),
  min_experience: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: 'Only people with at least this many years of experience.',
    }),
  ),
  sort: Type.Optional(
    withDescription(
      oneOf('relevance', 'recent', 'experience', 'name'),
      'Best match first (the default), newest, most experience, or by name.',
    ),
  ),
})
export type ResearcherQuery = Static<typeof ResearcherQuery>
