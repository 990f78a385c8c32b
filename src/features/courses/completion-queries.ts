import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import type { Tables } from '#database/tables/index.ts'

/**
 * The lessons by which the progress of an enrollment is measured: those of the course. A completed enrollment keeps the
 * lessons of that time: later ones count only when they are done, and done ones count even when they are removed.
 */
const counted = sql<SqlBool>`((lessons.removed_at is null
  and (enrollments.lessons_up_to is null or lessons.id <= enrollments.lessons_up_to))
  or (enrollments.lessons_up_to is not null and lesson_progress.completed_at is not null
    and (lessons.removed_at is null or lessons.removed_at >= enrollments.completed_at)))`

const measure = (of: ReturnType<typeof sql>) => sql<number>`(select ${of} from lessons
  left join lesson_progress on lesson_progress.lesson_id = lessons.id
    and lesson_progress.enrollment_id = enrollments.id
  where lessons.course_id = enrollments.course_id and ${counted})`

/** The number of these lessons, and how many of them are done. */
export const total = measure(sql`count(*)`)
export const done = measure(sql`count(lesson_progress.completed_at)`)

/** Completed with all lessons done. A course without lessons is never finished. */
export const isFinished = (eb: ExpressionBuilder<Tables, 'enrollments'>) =>
  eb.and([eb('enrollments.status', '=', 'completed'), eb(total, '>', 0), eb(total, '=', done)])

export const finishedCourses = {
  countByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('enrollments')
      .select(sql<number>`count(*)`.as('total'))
      .where('user_id', '=', p.user_id)
      .where(isFinished),
  ),

  ofUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('enrollments')
      .innerJoin('courses', 'courses.id', 'enrollments.course_id')
      .innerJoin('users', 'users.id', 'courses.user_id')
      .select(['courses.id', 'courses.title', 'users.id as author_id', 'users.name as author_name'])
      .select(['courses.duration_minutes as minutes'])
      .select((e) => e.fn.coalesce('enrollments.completed_at', 'enrollments.enrolled_at').as('at'))
      .where('enrollments.user_id', '=', p.user_id)
      .where('courses.user_id', '!=', p.user_id)
      .where(isFinished),
  ),
}
