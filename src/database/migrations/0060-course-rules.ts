/** How lessons complete, when they open and are due, and cohorts of courses. */

import type { Engine } from '../database.ts'
import { createObjectTriggers, type TrackedObject } from './object-triggers.ts'
import { id, integer, json, type Migration, type Schema, text, timestamp } from './schema.ts'

/** What the change feed follows besides. */
export const courseRuleObjects: readonly TrackedObject[] = [
  {
    table: 'lessons',
    kind: 'course',
    object: 'course_id',
    columns: ['completion', 'available_after_days', 'due_after_days'],
    onlyUpdates: true,
  },
  {
    table: 'course_cohorts',
    kind: 'course',
    object: 'course_id',
    columns: ['title', 'starts_at', 'ends_at', 'capacity'],
  },
  { table: 'enrollments', kind: 'enrollment', columns: ['cohort_id'], onlyUpdates: true },
  {
    table: 'lesson_progress',
    kind: 'enrollment',
    object: 'enrollment_id',
    columns: ['watched_percent'],
    onlyUpdates: true,
  },
]

export const courseRules: Migration = {
  name: '0060-course-rules',
  up(schema) {
    schema.addColumn('lessons', 'completion', json().default('{"rule": "marked", "watched_percent": 90}'))
    schema.addColumn('lessons', 'available_after_days', integer().nullable())
    schema.addColumn('lessons', 'due_after_days', integer().nullable())
    schema.index('lessons', ['due_after_days'], { where: 'due_after_days is not null' })
    schema.addColumn('lesson_progress', 'watched_percent', integer().default(0))
    schema.table('course_cohorts', {
      id: id(),
      course_id: integer().references('courses', 'cascade'),
      title: text(),
      starts_at: timestamp(),
      // Null for no end.
      ends_at: timestamp().nullable(),
      // Null for no limit.
      capacity: integer().nullable(),
      // Kept by triggers; reservations count.
      enrolled_count: integer().default(0),
    })
    schema.index('course_cohorts', ['course_id', 'starts_at', 'id'])
    schema.addColumn('enrollments', 'cohort_id', integer().nullable().references('course_cohorts', 'set null'))
    schema.index('enrollments', ['cohort_id', 'id'], { where: 'cohort_id is not null' })
    // The due dates that learners were reminded of.
    schema.table(
      'due_reminders',
      {
        enrollment_id: integer().references('enrollments', 'cascade'),
        lesson_id: integer().references('lessons', 'cascade'),
        due_at: timestamp(),
      },
      { primaryKey: ['enrollment_id', 'lesson_id'] },
    )
    countCohorts(schema)
    createObjectTriggers(schema, 'rules', courseRuleObjects)
  },
}

/** However an enrollment comes, moves or goes, its cohort has the right number. */
function countCohorts(schema: Schema): void {
  const add = (row: string, change: string) =>
    `update course_cohorts set enrolled_count = enrolled_count ${change} where id = ${row}.cohort_id`
  const events: Record<string, string> = {
    insert: add('new', '+ 1'),
    'update of "cohort_id"': `${add('old', '- 1')}; ${add('new', '+ 1')}`,
    delete: add('old', '- 1'),
  }
  for (const [event, statements] of Object.entries(events)) {
    const trigger = `"enrollments_cohort_${event.slice(0, 6)}"`
    const timing = `after ${event} on "enrollments" for each row`
    const spelled: Record<Engine, string> = {
      sqlite: `create trigger ${trigger} ${timing} begin ${statements}; end`,
      postgres: `create function ${trigger}() returns trigger language plpgsql as $$ begin ${statements}; return null; end $$`,
    }
    schema.statement(spelled)
    schema.statement({ sqlite: '', postgres: `create trigger ${trigger} ${timing} execute function ${trigger}()` })
  }
}
