import type { AnyContext } from '#context.ts'
import { createRuleViolation, ensure, Problem } from '#core/problem.ts'
import { enrollments } from './queries.ts'

export const alreadyEnrolled = createRuleViolation('You are already enrolled in this course.')
export const notEnrolled = new Problem(403, 'You are not enrolled in this course.')

/** Returns the actor's enrollment. 403 without one, or while its payment is pending. */
export async function getOwnEnrollment(ctx: AnyContext, courseId: number) {
  const enrollment = await enrollments.mine.maybe(ctx, { course_id: courseId, user_id: ctx.actor.id })
  ensure(enrollment !== null && !enrollment.awaiting_payment, notEnrolled)
  return enrollment
}

interface LessonCounts {
  total: number
  done: number
}

/** Whole percent, rounded down, so that 100 means all. */
export const calculatePercentage = ({ total, done }: LessonCounts) =>
  total === 0 ? 0 : Math.floor((100 * done) / total)

export const isAllDone = ({ total, done }: LessonCounts) => total > 0 && done === total
