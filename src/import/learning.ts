/** Cohorts, enrollments and progress. */

import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { mostCohorts } from '#features/courses/index.ts'
import { cohortFacts } from './course-queries.ts'
import { courseTotals } from './derived-queries.ts'
import { findFacts } from './facts.ts'
import { type ImportTable, Line, optional } from './table.ts'

export const courseCohorts: ImportTable = {
  name: 'course_cohorts',
  description: 'A group of learners that begin a course together, one a line.',
  columns: {
    id: Id,
    course_id: Id,
    title: Line(200),
    starts_at: DateTime,
    ends_at: optional(
      nullable(
        Type.String({ format: 'date-time', description: 'Until when people can enroll in it; null for no end.' }),
      ),
    ),
    capacity: optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: 1_000_000,
          description: 'The greatest number of learners, which imported ones may exceed; null for no limit.',
        }),
      ),
    ),
  },
  references: { course_id: 'courses' },
  limits: [{ column: 'course_id', most: mostCohorts }],
  stored: {
    id: 'integer',
    course_id: 'integer',
    title: 'text',
    starts_at: 'timestamp',
    ends_at: 'timestamp',
    capacity: 'integer',
  },
  check: ({ starts_at, ends_at }) =>
    ends_at && ends_at <= starts_at ? 'The column "ends_at" must be after "starts_at".' : null,
  convert: (row) => ({ ...row, ends_at: row.ends_at ?? null, capacity: row.capacity ?? null }),
}

export const enrollments: ImportTable = {
  name: 'enrollments',
  description: 'One enrollment a line; at most one of a learner in a course.',
  columns: {
    id: Id,
    course_id: Id,
    user_id: Id,
    cohort_id: optional(nullable(Id)),
    status: optional(oneOf('active', 'completed', 'paused')),
    enrolled_at: optional(DateTime),
    last_accessed_at: optional(nullable(DateTime)),
    completed_at: optional(nullable(DateTime)),
  },
  references: { course_id: 'courses', user_id: 'users', cohort_id: 'course_cohorts' },
  unique: 'the same course_id and user_id',
  uniqueKeys: [{ columns: ['course_id', 'user_id'] }],
  stored: {
    id: 'integer',
    course_id: 'integer',
    user_id: 'integer',
    cohort_id: 'integer',
    status: 'text',
    enrolled_at: 'timestamp',
    last_accessed_at: 'timestamp',
    completed_at: 'timestamp',
  },
  check: ({ status, completed_at }) =>
    status === 'completed' && !completed_at ? 'The column "completed_at" is missing for a completed course.' : null,
  async complete(databases, rows) {
    const inCohort = rows.filter(({ cohort_id }) => cohort_id)
    const cohorts = await findFacts(
      databases,
      cohortFacts.byIds,
      inCohort.map(({ cohort_id }) => cohort_id),
    )
    const others = inCohort.filter(({ cohort_id, course_id }) => cohorts.get(cohort_id)?.course_id !== course_id)
    return new Map(others.map((row) => [row, `The cohort ${row.cohort_id} is none of the course ${row.course_id}.`]))
  },
  convert: (row, { now }) => ({
    ...row,
    cohort_id: row.cohort_id ?? null,
    status: row.status ?? 'active',
    enrolled_at: row.enrolled_at ?? now,
    last_accessed_at: row.last_accessed_at ?? row.enrolled_at ?? now,
    completed_at: row.completed_at ?? null,
  }),
  async derive(tx, rows) {
    const byCourse = Map.groupBy(rows, ({ course_id }) => course_id)
    const added = [...byCourse].map(([id, { length: total }]) => ({ id, total }))
    await courseTotals.countEnrollments.run(tx, { rows: added })
    await courseTotals.markCompleted.run(tx, { ids: rows.map(({ id }) => id) })
  },
  finish: 'refresh_proofs',
}

export const lessonProgress: ImportTable = {
  name: 'lesson_progress',
  description: 'What a learner did in a lesson, one lesson of an enrollment a line.',
  columns: {
    enrollment_id: Id,
    lesson_id: Id,
    completed_at: optional(nullable(DateTime)),
    time_spent_seconds: optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    watched_percent: optional(
      Type.Integer({ minimum: 0, maximum: 100, description: 'The greatest part of its video that was watched.' }),
    ),
  },
  references: { enrollment_id: 'enrollments', lesson_id: 'lessons' },
  key: ['enrollment_id', 'lesson_id'],
  stored: {
    enrollment_id: 'integer',
    lesson_id: 'integer',
    completed_at: 'timestamp',
    time_spent_seconds: 'integer',
    watched_percent: 'integer',
  },
  convert: (row) => ({
    ...row,
    completed_at: row.completed_at ?? null,
    time_spent_seconds: row.time_spent_seconds ?? 0,
    watched_percent: row.watched_percent ?? 0,
  }),
}
