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
  title: Type.String({ description: 'The title.' }),
  year: Type.Integer({ description: 'The year, in four digits.' }),
  venue: Type.String({ description: 'The journal, conference or publisher.' }),
  doi: withDescription(nullable(Type.String()), 'The DOI; null without one.'),
  url: withDescription(nullable(Type.String()), 'The URL.'),
})

const person = {
  id: Id,
  user: withDescription(
    Type.Object({
      id: Id,
      name: Type.String({ description: 'The name.' }),
      profile_photo: withDescription(nullable(Type.String()), 'The URL of the picture; null without one.'),
    }),
    'The account.',
  ),
}
const profile = {
  headline: Type.String({ description: 'The profession or position, in a few words.' }),
  bio: Type.String({ description: 'The work of the person, in their own words.' }),
  institution: Type.String({ description: 'The university, institute or company.' }),
  department: Type.String({ description: 'The department within the institution.' }),
  location: Type.String({ description: 'City, region or country, in free words.' }),
  country: Type.String({ description: 'The country.' }),
  fields: withDescription(Type.Array(Type.String()), 'The fields of research.'),
  skills: withDescription(Type.Array(Type.String()), 'The names of skills.'),
  languages: withDescription(Type.Array(Type.String()), 'The languages that the person speaks.'),
  years_experience: Type.Integer({ description: 'The years of experience.' }),
  h_index: withDescription(nullable(Type.Integer()), 'The h-index; null when unknown.'),
  orcid: withDescription(nullable(Type.String()), 'The ORCID iD.'),
  orcid_verified: Type.Boolean({
    description: 'Whether the person has proven the ORCID iD by signing in at ORCID.',
  }),
  availability: Availability,
  verified: Type.Boolean({ description: 'Whether an administrator has verified it.' }),
  visibility: withDescription(
    Visibility,
    'Who may see it: `public` for all users, `private` for the owner and collaborators.',
  ),
  public_page: PublicPage,
  created_at: DateTime,
  updated_at: DateTime,
}

/** A researcher in a list. */
export const cardFields = {
  ...person,
  ...profile,
  publications_count: Type.Integer({ description: 'The number of publications.' }),
} satisfies TProperties
export const ResearcherCard = Type.Object(cardFields, { title: 'ResearcherCard' })
export type ResearcherCard = Static<typeof ResearcherCard>

export const Researcher = Type.Object(
  { ...person, ...profile, publications: withDescription(Type.Array(Publication), 'The publications.') },
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
      name: Type.String({ description: 'The name.' }),
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
    courses: Type.Array(Type.Object({ id: Id, title: Type.String({ description: 'The title.' }) }), {
      description: 'Published courses of this researcher.',
    }),
    certificates_count: Type.Integer({ description: 'The number of valid certificates.' }),
    team_count: Type.Integer({ description: 'The number of team members.' }),
    evidence: Type.Array(Evidence, { description: 'What the researcher has proven, the heaviest first.' }),
  },
  { title: 'ResearcherDetails' },
)

const Name = Type.String({ minLength: 1, maxLength: 100, visible: true })

const NewPublication = Type.Object({
  title: withDescription(Label(500), 'The title.'),
  year: Type.Integer({ minimum: 1500, maximum: 2200, description: 'The year, in four digits.' }),
  venue: Type.Optional(withDescription(Label(300), 'The journal, conference or publisher.')),
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
  url: Type.Optional(
    withDescription(
      nullable(Type.String({ format: 'web-address', spelling: 'address', maxLength: 2_000 })),
      'The URL.',
    ),
  ),
})

const findOrcidErrors = ({ orcid }: { orcid?: string | null }): FieldErrors =>
  !orcid || parseOrcid(orcid) !== null
    ? {}
    : { orcid: ['The orcid must be a valid ORCID iD like 0000-0002-1825-0097.'] }

export const ResearcherChange = withCondition(
  Type.Partial(
    Type.Object({
      headline: withDescription(Label(200), 'The profession or position, in a few words.'),
      bio: withDescription(Text(5_000), 'The work of the person, in their own words.'),
      institution: withDescription(Label(200), 'The university, institute or company.'),
      department: withDescription(Label(200), 'The department within the institution.'),
      location: withDescription(Label(200), 'City, region or country, in free words.'),
      country: withDescription(Label(100), 'The country.'),
      fields: withDescription(Type.Array(Name, { maxItems: 50 }), 'The fields of research.'),
      skills: withDescription(Type.Array(Name, { maxItems: 100 }), 'The names of skills.'),
      languages: withDescription(Type.Array(Name, { maxItems: 50 }), 'The languages that the person speaks.'),
      years_experience: Type.Integer({ minimum: 0, maximum: 100, description: 'The years of experience.' }),
      h_index: withDescription(
        nullable(Type.Integer({ minimum: 0, maximum: 1_000 })),
        'The h-index; null when unknown.',
      ),
      orcid: nullable(
        Type.String({
          maxLength: 100,
          description: 'An iD like 0000-0002-1825-0097 or its address; its last digit is checked.',
        }),
      ),
      availability: Availability,
      publications: withDescription(Type.Array(NewPublication, { maxItems: 500 }), 'The publications.'),
      visibility: withDescription(
        Visibility,
        'Who may see it: `public` for all users, `private` for the owner and collaborators.',
      ),
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
