/** People, how they sign in, and their tokens. */

import { Type } from 'typebox'
import { describeUnusableHash } from '#adapters/foreign-hashes.ts'
import { DateTime, Email, Id, nullable, oneOf, TimeZone } from '#core/schema.ts'
import { sortKey, splitWords } from '#core/text-normalization.ts'
import { addDuration } from '#core/time.ts'
import { prepareBulkInsert } from '#database/query/bulk.ts'
import { countNewUsers } from '#features/users/index.ts'
import { parseLocale } from '#language/languages.ts'
import { type ImportRow, type ImportTable, Line, optional, Strings } from './table.ts'

const Short = (description: string) => Type.String({ maxLength: 255, description })
const Long = (description: string) => Type.String({ maxLength: 20_000, description })

const Link = optional(Type.String({ maxLength: 500, pattern: '^$|^https?://[^\\s]+$' }))
const Links = Type.Object(
  {
    website: Link,
    linkedin: Link,
    orcid: optional(
      Type.String({ maxLength: 500, pattern: '^$|^https?://[^\\s]+$|^\\d{4}-\\d{4}-\\d{4}-\\d{3}[\\dX]$' }),
    ),
    github: Link,
  },
  { additionalProperties: false, description: 'Addresses of profiles elsewhere.' },
)

const describeUnknownLocale = (locale: string | null | undefined): string | null =>
  !locale || parseLocale(locale) !== null
    ? null
    : `The column "locale" is "${locale}", which is no language of this service.`

const addWords = prepareBulkInsert('user_words', { word: 'text', user_id: 'integer', of_email: 'boolean' }, ['user_id'])

export const users: ImportTable = {
  name: 'users',
  description: 'One account a line.',
  columns: {
    id: Id,
    name: Line(255, 'The name of the person.'),
    email: Email,
    email_verified_at: optional(nullable(DateTime)),
    password: optional(
      nullable(
        Type.String({ maxLength: 1_000, description: 'The hash: bcrypt, argon2i, argon2id, PBKDF2 or scrypt.' }),
      ),
    ),
    role: optional(oneOf('student', 'learner', 'researcher', 'recruiter', 'admin')),
    headline: optional(Short('A line about the person.')),
    bio: optional(Long('A text about the person.')),
    location: optional(Short('Where the person lives.')),
    phone: optional(Type.String({ maxLength: 50 })),
    skills: optional(Strings('What the person can do.')),
    timezone: optional(nullable(TimeZone)),
    locale: optional(
      nullable(
        Type.String({
          maxLength: 35,
          description: 'The language of mails, as a BCP 47 tag: ar, en, es, fr, pt or sw.',
        }),
      ),
    ),
    links: optional(Links),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  unique: 'the same e-mail address',
  uniqueKeys: [{ columns: ['email'] }],
  stored: {
    id: 'integer',
    name: 'text',
    sort_name: 'text',
    email: 'text',
    email_verified_at: 'timestamp',
    password_hash: 'text',
    role: 'text',
    headline: 'text',
    bio: 'text',
    location: 'text',
    phone: 'text',
    skills: 'json',
    links: 'json',
    timezone: 'text',
    locale: 'text',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  check: ({ password, locale }) => (password ? describeUnusableHash(password) : null) ?? describeUnknownLocale(locale),
  convert: (row, { now }) => ({
    ...row,
    sort_name: sortKey(row.name),
    email_verified_at: row.email_verified_at ?? null,
    password_hash: row.password || null,
    role: row.role ?? 'learner',
    headline: row.headline ?? '',
    bio: row.bio ?? '',
    location: row.location ?? '',
    phone: row.phone ?? '',
    skills: row.skills ?? [],
    links: { website: '', linkedin: '', orcid: '', github: '', ...row.links },
    timezone: row.timezone ?? null,
    locale: parseLocale(row.locale ?? ''),
    created_at: row.created_at ?? now,
    updated_at: row.updated_at ?? row.created_at ?? now,
  }),
  async derive(tx, rows) {
    await addWords.all(tx, { rows: rows.flatMap(listWords) })
    await countNewUsers(
      tx,
      rows.map(({ role }) => role ?? 'learner'),
    )
  },
}

const listWords = ({ id, name, email }: ImportRow) => [
  ...[...new Set(splitWords(name))].map((word) => ({ word, user_id: id, of_email: false })),
  ...[...new Set(splitWords(email))].map((word) => ({ word, user_id: id, of_email: true })),
]

export const identities: ImportTable = {
  name: 'identities',
  description: 'One identity of a provider a line: with it a person signs in.',
  columns: {
    id: Id,
    user_id: Id,
    provider: Type.String({
      pattern: '^[a-z][a-z0-9]{1,29}$',
      description: '`google`, `linkedin`, `orcid`, or a name of `OIDC_PROVIDERS`.',
    }),
    subject: Type.String({ minLength: 1, maxLength: 255, description: 'The id of the person at the provider.' }),
    email: optional(Email),
    created_at: optional(DateTime),
  },
  references: { user_id: 'users' },
  letsIn: true,
  unique: 'the same provider and subject, or the same provider and user_id,',
  uniqueKeys: [{ columns: ['user_id', 'provider'] }, { columns: ['provider', 'subject'] }],
  stored: {
    id: 'integer',
    user_id: 'integer',
    provider: 'text',
    subject: 'text',
    email: 'text',
    created_at: 'timestamp',
  },
  convert: (row, { now }) => ({ ...row, email: row.email ?? '', created_at: row.created_at ?? now }),
}

export const accessTokens: ImportTable = {
  name: 'access_tokens',
  description: 'One token of a session a line, which goes on working: the rows of Sanctum’s personal_access_tokens.',
  columns: {
    id: Id,
    user_id: Id,
    token: Type.String({
      pattern: '^[0-9a-fA-F]{64}$',
      description: 'SHA-256 of the secret after the bar, in hexadecimal.',
    }),
    name: optional(Short('The device, as the list of sessions shows it.')),
    last_used_at: optional(nullable(DateTime)),
    expires_at: optional(
      nullable(
        Type.String({ format: 'date-time', description: 'The end of the session; after TOKEN_TTL_DAYS unless given.' }),
      ),
    ),
    created_at: optional(DateTime),
  },
  references: { user_id: 'users' },
  letsIn: true,
  unique: 'the same token',
  uniqueKeys: [{ columns: ['token_hash'] }],
  stored: {
    id: 'integer',
    user_id: 'integer',
    token_hash: 'text',
    device: 'text',
    ip_address: 'text',
    user_agent: 'text',
    created_at: 'timestamp',
    last_used_at: 'timestamp',
    expires_at: 'timestamp',
  },
  convert: (row, { now, config }) => ({
    id: row.id,
    user_id: row.user_id,
    token_hash: Buffer.from(row.token, 'hex').toString('base64url'),
    device: row.name ?? '',
    ip_address: '',
    user_agent: '',
    created_at: row.created_at ?? now,
    last_used_at: row.last_used_at ?? row.created_at ?? now,
    expires_at: row.expires_at ?? addDuration(now, { days: config.tokenTtlDays }),
  }),
}
