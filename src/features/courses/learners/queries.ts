/** The learners of a course: how far each of them is, and why one is at risk. */

import { type SqlBool, sql } from 'kysely'
import { type AgeOrder, getSortDirection } from '#core/page.ts'
import { asBoolean, containsText, jsonObject } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import { hasFailedTwice } from '#features/exams/index.ts'
import { done, total } from '../completion-queries.ts'
import { dueAt } from '../due-date-queries.ts'
import { secondsSpent } from '../enrollments/queries.ts'
import type { EnrollmentStatus } from '../enrollments/record.ts'
import type { CourseLearner } from './schemas.ts'

/** Lessons with a due date that the learner has not completed. */
const dueLessons = sql`lessons left join lesson_progress on lesson_progress.lesson_id = lessons.id
    and lesson_progress.enrollment_id = enrollments.id
  where lessons.course_id = enrollments.course_id and lessons.removed_at is null and lessons.due_after_days > 0
    and lesson_progress.completed_at is null`

const firstDueAt = sql<string | null>`case when enrollments.status <> 'completed'
  then (select min(${dueAt}) from ${dueLessons}) end`

const countOverdue = (now: string) =>
  sql<number>`case when enrollments.status = 'completed' then 0
    else (select count(*) from ${dueLessons} and ${dueAt} < ${now}) end`

interface Moments {
  now: string
  /** The learner who has not opened the course since then is away. */
  away_since: string
  owner_id: number
}

/** The exams of the instructor that lessons of the course name, with what the learner has of them. */
const quizzesWith = (p: Moments, table: 'exam_attempts' | 'exam_standings', alias: string) =>
  sql`lessons as quiz inner join exams on exams.id = quiz.exam_id and exams.user_id = ${p.owner_id}
    inner join ${sql.table(table)} as ${sql.ref(alias)} on ${sql.ref(`${alias}.exam_id`)} = quiz.exam_id
      and ${sql.ref(`${alias}.user_id`)} = enrollments.user_id
    where quiz.course_id = enrollments.course_id and quiz.removed_at is null`

/** Has neither opened the course nor begun a quiz. Before its cohort starts there is nothing to open. */
const isAway = (p: Moments) =>
  sql<SqlBool>`(enrollments.last_accessed_at < ${p.away_since}
    and (course_cohorts.starts_at is null or course_cohorts.starts_at < ${p.away_since})
    and not exists (select 1 from ${quizzesWith(p, 'exam_attempts', 'recent')} and recent.started_at >= ${p.away_since}))`

const isBehind = (p: Moments) => sql<SqlBool>`exists (select 1 from ${dueLessons} and ${dueAt} < ${p.now})`

/** Has failed the exam of a lesson twice. */
const isFailing = (p: Moments) =>
  sql<SqlBool>`exists (select 1 from ${quizzesWith(p, 'exam_standings', 'standings')} and ${hasFailedTwice()})`

/** Those who pause or have completed the course are not at risk. */
const isStudying = sql<SqlBool>`enrollments.status = 'active'`

const isAtRisk = (p: Moments) => sql<SqlBool>`(${isStudying} and (${isAway(p)} or ${isBehind(p)} or ${isFailing(p)}))`

interface Filter extends Moments, AgeOrder {
  course_id: number
  status?: EnrollmentStatus | undefined
  cohort_id?: number | undefined
  at_risk?: boolean | undefined
  /** A folded part of the name. */
  part?: string | undefined
}

/** Cross joins keep this order on SQLite, also with statistics from when there were few learners. */
const selectFound = (q: Builder, p: Filter) => {
  const direction = getSortDirection(p)
  let found = q
    .selectFrom('enrollments')
    .crossJoin('users')
    .leftJoin('course_cohorts', 'course_cohorts.id', 'enrollments.cohort_id')
    .whereRef('users.id', '=', 'enrollments.user_id')
    .where('enrollments.course_id', '=', p.course_id)
    .where('enrollments.user_id', '<>', p.owner_id)
    .where('enrollments.awaiting_payment', '=', sql.lit(false))
    .orderBy('enrollments.last_accessed_at', direction)
    .orderBy('enrollments.id', direction)
  if (p.status !== undefined) found = found.where('enrollments.status', '=', p.status)
  if (p.cohort_id !== undefined) found = found.where('enrollments.cohort_id', '=', p.cohort_id)
  if (p.at_risk !== undefined) found = found.where(sql<SqlBool>`${isAtRisk(p)} = ${p.at_risk}`)
  return p.part === undefined ? found : found.where(containsText(sql.ref('users.sort_name'), p.part))
}

export const courseLearners = {
  /** The learners of a course, without its instructor; those who opened it last come first unless the oldest are asked for. */
  ofCourse: prepareList(
    (q, p: Filter) =>
      selectFound(q, p)
        .select(['enrollments.id', 'enrollments.user_id', 'enrollments.status', 'enrollments.enrolled_at'])
        .select(['enrollments.last_accessed_at', 'enrollments.completed_at', 'enrollments.cohort_id'])
        .select((eb) => [
          'course_cohorts.title as cohort_title',
          jsonObject<CourseLearner['user']>({
            id: eb.ref('users.id'),
            name: eb.ref('users.name'),
            profile_photo: eb.ref('users.profile_photo'),
          }).as('user'),
        ])
        .select([total.as('total'), done.as('done'), secondsSpent.as('seconds')])
        .select([firstDueAt.as('due_at'), countOverdue(p.now).as('overdue_lessons')])
        .select([
          asBoolean(sql`${isStudying} and ${isAway(p)}`).as('is_away'),
          asBoolean(sql`${isStudying} and ${isBehind(p)}`).as('is_behind'),
          asBoolean(sql`${isStudying} and ${isFailing(p)}`).as('is_failing'),
        ]),
    { optional: ['status', 'cohort_id', 'at_risk', 'part', 'oldest'] },
  ),

  /** The exams of its instructor that lessons of the course name, in the order of the lessons. */
  quizzesOf: prepare((q, p: { course_id: number; owner_id: number }) =>
    q
      .selectFrom('lessons')
      .innerJoin('exams', 'exams.id', 'lessons.exam_id')
      .select('exams.id')
      .where('lessons.course_id', '=', p.course_id)
      .where('lessons.removed_at', 'is', null)
      .where('exams.user_id', '=', p.owner_id)
      .orderBy('lessons.position')
      .orderBy('lessons.id'),
  ),
}
