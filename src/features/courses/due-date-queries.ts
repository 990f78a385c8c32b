import { sql } from 'kysely'
import { castInteger, castTimestamp, jsonRows, perEngine } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'

const beginning = sql`coalesce(course_cohorts.starts_at, enrollments.enrolled_at)`

/** When a lesson of an enrollment is due, in a statement that has its cohort, if any. Agrees with `getDates` of lessons. */
export const dueAt = perEngine<string>({
  sqlite: sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${beginning}, '+' || lessons.due_after_days || ' days')`,
  postgres: sql`${beginning} + lessons.due_after_days * interval '24 hours'`,
})

/** Lessons with a due date that learners who study have not completed. */
const selectDue = (q: Builder) =>
  q
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .innerJoin('enrollments', 'enrollments.course_id', 'lessons.course_id')
    .leftJoin('course_cohorts', 'course_cohorts.id', 'enrollments.cohort_id')
    .leftJoin('lesson_progress', (join) =>
      join
        .onRef('lesson_progress.enrollment_id', '=', 'enrollments.id')
        .onRef('lesson_progress.lesson_id', '=', 'lessons.id'),
    )
    .select(['lessons.id as lesson_id', 'lessons.title', 'lessons.course_id', 'lessons.updated_at'])
    .select(['courses.title as course', 'enrollments.id as enrollment_id', 'enrollments.user_id'])
    .select(dueAt.as('due_at'))
    .where('lessons.due_after_days', '>', 0)
    .where('lessons.removed_at', 'is', null)
    .where('courses.hidden_at', 'is', null)
    .where('enrollments.status', '=', 'active')
    .where('enrollments.awaiting_payment', '=', false)
    .where('lesson_progress.completed_at', 'is', null)

export const dueLessons = {
  /** Those of a user, the last first. */
  ofUser: prepare((q, p: { user_id: number; since: string; most: number }) =>
    selectDue(q)
      .where('enrollments.user_id', '=', p.user_id)
      .where(dueAt, '>=', p.since)
      .orderBy(dueAt, 'desc')
      .orderBy('lessons.id')
      .limit(p.most),
  ),

  /** Those that are due by then, whose learners were not reminded of this date. */
  unreminded: prepare((q, p: { now: string; until: string; most: number }) =>
    selectDue(q)
      .innerJoin('users', 'users.id', 'enrollments.user_id')
      .leftJoin('due_reminders', (join) =>
        join
          .onRef('due_reminders.enrollment_id', '=', 'enrollments.id')
          .onRef('due_reminders.lesson_id', '=', 'lessons.id'),
      )
      .select('users.timezone')
      .where(dueAt, '>', p.now)
      .where(dueAt, '<=', p.until)
      .where((eb) => eb.or([eb('due_reminders.due_at', 'is', null), eb('due_reminders.due_at', '<>', dueAt)]))
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
