import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { KeyedMutex } from '#core/concurrency.ts'
import { fromMinorUnits } from '#core/money.ts'
import {
  collectErrors,
  createFieldProblem,
  createRuleViolation,
  createTooManyRequests,
  ensure,
  invalidFields,
  refuseInvalid,
} from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { beginCharge, findChargeableMethod, runCharge } from '#features/payments/index.ts'
import { getUser } from '#features/users/index.ts'
import { fill, stored } from '#language/sentence.ts'
import { describeAct } from '#platform/audit/audit.ts'
import { countUse, retryAfterSeconds } from '#platform/throttle.ts'
import { redeemCoupon, unknownCoupon } from '../coupons/service.ts'
import { plans } from '../plans/queries.ts'
import { freePlan, type PlanRow } from '../plans/service.ts'
import { type Counted, getUsage } from './entitlements.ts'
import { applyMove, isOver } from './lifecycle.ts'
import { describeMove, type SubscriptionRow, save, subscriptionPayments } from './payments.ts'
import { calculateCredit, calculateQuote } from './pricing.ts'
import { subscriptions } from './queries.ts'
import type { Cancellation, ChargeDetails, NewSubscription, Subscribed, Subscription } from './schemas.ts'

export const unknownPlan = invalidFields({ plan_id: ['The selected plan id is invalid.'] })
export const freeNeedsNothing = createFieldProblem(
  'plan_id',
  'The free plan needs no subscription; cancel yours to return to it.',
)
export const presentPlan = createFieldProblem('plan_id', 'You have this plan already.')
export const otherCurrency = createFieldProblem(
  'plan_id',
  'This plan is in another currency; cancel your present one first.',
)
export const unknownMethod = invalidFields({
  payment_method_id: ['The selected payment method id is invalid.'],
})
export const nothingToCancel = createRuleViolation('There is no paid subscription to cancel.')
export const nothingToResume = createRuleViolation('There is no cancellation to take back.')

/** A user has at most one pending charge for a subscription. */
export const createPendingKey = (userId: number) => `subscription of ${userId}`

/** Returns the paid subscription of the user, or the free plan. */
export async function showSubscription(ctx: Context, counted: readonly Counted[]): Promise<Subscription> {
  const user_id = ctx.actor.id
  const held = await subscriptions.findLive.maybe(ctx, { user_id })
  const usage = await getUsage(ctx, user_id, counted)
  if (held === null || isOver(held, ctx.clock.now())) return { ...(await presentFreePlan(ctx, held)), usage }
  const { id, plan_id, name, price, currency, interval, state, started_at, canceled_at, period_end } = held
  return {
    id,
    plan: { id: plan_id, name, price: fromMinorUnits(price), currency, interval },
    status: state === 'ending' ? 'active' : state,
    started_at,
    expires_at: state === 'ending' ? period_end : null,
    next_billing_date: state === 'ending' ? null : (held.retry_at ?? period_end),
    canceled_at,
    usage,
  }
}

async function presentFreePlan(ctx: Context, over: SubscriptionRow | null) {
  const { id, name, price, currency, interval } = await plans.byId.one(ctx, { id: freePlan })
  const last = await subscriptions.findLastEnd.maybe(ctx, { user_id: ctx.actor.id })
  const since = over?.period_end ?? last?.ended_at ?? (await getUser(ctx, ctx.actor.id)).created_at
  return {
    id: 0,
    plan: { id, name, price: fromMinorUnits(price), currency, interval },
    status: 'active' as const,
    started_at: since,
    expires_at: null,
    next_billing_date: null,
    canceled_at: null,
  }
}

/** Subscribes to a plan, effective with the payment. */
export async function subscribe(
  ctx: Context,
  given: NewSubscription,
  counted: readonly Counted[],
): Promise<Subscribed> {
  const begun = await limitWrongCoupons(ctx, given, () => runInTransaction(ctx, (tx) => beginSubscription(tx, given)))
  const { id, status, amount, currency, failure } = await runCharge(ctx, subscriptionPayments, begun)
  if (failure !== null) throw createFieldProblem('payment_method_id', stored(failure))
  return {
    subscription: await showSubscription(ctx, counted),
    payment: {
      id,
      status: status === 'pending' ? 'pending' : 'succeeded',
      amount: fromMinorUnits(amount),
      currency,
    },
  }
}

/** Checks the plan and the payment method. */
export async function checkSubscription(ctx: Context, { plan_id: id, payment_method_id }: Partial<NewSubscription>) {
  const isKnown = async () => id === undefined || (await plans.byId.maybe(ctx, { id })) !== null
  const isMine = async () =>
    payment_method_id === undefined || (await findChargeableMethod(ctx, ctx.actor.id, payment_method_id)) !== null
  refuseInvalid(
    await collectErrors(
      async () => ensure(await isKnown(), unknownPlan),
      async () => ensure(await isMine(), unknownMethod),
    ),
  )
}

/** Codes of one user are tried one after the other, so that parallel guesses can not exceed the limit. */
const guesses = new KeyedMutex()

