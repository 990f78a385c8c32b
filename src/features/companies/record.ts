import { type Static, Type } from 'typebox'
import { DateTime, Id, Line, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import {
  computed,
  defineRecord,
  generated,
  internal,
  optional,
  readOnly,
  required,
  type TableOf,
} from '#database/record.ts'
import { Highlights } from '#features/search-index/lists/schemas.ts'

/** The roles of members, from the one with the most permissions. */
const memberRoles = ['owner', 'admin', 'recruiter', 'interviewer'] as const

export const MemberRole = withDescription(
  oneOf(...memberRoles),
  'An owner may do everything; an admin changes the company and its members; a recruiter manages its job posts and applications; ' +
    'an interviewer sees the posts and candidates that they are assigned to.',
)
export type MemberRole = Static<typeof MemberRole>

const Website = Type.String({
  maxLength: 500,
  pattern: '^$|^https?://[^\\s]+$',
  spelling: 'address',
  sentence: 'Links must be http or https addresses.',
  description: 'The URL of the website, or an empty text.',
})

const Country = Type.String({
  pattern: '^([A-Z]{2})?$',
  maxLength: 16,
  spelling: 'code',
  sentence: 'The country must be a code of two letters, like KE.',
  description: 'ISO 3166-1 alpha-2, or an empty text.',
  examples: ['GB'],
})

const Size = withDescription(
  oneOf('', '1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'),
  'How many people work there; empty where it is not said.',
)

export const companyRecord = defineRecord('companies', {
  id: readOnly(Id),
  name: required(withDescription(Line(200), 'The name.')),
  description: optional(withDescription(Text(5_000), 'What the company does.'), ''),
  website: optional(Website, '', { answer: Type.String({ description: 'The URL of the website, or an empty text.' }) }),
  logo: optional(
    nullable(
      Type.String({
        maxLength: 2_000,
        description: 'null removes the picture. An address changes nothing: logos are uploaded.',
      }),
    ),
    null,
    { answer: nullable(Type.String({ description: 'The address of the picture; null without one.' })) },
  ),
  country: optional(Country, '', { answer: Type.String({ description: 'ISO 3166-1 alpha-2, or an empty text.' }) }),
  size: optional(Size, ''),
  industry: optional(withDescription(Line(100), 'The industry, in free words.'), ''),
  verified: generated(
    Type.Boolean({
      description:
        'Whether an administrator has verified that the company is what it says. Another name or website ends it.',
    }),
    { tracked: true },
  ),
  verified_at: readOnly(nullable(withDescription(DateTime, 'When it was verified; null unless it is.')), {
    tracked: true,
  }),
  my_role: computed(
    nullable(withDescription(oneOf(...memberRoles), 'The role of the caller in the company; null for all others.')),
  ),
  highlights: computed(Highlights),
  hidden_at: generated(
    withDescription(nullable(DateTime), 'When an administrator hid it from all but its members; null unless it is.'),
    { tracked: true },
  ),
  hidden_reason: generated(Type.String({ description: 'Why it is hidden, for its members; empty unless it is.' }), {
    tracked: true,
  }),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  /** The name as lists are sorted by it. */
  name_key: internal(Type.String()),
  logo_file_id: internal(nullable(Id)),
  /** The row of a deleted company stays for its invoices. */
  deleted_at: internal(nullable(DateTime), { tracked: true }),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    companies: TableOf<typeof companyRecord>
  }
}
