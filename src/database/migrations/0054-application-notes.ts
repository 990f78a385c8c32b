/** Tags of applications and notes about them, for those who manage the post. */

import { createObjectTriggers, type TrackedObject } from './object-triggers.ts'
import { id, integer, json, type Migration, text, timestamp } from './schema.ts'

/** What the change feed follows besides. */
export const noteObjects: readonly TrackedObject[] = [
  { table: 'job_applications', kind: 'job_application', columns: ['tags'], part: 'management', onlyUpdates: true },
  {
    table: 'application_notes',
    kind: 'job_application',
    object: 'application_id',
    columns: ['text'],
    part: 'management',
  },
]

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
    createObjectTriggers(schema, 'notes', noteObjects)
  },
}
