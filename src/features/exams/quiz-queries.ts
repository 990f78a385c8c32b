/** Whether an exam that belongs to lessons is open: the lesson of one of them is. */

import { sql } from 'kysely'
import { asBoolean } from '#database/query/expressions.ts'

/** The lessons before one of the learner, in its course, that are not completed. */
const hasOpenBefore = sql`exists (select 1 from lessons as earlier
  left join lesson_progress as done on done.lesson_id = earlier.id and done.enrollment_id = quiz_learner.id
  where earlier.course_id = quiz.course_id and earlier.removed_at is null and done.completed_at is null
  and (earlier.position < quiz.position or (earlier.position = quiz.position and earlier.id < quiz.id)))`

/**
 * Whether an exam for practice is locked for the actor: each lesson that it belongs to is. Agrees with `withUnlocked` of
 * courses.
 */
export const selectIsLocked = (p: { actor_id: number }) =>
  asBoolean(sql`exams.practice and exams.user_id <> ${p.actor_id} and exists (
    select 1 from lessons as quiz inner join courses as quiz_course on quiz_course.id = quiz.course_id
    inner join enrollments as quiz_learner on quiz_learner.course_id = quiz.course_id
    where quiz.exam_id = exams.id and quiz.removed_at is null and quiz_learner.user_id = ${p.actor_id}
    and not quiz_learner.awaiting_payment and quiz_course.user_id <> ${p.actor_id})
  and not exists (
    select 1 from lessons as quiz inner join courses as quiz_course on quiz_course.id = quiz.course_id
    inner join enrollments as quiz_learner on quiz_learner.course_id = quiz.course_id
    where quiz.exam_id = exams.id and quiz.removed_at is null and quiz_learner.user_id = ${p.actor_id}
    and not quiz_learner.awaiting_payment and (quiz_course.user_id = ${p.actor_id} or not quiz_course.sequential
      or not ${hasOpenBefore}))`).as('is_locked')
