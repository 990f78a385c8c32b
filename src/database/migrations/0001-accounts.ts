/** Accounts: users, the words they are found by, access tokens, identities and mailed tokens. */

import { boolean, id, integer, json, key, type Migration, text, timestamp } from './schema.ts'

export const accounts: Migration = {
  name: '0001-accounts',
  up(schema) {
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
    })
    schema.index('users', ['email'], { unique: true })
    schema.index('users', ['id'], { where: 'deleted_at is null' })
    schema.index('users', ['role', 'id'], { where: 'deleted_at is null' })

    // The folded words by which a user is found. Words of the e-mail address are for administrators.
    schema.table(
      'user_words',
      { word: key(), user_id: integer().references('users', 'cascade'), of_email: boolean() },
      { primaryKey: ['word', 'user_id', 'of_email'] },
    )
    schema.index('user_words', ['user_id', 'word'])

    schema.table('access_tokens', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      token_hash: text(),
      device: text(),
      ip_address: text(),
      user_agent: text(),
      created_at: timestamp(),
      last_used_at: timestamp(),
      expires_at: timestamp(),
    })
    schema.index('access_tokens', ['token_hash'], { unique: true })
    schema.index('access_tokens', ['user_id', 'id'])
    schema.index('access_tokens', ['expires_at'])

    schema.table('identities', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      provider: text().oneOf('google', 'linkedin'),
      subject: text(),
      email: text(),
      created_at: timestamp(),
    })
    schema.index('identities', ['provider', 'subject'], { unique: true })
    schema.index('identities', ['user_id', 'provider'], { unique: true })

    for (const table of ['password_resets', 'email_verifications']) {
      schema.table(table, {
        id: id(),
        user_id: integer().references('users', 'cascade'),
        // The address that the token was sent to.
        email: text(),
        token_hash: text(),
        created_at: timestamp(),
        expires_at: timestamp(),
      })
      schema.index(table, ['token_hash'], { unique: true })
      schema.index(table, ['user_id', 'id'])
      schema.index(table, ['expires_at'])
    }
  },
}
