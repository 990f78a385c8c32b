import { type Static, type TProperties, Type } from 'typebox'
import { parseOrcid } from '#core/orcid.ts'
import type { FieldErrors } from '#core/problem.ts'
import { DateTime, Id, Label, nullable, oneOf, Paging, Text, withCondition, withDescription } from '#core/schema.ts'

const Availability = withDescription(oneOf('available', 'busy', 'unavailable'), 'Whether the person takes on work.')
const Visibility = oneOf('public', 'private')
const PublicPage = Type.Boolean({
  description:
    'Whether a public profile is also a page on the web, `/people/{id}`, which search engines find. False until it is chosen.',
})

const Publication = Type.Object({
  title: Type.String(),
  year: Type.Integer(),
  venue: Type.String(),
  doi: nullable(Type.String()),
  url: nullable(Type.String()),
})

const person = {
  id: Id,
  user: Type.Object({ id: Id, name: Type.String(), profile_photo: nullable(Type.String()) }),
}
const profile = {
  headline: Type.String(),
  bio: Type.String(),
  institution: Type.String(),
  department: Type.String(),
  location: Type.String(),
  country: Type.String(),
  fields: Type.Array(Type.String()),
  skills: Type.Array(Type.String()),
  languages: Type.Array(Type.String()),
  years_experience: Type.Integer(),
  h_index: nullable(Type.Integer()),
  orcid: nullable(Type.String()),
  orcid_verified: Type.Boolean({
    description: 'Whether the person has proven the ORCID iD by signing in at ORCID.',
  }),
  availability: Availability,
  verified: Type.Boolean(),
  visibility: Visibility,
  public_page: PublicPage,
  created_at: DateTime,
  updated_at: DateTime,
}

/** A researcher in a list. */
export const cardFields = {
  ...person,
  ...profile,
  publications_count: Type.Integer(),
} satisfies TProperties
export const ResearcherCard = Type.Object(cardFields, { title: 'ResearcherCard' })
export type ResearcherCard = Static<typeof ResearcherCard>

export const Researcher = Type.Object(
  { ...person, ...profile, publications: Type.Array(Publication) },
  { title: 'Researcher' },
)
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
    awarded_by: Type.Object({
      id: nullable(Type.Integer({ description: 'The author; null for another organization.' })),
      name: Type.String(),
      verified: Type.Boolean({ description: 'Whether their identity is verified. Evidence of others weighs 0.' }),
    }),
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
    courses: Type.Array(Type.Object({ id: Id, title: Type.String() }), {
      description: 'Published courses of this researcher.',
    }),
    certificates_count: Type.Integer(),
    team_count: Type.Integer(),
    evidence: Type.Array(Evidence, { description: 'What the researcher has proven, the heaviest first.' }),
  },
  { title: 'ResearcherDetails' },
)

const Name = Type.String({ minLength: 1, maxLength: 100, visible: true })

const NewPublication = Type.Object({
  title: Label(500),
  year: Type.Integer({ minimum: 1500, maximum: 2200 }),
  venue: Type.Optional(Label(300)),
  doi: Type.Optional(
    nullable(
      Type.String({
        maxLength: 200,
        spelling: 'doi',
        description: 'Also as an address, like https://doi.org/10.1000/182.',
        pattern: '^10\\.[^\\s/]+/\\S+$',
        sentence: 'The DOI must be like 10.1000/182.',
      }),
    ),
  ),
  url: Type.Optional(nullable(Type.String({ format: 'web-address', spelling: 'address', maxLength: 2_000 }))),
})

const findOrcidErrors = ({ orcid }: { orcid?: string | null }): FieldErrors =>
  !orcid || parseOrcid(orcid) !== null
    ? {}
    : { orcid: ['The orcid must be a valid ORCID iD like 0000-0002-1825-0097.'] }

export const ResearcherChange = withCondition(
  Type.Partial(
    Type.Object({
      headline: Label(200),
      bio: Text(5_000),
      institution: Label(200),
      department: Label(200),
      location: Label(200),
      country: Label(100),
      fields: Type.Array(Name, { maxItems: 50 }),
      skills: Type.Array(Name, { maxItems: 100 }),
      languages: Type.Array(Name, { maxItems: 50 }),
      years_experience: Type.Integer({ minimum: 0, maximum: 100 }),
      h_index: nullable(Type.Integer({ minimum: 0, maximum: 1_000 })),
      orcid: nullable(
        Type.String({
          maxLength: 100,
          description: 'An iD like 0000-0002-1825-0097 or its address; its last digit is checked.',
        }),
      ),
      availability: Availability,
      publications: Type.Array(NewPublication, { maxItems: 500 }),
      visibility: Visibility,
      public_page: PublicPage,
    }),
  ),
  findOrcidErrors,
)
export type ResearcherChange = Static<typeof ResearcherChange>

const Part = Text(200)

export const ResearcherQuery = Type.Object({
  ...Paging,
  search: Type.Optional(Text(500, { description: 'Understood like the query of the intelligent search.' })),
  verified: Type.Optional(Type.Boolean()),
  field: Type.Optional(Type.Array(Part, { maxItems: 50, description: 'Any of these fields.' })),
  skill: Type.Optional(Type.Array(Part, { maxItems: 50, description: 'All of these skills.' })),
  institution: Type.Optional(Part),
  country: Type.Optional(Part),
  location: Type.Optional(Text(200, { description: 'A part of the location.' })),
  availability: Type.Optional(Availability),
  min_experience: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  sort: Type.Optional(
    withDescription(
      oneOf('relevance', 'recent', 'experience', 'name'),
      'Best match first (the default), newest, most experience, or by name.',
    ),
  ),
})
export type ResearcherQuery = Static<typeof ResearcherQuery>