/** Limits wrong codes, so that coupons cannot be guessed. */
function limitWrongCoupons<T>(ctx: Context, { coupon_code }: NewSubscription, work: () => Promise<T>): Promise<T> {
  if (!coupon_code) return work()
  const limit = { limit: 20, window: { hours: 1 } }
  const mine = [String(ctx.actor.id)]
  return guesses.runExclusive(String(ctx.actor.id), async () => {
    const wait = await retryAfterSeconds(ctx, 'wrong-coupons', mine, limit)
    if (wait !== null) throw createTooManyRequests('Too many wrong coupon codes, please try again later.', wait)
    try {
      return await work()
    } catch (error) {
      if (error === unknownCoupon) await countUse(ctx, 'wrong-coupons', mine, limit)
      throw error
    }
  })
}

async function beginSubscription(tx: Transaction, given: NewSubscription) {
  const { plan_id, payment_method_id, coupon_code = null } = given
  const userId = tx.actor.id
  const plan = await plans.byId.maybe(tx, { id: plan_id })
  ensure(plan !== null, unknownPlan)
  ensure(plan.id !== freePlan, freeNeedsNothing)
  const method = await findChargeableMethod(tx, userId, payment_method_id)
  ensure(method !== null, unknownMethod)
  const present = await getLive(tx, userId)
  ensure(present?.plan_id !== plan.id, presentPlan)
  ensure(present === null || present.currency === plan.currency, otherCurrency)

  const discount = coupon_code ? await redeemCoupon(tx, coupon_code, plan) : 0
  const { amount, start, end, value } = offer(tx, plan, discount, present)
  const details: ChargeDetails = {
    kind: present === null ? 'start' : 'change',
    plan_id: plan.id,
    subscription_id: present?.id ?? null,
    version: present?.version ?? null,
    payment_method_id: method.id,
    value,
    coupon_code: coupon_code || null,
  }
  return beginCharge(tx, {
    userId,
    purpose: subscriptionPayments,
    slot: createPendingKey(userId),
    amount,
    currency: plan.currency,
    method,
    title: plan.name,
    period: { start, end },
    details,
  })
}

function offer(tx: Transaction, { price, interval }: PlanRow, discount: number, present: SubscriptionRow | null) {
  const now = tx.clock.now()
  const credit = present === null || present.state === 'past_due' ? 0 : calculateCredit(present, now)
  return calculateQuote({ price, interval, discount, credit, now })
}

/** Returns the live subscription. One whose period has ended is ended here if the background has not done it yet. */
async function getLive(tx: Transaction, userId: number): Promise<SubscriptionRow | null> {
  const held = await subscriptions.findLive.maybe(tx, { user_id: userId })
  if (held === null || !isOver(held, tx.clock.now())) return held
  await save(tx, held, applyMove(held, 'end', { ended_at: held.period_end }))
  return null
}

export const cancelSubscription = (ctx: Context, cancellation: Cancellation) =>
  runInTransaction(ctx, (tx) => cancelFor(tx, tx.actor.id, cancellation))

/**
 * Cancels the subscription of a user at the end of the period or immediately. A repetition may still change the end to
 * now.
 */
export async function cancelFor(
  tx: Transaction,
  userId: number,
  { reason, cancel_immediately = false }: Cancellation,
): Promise<{ cancels_at: string }> {
  const held = await getLive(tx, userId)
  ensure(held !== null, nothingToCancel)
  if (held.state === 'ending' && !cancel_immediately) return { cancels_at: held.period_end }

  const now = tx.clock.now()
  // A period that has ended or was not paid is cancelled immediately.
  const isAtOnce = cancel_immediately || held.state === 'past_due' || held.period_end <= now
  const wish = { canceled_at: held.canceled_at ?? now, cancel_reason: reason || held.cancel_reason }
  const after = isAtOnce
    ? applyMove(held, 'cancel_now', { ...wish, retry_at: null, ended_at: now })
    : applyMove(held, 'cancel_at_end', wish)
  await save(tx, held, after)
  describeAct(tx, describeMove(held, after))
  const cancels_at = isAtOnce ? now : held.period_end
  if (held.state !== 'ending')
    await recordActivity(tx, 'subscription_canceled', {
      userId,
      description: fill('Canceled the subscription to {plan}', { plan: held.name }),
      metadata: { plan_id: held.plan_id, cancels_at },
    })
  return { cancels_at }
}

/** Moves the end of the period of a subscription by whole days. An unpaid one counts as paid until then. */
export async function extendFor(tx: Transaction, userId: number, days: number): Promise<void> {
  const held = await getLive(tx, userId)
  ensure(held !== null, nothingToCancel)
  const now = tx.clock.now()
  const from = held.period_end > now ? held.period_end : now
  const after = applyMove(held, 'extend', {
    period_end: addDuration(from, { days }),
    past_due_since: null,
    retries: 0,
    retry_at: null,
    reminded_for: null,
  })
  await save(tx, held, after)
  describeAct(tx, describeMove(held, after))
}

/** Withdraws a cancellation before it takes effect. */
export async function resumeSubscription(ctx: Context, counted: readonly Counted[]): Promise<Subscription> {
  await runInTransaction(ctx, async (tx) => {
    const held = await getLive(tx, tx.actor.id)
    ensure(held?.state === 'ending', nothingToResume)
    await save(tx, held, applyMove(held, 'resume', { canceled_at: null, cancel_reason: null, reminded_for: null }))
  })
  return showSubscription(ctx, counted)
}
