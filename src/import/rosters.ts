/** Who may take the exams and courses that are for invited people. */

import { Email, Id, nullable } from '#core/schema.ts'
import { rosterAccounts } from './derived-queries.ts'
import { defineImport } from './import-of.ts'
import { Created, describeChoice } from './table.ts'

const defineRoster = (name: 'exam_roster_entries' | 'course_roster_entries', object: 'exam_id' | 'course_id') =>
  defineImport({
    name,
    description:
      'One person a line, by id or by address. Nothing is sent. An address counts for the account that has verified it.',
    columns: { id: Id, [object]: Id, user_id: nullable(Id), email: nullable(Email), created_at: Created },
    references: { [object]: object === 'exam_id' ? 'exams' : 'courses', user_id: 'users' },
    following: { object_id: object },
    unique: `the same ${object} and the same person`,
    uniqueKeys: [{ columns: ['object_id', 'user_id'], where: 'email is null' }, { columns: ['object_id', 'email'] }],
    unstored: [object],
    computed: { object_id: 'integer', notified_at: 'timestamp' },
    check: (row) => describeChoice(row, 'user_id', 'email'),
    convert: (row, { now }) => ({ object_id: row[object], notified_at: now }),
    async derive(tx, rows) {
      await rosterAccounts[name].run(tx, { ids: rows.map(({ id }) => id) })
    },
  })

export const examRosters = defineRoster('exam_roster_entries', 'exam_id')
export const courseRosters = defineRoster('course_roster_entries', 'course_id')
