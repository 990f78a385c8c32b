/** What people want to be told and how, tickets for the stream of notifications, and unread ones of a type. */

import { integer, json, key, type Migration, timestamp } from './schema.ts'

export const notificationPreferences: Migration = {
  name: '0013-notification-preferences',
  up(schema) {
    // Only the types that are switched off, so that a new type is on for everybody.
    schema.table(
      'notification_preferences',
      { user_id: integer().references('users', 'cascade'), in_app_off: json(), email_off: json() },
      { primaryKey: ['user_id'] },
    )

    schema.table(
      'stream_tickets',
      {
        ticket_hash: key(),
        user_id: integer().references('users', 'cascade'),
        // A ticket is worth no more than the token it was asked for with.
        token_id: integer().references('access_tokens', 'cascade'),
        expires_at: timestamp(),
      },
      { primaryKey: ['ticket_hash'] },
    )
    schema.index('stream_tickets', ['token_id'])
    schema.index('stream_tickets', ['user_id'])
    schema.index('stream_tickets', ['expires_at'])

    schema.index('notifications', ['user_id', 'type', 'read', 'id'])
  },
}
