/** Actions on many applications, for the minutes in which they can be undone. */

import { boolean, id, integer, json, type Migration, text, timestamp } from './schema.ts'

export const bulkActions: Migration = {
  name: '0062-bulk-actions',
  up(schema) {
    schema.table('bulk_actions', {
      id: id(),
      job_post_id: integer().references('job_posts', 'cascade'),
      user_id: integer().references('users'),
      action: text().oneOf('status', 'reject', 'tag'),
      created_at: timestamp(),
      undone_at: timestamp().nullable(),
    })
    schema.index('bulk_actions', ['job_post_id', 'id'])
    schema.index('bulk_actions', ['user_id', 'id'])
    schema.table(
      'bulk_action_items',
      {
        bulk_id: integer().references('bulk_actions', 'cascade'),
        application_id: integer().references('job_applications', 'cascade'),
        // The row of `job_application_changes`; null for tags.
        change_id: integer().nullable(),
        // What the application had before, and what it got.
        before: json(),
        after: json(),
        // Whether the applicant was told, after which it cannot be undone.
        told: boolean(),
      },
      { primaryKey: ['bulk_id', 'application_id'] },
    )
    schema.index('bulk_action_items', ['application_id'])
  },
}
