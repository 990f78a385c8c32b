/** Accounts: users, the words they are found by, sessions and API keys, identities, mailed tokens, invitations. */

import type { Scope } from '#core/scopes.ts'
import type { Provider } from '../../tables/accounts.ts'
import type { PersonRow } from '../../tables/invitations.ts'
import { boolean, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'

export function defineAccounts(schema: Schema) {
  schema.table('users', {
    id: id(),
    name: text(),
    // Null once the account is deleted.
    email: text().nullable(),
    email_verified_at: timestamp().nullable(),
    pending_email: text().nullable(),
    // Set when a mail to the address was refused permanently.
    email_bounced_at: timestamp().nullable(),
    password_hash: text().nullable(),
    role: text().oneOf('student', 'learner', 'researcher', 'recruiter', 'admin'),
    profile_photo: text().nullable(),
    headline: text().default(''),
    bio: text().default(''),
    location: text().default(''),
    phone: text().default(''),
    skills: json().default('[]'),
    links: json(),
    // An IANA name; null for the time zone of the operator.
    timezone: text().nullable(),
    billing_address: json().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    deleted_at: timestamp().nullable(),
    // A language tag (BCP 47); null for English.
    locale: text().nullable(),
    suspended_at: timestamp().nullable(),
    suspension_reason: text().default(''),
    sort_name: key().default(''),
  })
  schema.index('users', ['email'], { unique: true })
  schema.index('users', ['id'], { where: 'deleted_at is null and suspended_at is null' })
  schema.index('users', ['role', 'id'], { where: 'deleted_at is null and suspended_at is null' })
  // For the lists of administrators.
  schema.index('users', ['suspended_at', 'id'], { where: 'suspended_at is not null' })
  schema.index('users', ['deleted_at', 'id'], { where: 'deleted_at is not null' })
  schema.index('users', ['email_verified_at', 'id'], { where: 'email_verified_at is null and deleted_at is null' })
  schema.index('users', ['sort_name', 'id'], { where: 'deleted_at is null' })

  // The folded words by which a user is found. Words of the e-mail address are for administrators.
  const user_words = schema.table(
    'user_words',
    {
      word: key(),
      user_id: integer().references('users', 'cascade'),
      of_email: boolean(),
    },
    { primaryKey: ['word', 'user_id', 'of_email'] },
  )
  schema.index('user_words', ['user_id', 'word'])

  const access_tokens = schema.table('access_tokens', {
    id: id(),
    user_id: integer().references('users', 'cascade'),
    token_hash: text(),
    device: text(),
    ip_address: text(),
    user_agent: text(),
    created_at: timestamp(),
    last_used_at: timestamp(),
    expires_at: timestamp(),
    // An API key is an access token with a name and scopes; both are null for a session.
    name: text().nullable(),
    // Null for a session, which may do everything.
    scopes: json<Scope[]>().nullable(),
    // The first characters of an API key, by which its owner recognizes it.
    hint: text().default(''),
  })
  schema.index('access_tokens', ['token_hash'], { unique: true })
  schema.index('access_tokens', ['user_id', 'id'])
  schema.index('access_tokens', ['expires_at'])

  const identities = schema.table('identities', {
    id: id(),
    user_id: integer().references('users', 'cascade'),
    provider: text<Provider>(),
    subject: text(),
    // The address that the token was sent to.
    email: text(),
    created_at: timestamp(),
  })
  schema.index('identities', ['provider', 'subject'], { unique: true })
  schema.index('identities', ['user_id', 'provider'], { unique: true })

  const password_resets = schema.table('password_resets', {
    id: id(),
    user_id: integer().references('users', 'cascade'),
    // The address that the token was sent to.
    email: text(),
    token_hash: text(),
    created_at: timestamp(),
    expires_at: timestamp(),
  })
  schema.index('password_resets', ['token_hash'], { unique: true })
  schema.index('password_resets', ['user_id', 'id'])
  schema.index('password_resets', ['expires_at'])

  const email_verifications = schema.table('email_verifications', {
    id: id(),
    user_id: integer().references('users', 'cascade'),
    // The address that the token was sent to.
    email: text(),
    token_hash: text(),
    created_at: timestamp(),
    expires_at: timestamp(),
  })
  schema.index('email_verifications', ['token_hash'], { unique: true })
  schema.index('email_verifications', ['user_id', 'id'])
  schema.index('email_verifications', ['expires_at'])

  const invitations = schema.table('invitations', {
    id: id(),
    user_id: integer().references('users', 'cascade'),
    // Null once the inviter's row is gone.
    invited_by: integer().nullable().references('users', 'set null'),
    // The address that the link was mailed to.
    email: text(),
    // What the inviter wrote.
    message: text().default(''),
    token_hash: text(),
    sent_at: timestamp(),
    expires_at: timestamp(),
    accepted_at: timestamp().nullable(),
  })
  schema.index('invitations', ['user_id'], { unique: true })
  schema.index('invitations', ['token_hash'], { unique: true })
  schema.index('invitations', ['invited_by'])
  schema.index('invitations', ['accepted_at', 'id'])

  const people_imports = schema.table('people_imports', {
    id: id(),
    created_by: integer().nullable().references('users', 'set null'),
    status: text().oneOf('running', 'finished'),
    message: text().default(''),
    total: integer(),
    created_at: timestamp(),
    finished_at: timestamp().nullable(),
  })
  schema.index('people_imports', ['created_by'])
  schema.index('people_imports', ['finished_at'])

  const people_import_rows = schema.table(
    'people_import_rows',
    {
      import_id: integer().references('people_imports', 'cascade'),
      // The line of the file, from 1; the header is a line too.
      line: integer(),
      // The values of the row by column, as they were validated.
      data: json<PersonRow>(),
      verdict: text().oneOf('waiting', 'invited', 'existing', 'refused'),
      // Sentences in English.
      messages: json<string[]>(),
      user_id: integer().nullable().references('users', 'set null'),
    },
    { primaryKey: ['import_id', 'line'] },
  )
  schema.index('people_import_rows', ['user_id'])
  schema.index('people_import_rows', ['import_id', 'verdict', 'line'])

  const last_changes = schema.table(
    'last_changes',
    {
      user_id: integer().references('users', 'cascade'),
      // The place in the write-ahead log of PostgreSQL after the change.
      position: integer(),
    },
    { primaryKey: ['user_id'] },
  )
  return {
    user_words,
    access_tokens,
    identities,
    password_resets,
    email_verifications,
    invitations,
    people_imports,
    people_import_rows,
    last_changes,
  }
}
