import type { Transaction } from '#context.ts'
import { createFieldProblem, ensure, invalidFields } from '#core/problem.ts'
import { createStoredJsonParser } from '#core/stored-json.ts'
import { recordActivity } from '#features/activity/index.ts'
import { notify } from '#features/notifications/index.ts'
import {
  definePurchaseType,
  formatCoursePurchase,
  getCurrentPeriod,
  type PurchaseType,
} from '#features/payments/index.ts'
import { findUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { type CourseRow, findCourse } from '../access.ts'
import { claimSeat, findSeat } from '../cohorts.ts'
import { completePassedLessons } from '../passed-lessons.ts'
import { alreadyEnrolled } from './access.ts'
import { reportFailedPurchase } from './mails.ts'
import { enrollments } from './queries.ts'
import { PurchaseDetails } from './schemas.ts'

const unknownCourse = invalidFields({ 'for.course_id': ['The selected course id is invalid.'] })
const enrolledAlready = createFieldProblem('for.course_id', 'This person is enrolled already.')

const storedPurchase = createStoredJsonParser(PurchaseDetails)

/**
 * Enrolls after a successful payment. Returns null, which refunds it, when the user or the course is gone or the user
 * is enrolled already.
 */
export const coursePayments: PurchaseType = definePurchaseType({
  name: 'course',

  async onSucceeded(tx, { user_id, details }) {
    const { course_id } = storedPurchase(details)
    const course = await findCourse(tx, course_id, user_id)
    const user = await findUser(tx, user_id)
    if (course === null || user === null || course.enrolled) return null
    const reserved = await enrollments.mine.maybe(tx, { course_id, user_id })
    await addEnrollment(tx, course, user, reserved === null ? await findSeat(tx, course_id) : null)
    return getCurrentPeriod(tx)
  },

  manual: {
    field: 'course_id',
    async describe(tx, { userId, id }) {
      const course = await findCourse(tx, Number(id), userId)
      ensure(course !== null, unknownCourse)
      ensure(!course.enrolled, enrolledAlready)
      const purchase = `course ${course.id} of ${userId}`
      const title = formatCoursePurchase(course.title)
      const cohort_id = await claimSeat(tx, course.id)
      await enrollments.reserve.run(tx, { course_id: course.id, user_id: userId, cohort_id, now: tx.clock.now() })
      return { slot: purchase, covers: purchase, title, details: { course_id: course.id } }
    },
  },

  async onFailed(tx, { user_id, details, failure }) {
    const { course_id } = storedPurchase(details)
    await enrollments.removeReservation.run(tx, { course_id, user_id })
    const course = await findCourse(tx, course_id, user_id)
    if (tx.actor.role === 'system' && course !== null)
      await reportFailedPurchase(tx, user_id, { title: course.title, reason: failure ?? '' })
  },
})

/** Adds the enrollment with its activity, count and notification. A reservation stays in its cohort. */
export async function addEnrollment(
  tx: Transaction,
  course: CourseRow,
  user: { id: number; name: string },
  cohort_id: number | null,
): Promise<void> {
  const added = await enrollments.add.maybe(tx, {
    course_id: course.id,
    user_id: user.id,
    cohort_id,
    now: tx.clock.now(),
  })
  ensure(added !== null, alreadyEnrolled)
  const { id } = added
  await enrollments.countInCourse.run(tx, { id: course.id })
  await recordActivity(tx, 'course_enrolled', {
    userId: user.id,
    description: fill('Enrolled in {title}', { title: course.title }),
    metadata: { course_id: course.id, enrollment_id: id },
  })
  await completePassedLessons(tx, [user.id])
  // Instructors know whom they enroll.
  if ([user.id, tx.actor.id].includes(course.instructor.id)) return
  await notify(tx, course.instructor.id, 'course_update', {
    title: 'New learner',
    message: fill('{name} enrolled in {title}.', { name: user.name, title: course.title }),
    data: { url: `/courses/${course.id}`, action: 'view_course' },
    event: `enrollment:${id}`,
  })
}
