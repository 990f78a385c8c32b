import { type AliasedExpression, sql } from 'kysely'
import { castInteger, castTimestamp, jsonRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import { getBeginningFor, getDueTime } from './condition-queries.ts'

const names = { lesson: 'lessons', enrollment: 'enrollments', cohort: 'course_cohorts' }

/** When a lesson of an enrollment is due, in a statement that has its cohort, if any. */
export const dueAt = getDueTime(names)

/** Which lessons, of which enrollments. */
type Pairs = AliasedExpression<{ lesson_id: number; enrollment_id: number }, 'pairs'>

/** Of lessons with a due date, those that learners who study have not completed. SQLite begins with the pairs, and keeps the order of cross joins. */
const selectDue = (q: Builder, pairs: Pairs) =>
  q
    .selectFrom(pairs)
    .crossJoin('lessons')
    .crossJoin('enrollments')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .leftJoin('course_cohorts', 'course_cohorts.id', 'enrollments.cohort_id')
    .leftJoin('lesson_progress', (join) =>
      join
        .onRef('lesson_progress.enrollment_id', '=', 'enrollments.id')
        .onRef('lesson_progress.lesson_id', '=', 'lessons.id'),
    )
    .select(['lessons.id as lesson_id', 'lessons.title', 'lessons.course_id', 'lessons.updated_at'])
    .select(['courses.title as course', 'enrollments.id as enrollment_id', 'enrollments.user_id', 'users.timezone'])
    .select(dueAt.as('due_at'))
    .whereRef('lessons.id', '=', 'pairs.lesson_id')
    .whereRef('enrollments.id', '=', 'pairs.enrollment_id')
    .where('lessons.removed_at', 'is', null)
    .where('courses.hidden_at', 'is', null)
    .where('enrollments.status', '=', 'active')
    .where('enrollments.awaiting_payment', '=', false)
    .where('lesson_progress.completed_at', 'is', null)

const selectPairsOfUser = (q: Builder, userId: number) =>
  q
    .selectFrom('enrollments as e')
    .innerJoin('lessons as l', 'l.course_id', 'e.course_id')
    .select(['l.id as lesson_id', 'e.id as enrollment_id'])
    .where('e.user_id', '=', userId)
    .where('l.due_after_days', '>', 0)
    .as('pairs')

interface Window {
  now: string
  until: string
}

/** What is due in the window, by the indexes of when the enrollments, or their cohorts, began. */
const selectPairsOfWindow = (q: Builder, { now, until }: Window) =>
  q
    .selectFrom('lessons as l')
    .crossJoin('enrollments as e')
    .select(['l.id as lesson_id', 'e.id as enrollment_id'])
    .where('l.due_after_days', '>', 0)
    .whereRef('e.course_id', '=', 'l.course_id')
    .where('e.cohort_id', 'is', null)
    .where('e.enrolled_at', '>', getBeginningFor(now, { lesson: 'l' }))
    .where('e.enrolled_at', '<=', getBeginningFor(until, { lesson: 'l' }))
    .unionAll(
      q
        .selectFrom('lessons as l')
        .crossJoin('course_cohorts as c')
        .crossJoin('enrollments as e')
        .select(['l.id as lesson_id', 'e.id as enrollment_id'])
        .where('l.due_after_days', '>', 0)
        .whereRef('c.course_id', '=', 'l.course_id')
        .where('c.starts_at', '>', getBeginningFor(now, { lesson: 'l' }))
        .where('c.starts_at', '<=', getBeginningFor(until, { lesson: 'l' }))
        .whereRef('e.cohort_id', '=', 'c.id'),
    )
    .as('pairs')

export const dueLessons = {
  /** Those of a user, the last first. */
  ofUser: prepare((q, p: { user_id: number; since: string; most: number }) =>
    selectDue(q, selectPairsOfUser(q, p.user_id))
      .where(dueAt, '>=', p.since)
      .orderBy(dueAt, 'desc')
      .orderBy('lessons.id')
      .limit(p.most),
  ),

  /** Those that are due in the window, whose learners were not reminded of this date; the earliest first. */
  unreminded: prepare((q, p: Window & { most: number }) =>
    selectDue(q, selectPairsOfWindow(q, p))
      .leftJoin('due_reminders', (join) =>
        join
          .onRef('due_reminders.enrollment_id', '=', 'enrollments.id')
          .onRef('due_reminders.lesson_id', '=', 'lessons.id'),
      )
      .where((eb) => eb.or([eb('due_reminders.due_at', 'is', null), eb('due_reminders.due_at', '<>', dueAt)]))
      .orderBy(dueAt)
      .orderBy('enrollments.id')
      .orderBy('lessons.id')
      .limit(p.most),
  ),

  markReminded: prepare((q, p: { rows: readonly { enrollment_id: number; lesson_id: number; due_at: string }[] }) =>
    q
      .insertInto('due_reminders')
      .columns(['enrollment_id', 'lesson_id', 'due_at'])
      .expression(
        sql`select ${castInteger(sql`given.value->>'enrollment_id'`)}, ${castInteger(sql`given.value->>'lesson_id'`)},
            ${castTimestamp(sql`(given.value->>'due_at')`)} from ${jsonRows(p.rows)} as given where true`,
      )
      .onConflict((conflict) =>
        conflict.columns(['enrollment_id', 'lesson_id']).doUpdateSet((eb) => ({ due_at: eb.ref('excluded.due_at') })),
      ),
  ),
}
