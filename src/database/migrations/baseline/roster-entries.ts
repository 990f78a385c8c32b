/** The people for whom an exam or a course is. */

import { id, integer, key, type Schema, timestamp } from '../schema.ts'

export function defineRosterEntries(schema: Schema, table: string, object: 'exams' | 'courses') {
  const columns = schema.table(
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
  return columns
}
