/** Cohorts, enrollments and progress. */

import { Type } from 'typebox'
import { DateTime, Id, nullable } from '#core/schema.ts'
import { enrollmentRecord } from '#features/courses/enrollments/record.ts'
import { maxCohorts } from '#features/courses/index.ts'
import { courseTotals } from './derived-queries.ts'
import { cohortFacts } from './fact-queries.ts'
import { collectRefusals, findFacts, listIds } from './facts.ts'
import { atImport, defineImport, importOf } from './import-of.ts'
import { Line } from './table.ts'

export const courseCohorts = defineImport({
  name: 'course_cohorts',
  description: 'A group of learners that begin a course together, one a line.',
  columns: {
    id: Id,
    course_id: Id,
    title: Line(200),
    starts_at: DateTime,
    ends_at: nullable(
      Type.String({ format: 'date-time', description: 'Until when people can enroll in it; null for no end.' }),
    ),
    capacity: nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'The greatest number of learners, which imported ones may exceed; null for no limit.',
      }),
    ),
  },
  references: { course_id: 'courses' },
  limits: [{ column: 'course_id', most: maxCohorts }],
  check: ({ starts_at, ends_at }) =>
    ends_at && ends_at <= starts_at ? 'The column "ends_at" must be after "starts_at".' : null,
})

export const enrollments = importOf(enrollmentRecord, {
  description: 'One enrollment a line; at most one of a learner in a course.',
  extra: { last_accessed_at: nullable(DateTime), completed_at: nullable(DateTime) },
  defaults: {
    status: 'active',
    enrolled_at: atImport,
    last_accessed_at: ({ enrolled_at }, { now }) => enrolled_at ?? now,
  },
  references: { course_id: 'courses', user_id: 'users', cohort_id: 'course_cohorts' },
  unique: 'the same course_id and user_id',
  uniqueKeys: [{ columns: ['course_id', 'user_id'] }],
  check: ({ status, completed_at }) =>
    status === 'completed' && !completed_at ? 'The column "completed_at" is missing for a completed course.' : null,
  async complete(databases, rows) {
    const cohorts = await findFacts(databases, cohortFacts, listIds(rows, 'cohort_id'))
    return collectRefusals(rows, ({ cohort_id, course_id }) =>
      cohort_id && cohorts.get(cohort_id)?.course_id !== course_id
        ? `The cohort ${cohort_id} is none of the course ${course_id}.`
        : null,
    )
  },
  async derive(tx, rows) {
    const byCourse = Map.groupBy(rows, ({ course_id }) => course_id)
    const added = [...byCourse].map(([id, { length: total }]) => ({ id, total }))
    await courseTotals.countEnrollments.run(tx, { rows: added })
    await courseTotals.markCompleted.run(tx, { ids: rows.map(({ id }) => id) })
  },
  finish: 'refresh_proofs',
})

export const lessonProgress = defineImport({
  name: 'lesson_progress',
  description: 'What a learner did in a lesson, one lesson of an enrollment a line.',
  columns: {
    enrollment_id: Id,
    lesson_id: Id,
    completed_at: nullable(DateTime),
    time_spent_seconds: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
    watched_percent: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'The greatest part of its video that was watched.',
    }),
  },
  references: { enrollment_id: 'enrollments', lesson_id: 'lessons' },
  key: ['enrollment_id', 'lesson_id'],
  defaults: { time_spent_seconds: 0, watched_percent: 0 },
})
