/** Private addresses of calendars. */

import { integer, key, type Migration, timestamp } from './schema.ts'

export const calendars: Migration = {
  name: '0025-calendars',
  up(schema) {
    schema.table(
      'calendars',
      {
        user_id: integer().references('users', 'cascade'),
        // The hash of the last part of the address.
        token_hash: key(),
        created_at: timestamp(),
      },
      { primaryKey: ['user_id'] },
    )
    schema.index('calendars', ['token_hash'], { unique: true })
  },
}
