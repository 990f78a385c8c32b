import { type Static, Type } from 'typebox'
import { DateTime, Id, Label, nullable, oneOf, Ror, Text, withDescription } from '#core/schema.ts'
import {
  computed,
  defaulted,
  defineRecord,
  generated,
  hideableColumns,
  internal,
  optional,
  readOnly,
  type TableOf,
} from '#database/record.ts'
import { career, careerAnswer } from './career.ts'

export const Availability = withDescription(
  oneOf('available', 'busy', 'unavailable'),
  'Whether the person takes on work.',
)
const Visibility = oneOf('public', 'private')
const PublicPage = Type.Boolean({
  description:
    'Whether a public profile is also a page on the web, `/people/{id}`, which search engines find. False until it is chosen.',
})

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

const Publication = Type.Object({
  title: Type.String({ description: 'The title.' }),
  year: Type.Integer({ description: 'The year, in four digits.' }),
  venue: Type.String({ description: 'The journal, conference or publisher.' }),
  doi: withDescription(nullable(Type.String()), 'The DOI; null without one.'),
  url: withDescription(nullable(Type.String()), 'The URL.'),
})
export type Publication = Static<typeof Publication>

const Orcid = Type.String({
  maxLength: 100,
  description: 'An iD like 0000-0002-1825-0097 or its address; its last digit is checked.',
})

export const maxFields = 50
export const maxSkills = 100
export const maxLanguages = 50
/** The longest name of a field, skill or language. */
export const maxNameLength = 100

const names = (maxItems: number, description: string) =>
  optional(
    Type.Array(Type.String({ minLength: 1, maxLength: maxNameLength, visible: true }), { maxItems, description }),
    [],
    {
      answer: Type.Array(Type.String(), { description }),
    },
  )

export const researcherRecord = defineRecord('researchers', {
  id: readOnly(Id),
  user: computed(
    withDescription(
      Type.Object({
        id: Id,
        name: Type.String({ description: 'The name.' }),
        profile_photo: withDescription(nullable(Type.String()), 'The URL of the picture; null without one.'),
      }),
      'The account.',
    ),
  ),
  headline: optional(withDescription(Label(200), 'The profession or position, in a few words.'), ''),
  bio: optional(withDescription(Text(5_000), 'The work of the person, in their own words.'), ''),
  institution: optional(withDescription(Label(200), 'The university, institute or company.'), ''),
  institution_ror: optional(
    withDescription(
      nullable(Ror),
      'The id of the institution in the Research Organization Registry; null without one. Sent without `institution`, it fills in the ' +
        'name from the list of institutions; another name sent without it takes it away.',
    ),
    null,
    {
      answer: nullable(
        Type.String({
          description: 'The address of the institution in the Research Organization Registry; null without one.',
        }),
      ),
    },
  ),
  department: optional(withDescription(Label(200), 'The department within the institution.'), ''),
  location: optional(withDescription(Label(200), 'City, region or country, in free words.'), ''),
  country: optional(withDescription(Label(100), 'The country.'), ''),
  fields: names(maxFields, 'The fields of research.'),
  skills: names(maxSkills, 'The names of skills.'),
  languages: names(maxLanguages, 'The languages that the person speaks.'),
  years_experience: optional(Type.Integer({ minimum: 0, maximum: 100, description: 'The years of experience.' }), 0, {
    answer: Type.Integer({ description: 'The years of experience.' }),
  }),
  h_index: optional(
    withDescription(nullable(Type.Integer({ minimum: 0, maximum: 1_000 })), 'The h-index; null when unknown.'),
    null,
    { answer: nullable(Type.Integer({ description: 'The h-index; null when unknown.' })) },
  ),
  orcid: optional(nullable(Orcid), null, {
    answer: nullable(Type.String({ description: 'The ORCID iD; null without one.' })),
  }),
  orcid_verified: computed(
    Type.Boolean({ description: 'Whether the person has proven the ORCID iD by signing in at ORCID.' }),
  ),
  availability: optional(Availability, 'available'),
  verified: generated(Type.Boolean({ description: 'Whether an administrator has verified it.' }), { tracked: true }),
  publications: optional(withDescription(Type.Array(NewPublication, { maxItems: 500 }), 'The publications.'), [], {
    answer: Type.Array(Publication, { description: 'The publications.' }),
  }),
  education: optional(career.education, [], careerAnswer.education),
  employment: optional(career.employment, [], careerAnswer.employment),
  visibility: optional(
    withDescription(Visibility, 'Who may see it: `public` for all users, `private` for the owner and the team.'),
    'public',
  ),
  public_page: optional(PublicPage, false),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  publications_count: generated(Type.Integer({ description: 'The number of publications.' })),
  user_id: internal(Id, { tracked: true }),
  /** The other names of the institution, by which searches find it; from the list of institutions. */
  institution_names: defaulted(Type.Array(Type.String())),
  /** The name as lists are sorted by it. */
  name_key: defaulted(Type.String()),
  /** How complete the profile is, by which the best matches are sorted. */
  quality: defaulted(Type.Integer()),
  ...hideableColumns,
})

declare module '#database/tables/index.ts' {
  interface Tables {
    researchers: TableOf<typeof researcherRecord>
  }
}
