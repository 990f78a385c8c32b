/** What each user has changed last, so that a read replica that does not have it yet is not asked. */

import { integer, type Migration } from './schema.ts'

export const lastChanges: Migration = {
  name: '0035-last-changes',
  up(schema) {
    schema.table(
      'last_changes',
      {
        user_id: integer().references('users', 'cascade'),
        // The place in the write-ahead log of PostgreSQL after the change.
        position: integer(),
      },
      { primaryKey: ['user_id'] },
    )
  },
}
