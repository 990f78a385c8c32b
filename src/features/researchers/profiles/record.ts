import { type Static, Type } from 'typebox'
import { DateTime, Id, Label, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
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

const Publication = Type.Object({
  title: Type.String(),
  year: Type.Integer(),
  venue: Type.String(),
  doi: nullable(Type.String()),
  url: nullable(Type.String()),
})
export type Publication = Static<typeof Publication>

const Orcid = Type.String({
  maxLength: 100,
  description: 'An iD like 0000-0002-1825-0097 or its address; its last digit is checked.',
})

const names = (maxItems: number) =>
  optional(Type.Array(Type.String({ minLength: 1, maxLength: 100, visible: true }), { maxItems }), [], {
    answer: Type.Array(Type.String()),
  })

export const researcherRecord = defineRecord('researchers', {
  id: readOnly(Id),
  user: computed(Type.Object({ id: Id, name: Type.String(), profile_photo: nullable(Type.String()) })),
  headline: optional(Label(200), ''),
  bio: optional(Text(5_000), ''),
  institution: optional(Label(200), ''),
  department: optional(Label(200), ''),
  location: optional(Label(200), ''),
  country: optional(Label(100), ''),
  fields: names(50),
  skills: names(100),
  languages: names(50),
  years_experience: optional(Type.Integer({ minimum: 0, maximum: 100 }), 0, { answer: Type.Integer() }),
  h_index: optional(nullable(Type.Integer({ minimum: 0, maximum: 1_000 })), null, { answer: nullable(Type.Integer()) }),
  orcid: optional(nullable(Orcid), null, { answer: nullable(Type.String()) }),
  orcid_verified: computed(
    Type.Boolean({ description: 'Whether the person has proven the ORCID iD by signing in at ORCID.' }),
  ),
  availability: optional(Availability, 'available'),
  verified: generated(Type.Boolean(), { tracked: true }),
  publications: optional(Type.Array(NewPublication, { maxItems: 500 }), [], { answer: Type.Array(Publication) }),
  visibility: optional(Visibility, 'public'),
  public_page: optional(PublicPage, false),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  publications_count: generated(Type.Integer()),
  user_id: internal(Id, { tracked: true }),
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
