import { sql } from 'kysely'
import { castTimestamp, integerList, jsonRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'

/** Lessons that are not completed though their learner has passed their exam. */
const selectPassed = (q: Builder) =>
  q
    .selectFrom('enrollments')
    .innerJoin('lessons', 'lessons.course_id', 'enrollments.course_id')
    .innerJoin('exam_standings', (join) =>
      join
        .onRef('exam_standings.exam_id', '=', 'lessons.exam_id')
        .onRef('exam_standings.user_id', '=', 'enrollments.user_id'),
    )
    .leftJoin('lesson_progress', (join) =>
      join
        .onRef('lesson_progress.enrollment_id', '=', 'enrollments.id')
        .onRef('lesson_progress.lesson_id', '=', 'lessons.id'),
    )
    .select(['enrollments.id as enrollment_id', 'enrollments.user_id', 'enrollments.course_id', 'enrollments.status'])
    .select(['lessons.id as lesson_id', 'lessons.title'])
    .where('lessons.removed_at', 'is', null)
    .where('exam_standings.passed', '=', true)
    .where('enrollments.awaiting_payment', '=', false)
    .where('lesson_progress.completed_at', 'is', null)
    .where('lesson_progress.reopened_at', 'is', null)
    .orderBy('enrollments.id')
    .orderBy('lessons.position')
    .orderBy('lessons.id')

const castInteger = (json: unknown) => sql<number>`cast(${json} as bigint)`

export const passedLessons = {
  ofUsers: prepare((q, p: { user_ids: readonly number[] }) =>
    selectPassed(q).where('enrollments.user_id', 'in', integerList(p.user_ids)),
  ),

  inCourse: prepare((q, p: { course_id: number; after: number; most: number }) =>
    selectPassed(q)
      .where('enrollments.course_id', '=', p.course_id)
      .where('enrollments.id', '>', p.after)
      .limit(p.most),
  ),

  /** Completes lessons; those that are completed stay as they are. */
  complete: prepare((q, p: { rows: readonly { enrollment_id: number; lesson_id: number }[]; now: string }) =>
    q
      .insertInto('lesson_progress')
      .columns(['enrollment_id', 'lesson_id', 'completed_at', 'reopened_at', 'time_spent_seconds'])
      .expression(
        sql`select ${castInteger(sql`given.value->>'enrollment_id'`)}, ${castInteger(sql`given.value->>'lesson_id'`)},
          ${castTimestamp(p.now)}, ${castTimestamp(sql`null`)}, 0 from ${jsonRows(p.rows)} as given where true`,
      )
      .onConflict((conflict) =>
        conflict.columns(['enrollment_id', 'lesson_id']).doUpdateSet({
          completed_at: sql<string>`coalesce(lesson_progress.completed_at, excluded.completed_at)`,
        }),
      ),
  ),
}
