import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, createRuleViolation, ensure } from '#core/problem.ts'
import {
  beginCharge,
  type Charge,
  choosePrice,
  formatCoursePurchase,
  getChargeableMethod,
  presentPayment,
  runCharge,
  toChargeableAmount,
} from '#features/payments/index.ts'
import { getUser } from '#features/users/index.ts'
import { stored } from '#language/sentence.ts'
import { type CourseRow, getCourse } from '../access.ts'
import { claimSeat } from '../cohorts.ts'
import { ensurePrerequisites } from '../prerequisites.ts'
import { alreadyEnrolled, calculatePercentage, getOwnEnrollment } from './access.ts'
import { notOffered } from './learners.ts'
import { addEnrollment, coursePayments } from './payments.ts'
import { enrollments } from './queries.ts'
import type { Enrolled, EnrolledQuery, Enrollment, EnrollmentChange, NewEnrollment } from './schemas.ts'

const methodNeeded = createFieldProblem(
  'payment_method_id',
  'This course is not free; choose one of your payment methods.',
)
const withdrawn = createRuleViolation('This course no longer exists; what you paid is refunded.')
const completedStays = createFieldProblem('status', 'A completed course can be neither paused nor resumed.')

/**
 * Enrolls in a free course immediately and in a paid one with its payment, both or neither. While the payment is
 * pending the enrollment is reserved.
 */
export async function enroll(ctx: Context, courseId: number, input: NewEnrollment): Promise<Enrolled> {
  const charge = await runInTransaction(ctx, (tx) => begin(tx, courseId, input))
  if (charge === null) return { enrollment: await getMyEnrollment(ctx, courseId) }
  const settled = await runCharge(ctx, coursePayments, charge)
  const { status, failure } = settled
  if (status === 'failed')
    throw createFieldProblem('payment_method_id', failure === null ? 'The payment failed.' : stored(failure))
  const mine = await enrollments.mine.maybe(ctx, { course_id: courseId, user_id: ctx.actor.id })
  ensure(mine !== null, withdrawn)
  if (status === 'pending') return { enrollment: presentEnrollment(mine), payment: presentPayment(ctx, settled) }
  // The user was enrolled in another way meanwhile; this payment is refunded.
  if (failure !== null) throw createFieldProblem('payment_method_id', stored(failure))
  return { enrollment: presentEnrollment(mine), payment: presentPayment(ctx, settled) }
}

/** Enrolls, or returns the charge that will. */
async function begin(tx: Transaction, courseId: number, input: NewEnrollment): Promise<Charge | null> {
  const course = await getCourse(tx, courseId)
  ensure(!course.enrolled, alreadyEnrolled)
  ensure(course.status === 'published', notOffered)
  await ensurePrerequisites(tx, courseId, tx.actor.id)
  if (course.price > 0) return beginPurchase(tx, course, input)
  const cohortId = await claimSeat(tx, course.id, input.cohort_id)
  await addEnrollment(tx, course, await getUser(tx, tx.actor.id), cohortId)
  return null
}

async function beginPurchase(tx: Transaction, course: CourseRow, input: NewEnrollment): Promise<Charge> {
  const { payment_method_id: methodId = null, cohort_id: asked } = input
  // A default payment method is never charged without being named in the request.
  ensure(methodId !== null, methodNeeded)
  const cohort_id = await claimSeat(tx, course.id, asked)
  const method = await getChargeableMethod(tx, methodId)
  const purchase = `course ${course.id} of ${tx.actor.id}`
  const { amount, currency } = choosePrice(course, method)
  const charge = await beginCharge(tx, {
    userId: tx.actor.id,
    purpose: coursePayments,
    slot: purchase,
    covers: purchase,
    amount: toChargeableAmount(amount, currency, method),
    currency,
    method,
    present: true,
    title: formatCoursePurchase(course.title),
    details: { course_id: course.id },
  })
  await enrollments.reserve.run(tx, { course_id: course.id, user_id: tx.actor.id, cohort_id, now: tx.clock.now() })
  return charge
}

type Row = Awaited<ReturnType<typeof getOwnEnrollment>>

const presentEnrollment = (row: Row): Enrollment => ({
  id: row.id,
  course_id: row.course_id,
  user_id: row.user_id,
  enrolled_at: row.enrolled_at,
  progress: calculatePercentage(row),
  status: row.status,
  cohort_id: row.cohort_id,
})

const getMyEnrollment = async (ctx: AnyContext, courseId: number) =>
  presentEnrollment(await getOwnEnrollment(ctx, courseId))

export const listEnrolled = (ctx: Context, { status, ...paging }: EnrolledQuery) =>
  page(ctx, paging, async (ctx, slice) => {
    const { rows, total } = await enrollments.ofUser.page(ctx, { user_id: ctx.actor.id, status, ...slice })
    return { rows: rows.map((row) => ({ ...row, progress: calculatePercentage(row) })), total }
  })

/** Pauses or resumes a course. The progress is kept and can still be changed. */
export function updateEnrollment(ctx: Context, courseId: number, { status }: EnrollmentChange): Promise<Enrollment> {
  return runInTransaction(ctx, async (tx) => {
    await getCourse(tx, courseId)
    const enrollment = await getOwnEnrollment(tx, courseId)
    ensure(enrollment.status !== 'completed', completedStays)
    if (enrollment.status !== status) await enrollments.setStatus.run(tx, { id: enrollment.id, status })
    return getMyEnrollment(tx, courseId)
  })
}
