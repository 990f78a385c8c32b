/** Enrolls others: by the instructor in a free course, and by an administrator in any. */

import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { createRuleViolation, ensure, Problem } from '#core/problem.ts'
import { notify } from '#features/notifications/index.ts'
import { countInvitation, findSuspension, findUser, getUser, type User } from '#features/users/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { type CourseRow, findCourse, getManagedCourse } from '../access.ts'
import { claimSeat } from '../cohorts.ts'
import { ensurePrerequisites } from '../prerequisites.ts'
import { courses } from '../queries.ts'
import { addEnrollment } from './payments.ts'
import type { LearnerVerdict, NewLearners } from './schemas.ts'

export const notOffered = createRuleViolation('This course is not open for enrollment.')
export const paidByAdmins = new Problem(403, 'This course is not free; only an administrator can enroll others in it.')

/** Returns which of the courses are published. */
export async function findOpenCourses(ctx: AnyContext, ids: readonly number[]): Promise<Set<number>> {
  return new Set((await courses.openOf.all(ctx, { ids })).map(({ id }) => id))
}

/** Enrolls the people and returns a verdict for each. 404 and 403 like a change of the course. */
export function enrollLearners(
  ctx: Context,
  courseId: number,
  { user_ids, cohort_id }: NewLearners,
): Promise<LearnerVerdict[]> {
  return runInTransaction(ctx, async (tx) => {
    const course = await getManagedCourse(tx, courseId)
    ensure(course.status === 'published', notOffered)
    ensure(course.price === 0 || tx.actor.role === 'admin', paidByAdmins)
    const verdicts: LearnerVerdict[] = []
    for (const userId of user_ids) verdicts.push(await enrollLearner(tx, courseId, userId, cohort_id))
    const enrolled = verdicts.filter(({ verdict }) => verdict === 'enrolled').map(({ user_id }) => user_id)
    describeAuditEvent(tx, { userId: course.instructor.id, before: null, after: { enrolled } })
    return verdicts
  })
}

/** Enrolls a person in a published course. Instructors are bounded; administrators and the service on their behalf are not. */
export async function enrollLearner(
  tx: Transaction,
  courseId: number,
  user_id: number,
  cohortId?: number,
): Promise<LearnerVerdict> {
  const refuse = (sentence: Sentence): LearnerVerdict => ({
    user_id,
    verdict: 'refused',
    message: translate(sentence, tx.wording),
  })
  const user = await findUser(tx, user_id)
  if (user === null || (await findSuspension(tx, user_id)) !== null) return refuse('There is no such user.')
  const course = await findCourse(tx, courseId, user_id)
  if (course === null || course.enrolled) return { user_id, verdict: 'already_enrolled', message: '' }
  let seat: number | null
  try {
    await ensurePrerequisites(tx, courseId, user_id)
    seat = await claimSeat(tx, courseId, cohortId)
  } catch (error) {
    if (error instanceof Problem) return refuse(error.sentence)
    throw error
  }
  const isNew =
    ['admin', 'system'].includes(tx.actor.role) || (await countInvitation(tx, `course ${courseId}`, user_id))
  await addEnrollment(tx, course, user, seat)
  if (isNew && user_id !== tx.actor.id) await notifyLearner(tx, course, user)
  return { user_id, verdict: 'enrolled', message: '' }
}

async function notifyLearner(tx: Transaction, course: CourseRow, user: User): Promise<void> {
  const name = tx.actor.id > 0 ? (await getUser(tx, tx.actor.id)).name : tx.config.organizationName
  await notify(tx, user.id, 'course_update', {
    title: 'You are enrolled',
    message: fill('{name} has enrolled you in {title}.', { name, title: course.title }),
    data: { url: `/courses/${course.id}`, action: 'view_course' },
    event: `learner:${course.id}:${user.id}`,
  })
}
