/** Exams and courses for the people on a roster. */

import { id, integer, key, type Migration, type Schema, text, timestamp } from './schema.ts'

const tables = [
  { table: 'exam_roster_entries', object: 'exams' },
  { table: 'course_roster_entries', object: 'courses' },
] as const

export const rosters: Migration = {
  name: '0059-rosters',
  up(schema) {
    for (const { table, object } of tables) {
      schema.addColumn(object, 'access', text().oneOf('everyone', 'invited').default('everyone'))
      createEntries(schema, table, object)
    }
    schema.index('exams', ['user_id', 'access', 'id'], { where: "deleted_at is null and access = 'invited'" })
    schema.index('courses', ['user_id', 'access', 'id'], { where: "access = 'invited'" })
  },
}

function createEntries(schema: Schema, table: string, object: string) {
  schema.table(
    table,
    {
      id: id(),
      object_id: integer().references(object, 'cascade'),
      // Null while no account has verified the address.
      user_id: integer().nullable().references('users', 'cascade'),
      // The address by which the person was added; null for one who was added by id.
      email: key().nullable(),
      added_by: integer().nullable().references('users', 'set null'),
      created_at: timestamp(),
      notified_at: timestamp().nullable(),
    },
    { unique: [['object_id', 'email']] },
  )
  schema.index(table, ['object_id', 'user_id'], { unique: true, where: 'email is null' })
  schema.index(table, ['object_id', 'id'])
  schema.index(table, ['user_id', 'object_id'])
  schema.index(table, ['email'], { where: 'email is not null' })
  schema.index(table, ['added_by'])
}
