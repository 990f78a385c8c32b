import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import type { Tables } from '#database/tables/index.ts'

/**
 * The lessons an enrollment is measured by, beside what is done of them: those of the course. A completed one keeps
 * those it had then: what was added later counts once it is done, and what was done counts also when it was removed
 * later.
 */
const counted = sql<SqlBool>`((lessons.removed_at is null
  and (enrollments.lessons_up_to is null or lessons.id <= enrollments.lessons_up_to))
  or (enrollments.lessons_up_to is not null and lesson_progress.completed_at is not null
    and (lessons.removed_at is null or lessons.removed_at >= enrollments.completed_at)))`

const measure = (of: ReturnType<typeof sql>) => sql<number>`(select ${of} from lessons
  left join lesson_progress on lesson_progress.lesson_id = lessons.id
    and lesson_progress.enrollment_id = enrollments.id
  where lessons.course_id = enrollments.course_id and ${counted})`

/** How many lessons an enrollment is measured by, and how many of them are done. */
export const total = measure(sql`count(*)`)
export const done = measure(sql`count(lesson_progress.completed_at)`)

/** Completed, and every lesson done. A course without lessons teaches nothing, so it is never finished. */
export const isFinished = (eb: ExpressionBuilder<Tables, 'enrollments'>) =>
  eb.and([eb('enrollments.status', '=', 'completed'), eb(total, '>', 0), eb(total, '=', done)])

export const finishedCourses = {
  countOf: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('enrollments')
      .select(sql<number>`count(*)`.as('total'))
      .where('user_id', '=', p.user_id)
      .where(isFinished),
  ),
}
