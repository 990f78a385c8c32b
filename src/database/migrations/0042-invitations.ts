/** Invitations: accounts that wait for the person to whom a link was mailed. */

import { id, integer, type Migration, text, timestamp } from './schema.ts'

export const invitations: Migration = {
  name: '0042-invitations',
  up(schema) {
    schema.table('invitations', {
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
  },
}
