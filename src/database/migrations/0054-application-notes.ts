/** Tags of applications and notes about them, for those who manage the post. */

import { id, integer, json, type Migration, text, timestamp } from './schema.ts'

export const applicationNotes: Migration = {
  name: '0054-application-notes',
  up(schema) {
    schema.addColumn('job_applications', 'tags', json().default('[]'))
    // The folded tags, in the same order.
    schema.addColumn('job_applications', 'tag_keys', json().default('[]'))
    schema.table('application_notes', {
      id: id(),
      application_id: integer().references('job_applications', 'cascade'),
      user_id: integer().references('users'),
      text: text(),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    schema.index('application_notes', ['application_id', 'id'])
    schema.index('application_notes', ['user_id', 'id'])
  },
}
