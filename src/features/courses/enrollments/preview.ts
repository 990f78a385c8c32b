import type { Context } from '#context.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import {
  choosePrice,
  describePurchase,
  formatCoursePurchase,
  getPayer,
  type PurchasePreview,
  presentPreview,
  toChargeableAmount,
} from '#features/payments/index.ts'
import { getVisibleCourse } from '../access.ts'
import { alreadyEnrolled } from './access.ts'
import { notOffered } from './learners.ts'
import type { EnrollmentPreview } from './schemas.ts'

export const couponForPlans = createFieldProblem('coupon_code', 'Coupons are for plans; courses have none.')

/** Returns what a course would cost the actor, and stores nothing. */
export async function showEnrollmentPreview(
  ctx: Context,
  courseId: number,
  input: EnrollmentPreview,
): Promise<PurchasePreview> {
  const course = await getVisibleCourse(ctx, courseId)
  ensure(!course.enrolled, alreadyEnrolled)
  ensure(course.status === 'published', notOffered)
  ensure(!input.coupon_code, couponForPlans)
  const payer = await getPayer(ctx, input)
  const { amount, currency } = choosePrice(course, payer)
  const title = describePurchase(formatCoursePurchase(course.title))
  const lines = [{ kind: 'price' as const, title, amount }]
  const total = toChargeableAmount(amount, currency, payer)
  const preview = { currency, lines, total, nextCharge: null, quotedAt: ctx.clock.now() }
  return presentPreview(ctx, preview, { country: input.country, payer })
}
