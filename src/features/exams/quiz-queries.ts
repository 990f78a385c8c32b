/** Exams for practice, which belong to lessons: who their learners are, and whether they are open to them. */

import { sql } from 'kysely'
import { asBoolean } from '#database/query/expressions.ts'
import { and, listConditions, type Relation, ref } from '#database/relations.ts'
import { getOpeningTime } from '#features/courses/condition-queries.ts'

/** The lessons that an exam belongs to, with the enrollments of their courses. */
const lessonsOf = (row: string) => sql`lessons as quiz
  inner join courses as quiz_course on quiz_course.id = quiz.course_id and quiz_course.hidden_at is null
  inner join enrollments as quiz_learner on quiz_learner.course_id = quiz.course_id and not quiz_learner.awaiting_payment
  where quiz.exam_id = ${ref(row, 'id')} and quiz.removed_at is null`

const isPublishedPractice = (row: string) => listConditions(row, { practice: true, publication_status: 'published' })

/**
 * The learners of the courses with a lesson that the exam belongs to, which is for practice. The change feed tells them as a group,
 * because a course can have many.
 */
export const learners: Relation<{ practice: boolean; publication_status: string; is_learner: boolean }> = {
  has: (_actor, { practice, publication_status, is_learner }) =>
    practice && publication_status === 'published' && is_learner,
  holds: (row, { actor_id }) =>
    and([
      ...isPublishedPractice(row),
      sql`exists (select 1 from ${lessonsOf(row)} and quiz_learner.user_id = ${actor_id})`,
    ]),
  members: (row) => [{ joins: [], who: { group: 'exam:' }, where: isPublishedPractice(row) }],
  origins: [],
  columns: ['practice', 'publication_status'],
  rows: [],
}

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

/** When a lesson of the learner opens; one that is open at once opened with the enrollment. */
const opensAt = sql`coalesce(${getOpeningTime({ lesson: 'quiz', enrollment: 'quiz_learner', cohort: 'quiz_cohort' })},
  quiz_learner.enrolled_at)`

/** When the first lesson of an exam for practice opens for the actor, as far as the days decide; null for who teaches it or has none. */
export const selectOpeningTime = (p: { actor_id: number }) =>
  sql<string | null>`case when exams.practice and exams.user_id <> ${p.actor_id} then (select min(${opensAt})
    from lessons as quiz inner join courses as quiz_course on quiz_course.id = quiz.course_id
    inner join enrollments as quiz_learner on quiz_learner.course_id = quiz.course_id
    left join course_cohorts as quiz_cohort on quiz_cohort.id = quiz_learner.cohort_id
    where quiz.exam_id = exams.id and quiz.removed_at is null and quiz_learner.user_id = ${p.actor_id}
    and not quiz_learner.awaiting_payment and quiz_course.user_id <> ${p.actor_id}) end`.as('lesson_opens_at')
