/** Who may take the exams and courses that are for invited people. */

import { DateTime, Email, Id, nullable } from '#core/schema.ts'
import { rosterAccounts } from './derived-queries.ts'
import { type ImportTable, optional } from './table.ts'

const defineRoster = (
  name: 'exam_roster_entries' | 'course_roster_entries',
  object: 'exam_id' | 'course_id',
): ImportTable => ({
  name,
  description:
    'One person a line, by id or by address. Nothing is sent. An address counts for the account that has verified it.',
  columns: {
    id: Id,
    [object]: Id,
    user_id: optional(nullable(Id)),
    email: optional(nullable(Email)),
    created_at: optional(DateTime),
  },
  references: { [object]: object === 'exam_id' ? 'exams' : 'courses', user_id: 'users' },
  following: { object_id: object },
  unique: `the same ${object} and the same person`,
  uniqueKeys: [{ columns: ['object_id', 'user_id'], where: 'email is null' }, { columns: ['object_id', 'email'] }],
  stored: {
    id: 'integer',
    object_id: 'integer',
    user_id: 'integer',
    email: 'text',
    created_at: 'timestamp',
    notified_at: 'timestamp',
  },
  check: ({ user_id, email }) =>
    ((user_id ?? null) === null) === ((email ?? null) === null) ? 'The row needs one of "user_id" and "email".' : null,
  convert: (row, { now }) => ({
    id: row.id,
    object_id: row[object],
    user_id: row.user_id ?? null,
    email: row.email ?? null,
    created_at: row.created_at ?? now,
    notified_at: now,
  }),
  async derive(tx, rows) {
    await rosterAccounts[name].run(tx, { ids: rows.map(({ id }) => id) })
  },
})

export const examRosters = defineRoster('exam_roster_entries', 'exam_id')
export const courseRosters = defineRoster('course_roster_entries', 'course_id')
