import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { ensureExpiresLater } from '#core/expiry.ts'
import { fromMinorUnits, toMinorUnits } from '#core/money.ts'
import { page } from '#core/page.ts'
import { collectErrors, createFieldProblem, ensure, notFound, refuseInvalid } from '#core/problem.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { plans } from '../plans/queries.ts'
import { coupons } from './queries.ts'
import { couponRecord } from './record.ts'
import { type Coupon, type CouponQuery, defaultCurrency, type NewCoupon } from './schemas.ts'

export const codeTaken = createFieldProblem('code', 'There is a coupon with this code already.')
export const unknownCoupon = createFieldProblem('coupon_code', 'The coupon code is not valid.')
export const expiredCoupon = createFieldProblem('coupon_code', 'The coupon has expired.')
export const usedUpCoupon = createFieldProblem('coupon_code', 'The coupon has been used up.')
export const spentCoupon = createFieldProblem('coupon_code', 'You have used this coupon already.')
export const otherCurrencyCoupon = createFieldProblem('coupon_code', 'The coupon is for another currency.')
export const otherPlanCoupon = createFieldProblem('coupon_code', 'The coupon is not for this plan.')

/** Presents amounts; codes are stored in upper case. */
const presentCoupon = (coupon: Coupon): Coupon => ({
  ...coupon,
  amount_off: coupon.amount_off === null ? null : fromMinorUnits(coupon.amount_off, coupon.currency ?? defaultCurrency),
})

export const listCoupons = (ctx: Context, query: CouponQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await coupons.all.page(ctx, slice)
    return { rows: rows.map(presentCoupon), total }
  })

export function addCoupon(ctx: Context, input: NewCoupon): Promise<Coupon> {
  const { amount_off = null } = input
  const currency = amount_off === null ? null : (input.currency ?? defaultCurrency)
  const code = input.code.toUpperCase()
  return runInTransaction(ctx, async (tx) => {
    ensure((await coupons.byCode.maybe(tx, { code })) === null, codeTaken)
    await checkNewCoupon(tx, input)
    const row = await coupons.add.one(tx, {
      ...couponRecord.defaults,
      ...input,
      code,
      currency,
      amount_off: amount_off === null ? null : toMinorUnits(amount_off, currency ?? defaultCurrency),
      now: tx.clock.now(),
    })
    const coupon = presentCoupon(row)
    describeAuditEvent(tx, { object: { kind: 'coupon', id: coupon.id }, before: null, after: coupon })
    return coupon
  })
}

/** Throws 422 for unknown plans, and an end that is past. */
export async function checkNewCoupon(
  ctx: AnyContext,
  { plans: input = [], expires_at }: Partial<NewCoupon>,
): Promise<void> {
  const known = new Set((await plans.all.all(ctx, {})).map(({ id }) => id))
  const unknown = input.flatMap((id, index) => (known.has(id) ? [] : [[`plans.${index}`, ['There is no such plan.']]]))
  refuseInvalid(
    await collectErrors(
      () => refuseInvalid(Object.fromEntries(unknown)),
      () => ensureExpiresLater(expires_at, ctx.clock.now()),
    ),
  )
}

export const deleteCoupon = (ctx: Context, id: number): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const coupon = await coupons.remove.maybe(tx, { id })
    ensure(coupon !== null, notFound)
    describeAuditEvent(tx, { before: presentCoupon(coupon), after: null })
  })

/**
 * Returns the discount of a coupon for the actor, in minor units, and redeems nothing. Throws 422 for a coupon that the actor cannot
 * use.
 */
export async function findDiscount(
  ctx: AnyContext,
  input: string,
  plan: { id: string; price: number; currency: string },
): Promise<number> {
  const code = input.toUpperCase()
  const coupon = await coupons.byCode.maybe(ctx, { code })
  ensure(coupon !== null, unknownCoupon)
  ensure(coupon.expires_at === null || coupon.expires_at > ctx.clock.now(), expiredCoupon)
  ensure(coupon.plans.length === 0 || coupon.plans.includes(plan.id), otherPlanCoupon)
  // Coupons that were added before there were several currencies have none.
  ensure(coupon.currency === null || coupon.currency === plan.currency, otherCurrencyCoupon)
  const mine = { user_id: ctx.actor.id, code, since: coupon.created_at }
  ensure((await coupons.usedBy.maybe(ctx, mine)) === null, spentCoupon)
  ensure(coupon.max_redemptions === null || coupon.redemptions < coupon.max_redemptions, usedUpCoupon)
  const off = coupon.amount_off ?? Math.round((plan.price * (coupon.percent_off ?? 0)) / 100)
  return Math.min(off, plan.price)
}

/**
 * Redeems a coupon, at most once per user after `findDiscount`: concurrent requests conflict on the slot of the subscription's
 * charges. Throws 422 when another person took the last redemption.
 */
export async function redeemCoupon(tx: Transaction, input: string): Promise<void> {
  ensure((await coupons.redeem.run(tx, { code: input.toUpperCase() })) === 1, usedUpCoupon)
}

/** Returns the redemption after a failed payment. */
export async function releaseCoupon(tx: Transaction, code: string): Promise<void> {
  await coupons.giveBack.run(tx, { code: code.toUpperCase() })
}
