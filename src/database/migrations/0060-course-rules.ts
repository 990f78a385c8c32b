/** How lessons complete, when they open and are due, and cohorts of courses. */

import { id, integer, json, type Migration, text, timestamp } from './schema.ts'

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
  },
}
