/** People, how they sign in, and their tokens. */

import { Type } from 'typebox'
import { describeUnusableHash } from '#adapters/foreign-hashes.ts'
import { DateTime, Email, Id, nullable } from '#core/schema.ts'
import { sortKey, splitWords } from '#core/text-normalization.ts'
import { addDuration } from '#core/time.ts'
import { prepareBulkInsert } from '#database/query/bulk.ts'
import { countNewUsers } from '#features/users/index.ts'
import { userRecord } from '#features/users/record.ts'
import { parseLocale } from '#language/languages.ts'
import { defineImport, importOf } from './import-of.ts'
import { Created, type ImportRow } from './table.ts'

const describeUnknownLocale = (locale: string | null | undefined): string | null =>
  !locale || parseLocale(locale) !== null
    ? null
    : `The column "locale" is "${locale}", which is no language of this service.`

const addWords = prepareBulkInsert('user_words', { word: 'text', user_id: 'integer', of_email: 'boolean' }, ['user_id'])

export const users = importOf(userRecord, {
  description: 'One account a line.',
  without: ['profile_photo', 'billing_address', 'pending_email'],
  extra: {
    email: Email,
    email_verified_at: nullable(DateTime),
    password: nullable(
      Type.String({ maxLength: 1_000, description: 'The hash: bcrypt, argon2i, argon2id, PBKDF2 or scrypt.' }),
    ),
  },
  bounds: { name: 255, headline: 255, bio: 20_000, location: 255, skills: 200 },
  descriptions: { locale: 'The language of mails, as a BCP 47 tag: ar, en, es, fr, pt or sw.' },
  defaults: { role: 'learner' },
  computed: ['sort_name', 'password_hash'],
  unique: 'the same e-mail address',
  uniqueKeys: [{ columns: ['email'] }],
  check: ({ password, locale }) => (password ? describeUnusableHash(password) : null) ?? describeUnknownLocale(locale),
  convert: (row) => ({
    sort_name: sortKey(row.name),
    password_hash: row.password || null,
    links: { ...userRecord.defaults.links, ...row.links },
    locale: parseLocale(row.locale ?? ''),
  }),
  async derive(tx, rows) {
    await addWords.all(tx, { rows: rows.flatMap(listWords) })
    await countNewUsers(
      tx,
      rows.map(({ role }) => role ?? 'learner'),
    )
  },
})

const listWords = ({ id, name, email }: ImportRow) => [
  ...[...new Set(splitWords(name))].map((word) => ({ word, user_id: id, of_email: false })),
  ...[...new Set(splitWords(email))].map((word) => ({ word, user_id: id, of_email: true })),
]

export const identities = defineImport({
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
    email: Email,
    created_at: Created,
  },
  references: { user_id: 'users' },
  letsIn: true,
  unique: 'the same provider and subject, or the same provider and user_id,',
  uniqueKeys: [{ columns: ['user_id', 'provider'] }, { columns: ['provider', 'subject'] }],
  defaults: { email: '' },
})

export const accessTokens = defineImport({
  name: 'access_tokens',
  description: 'One token of a session a line, which goes on working: the rows of Sanctum’s personal_access_tokens.',
  columns: {
    id: Id,
    user_id: Id,
    token: Type.String({
      pattern: '^[0-9a-fA-F]{64}$',
      description: 'SHA-256 of the secret after the bar, in hexadecimal.',
    }),
    name: Type.String({ maxLength: 255, description: 'The device, as the list of sessions shows it.' }),
    last_used_at: nullable(DateTime),
    expires_at: nullable(
      Type.String({ format: 'date-time', description: 'The end of the session; after TOKEN_TTL_DAYS unless given.' }),
    ),
    created_at: Created,
  },
  references: { user_id: 'users' },
  letsIn: true,
  unique: 'the same token',
  uniqueKeys: [{ columns: ['token_hash'] }],
  defaults: {
    name: '',
    last_used_at: (row, { now }) => row.created_at ?? now,
    expires_at: (_, { now, config }) => addDuration(now, { days: config.tokenTtlDays }),
  },
  unstored: ['token', 'name'],
  computed: { token_hash: 'text', device: 'text', ip_address: 'text', user_agent: 'text' },
  convert: ({ token, name }) => ({
    token_hash: Buffer.from(token, 'hex').toString('base64url'),
    device: name,
    ip_address: '',
    user_agent: '',
  }),
})
