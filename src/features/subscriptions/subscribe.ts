import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { KeyedMutex } from '#core/concurrency.ts'
import { getMinCharge } from '#core/money.ts'
import { findPrice, type StoredPrice } from '#core/prices.ts'
import {
  collectErrors,
  createFieldProblem,
  createTooManyRequests,
  ensure,
  invalidFields,
  refuseInvalid,
} from '#core/problem.ts'
import { getCompany } from '#features/companies/index.ts'
import {
  beginCharge,
  type ChargeableMethod,
  choosePrice,
  getChargeableMethod,
  otherCurrencyOfMethod,
  presentPayment,
  runCharge,
  toChargeableAmount,
} from '#features/payments/index.ts'
import { stored } from '#language/sentence.ts'
import { countUse, retryAfterSeconds } from '#platform/throttle.ts'
import type { Counted } from './counted.ts'
import { redeemCoupon, unknownCoupon } from './coupons/service.ts'
import type { SubscriptionRow } from './live.ts'
import { createPendingKey } from './manual.ts'
import { subscriptionPayments } from './payments.ts'
import { plans } from './plans/queries.ts'
import type { PlanRow } from './plans/record.ts'
import { freePlan } from './plans/service.ts'
import { calculateCredit, calculateQuote } from './pricing.ts'
import { formatTitle } from './queries.ts'
import type { ChargeDetails, NewSubscription, Subscribed } from './schemas.ts'
import { getLive, showSubscription } from './service.ts'

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
/** Subscribes to a plan, effective with the payment. */
export async function subscribe(
  ctx: Context,
  given: NewSubscription,
  counted: readonly Counted[],
): Promise<Subscribed> {
  const begun = await limitWrongCoupons(ctx, given, () => runInTransaction(ctx, (tx) => beginSubscription(tx, given)))
  const charge = await runCharge(ctx, subscriptionPayments, begun)
  if (charge.failure !== null) throw createFieldProblem('payment_method_id', stored(charge.failure))
  return {
    subscription: await showSubscription(ctx, counted, given),
    payment: presentPayment(ctx, charge),
  }
}

/** Checks the plan and the payment method. */
export async function checkSubscription(ctx: Context, { plan_id: id, payment_method_id }: Partial<NewSubscription>) {
  const isKnown = async () => id === undefined || (await plans.byId.maybe(ctx, { id })) !== null
  refuseInvalid(
    await collectErrors(
      async () => ensure(await isKnown(), unknownPlan),
      async () => payment_method_id !== undefined && (await getChargeableMethod(ctx, payment_method_id)),
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
  const company = given.company_id ? await getCompany(tx, given.company_id, 'pay') : null
  const subscriber = { user_id: userId, company_id: company?.id ?? null }
  const plan = await plans.byId.maybe(tx, { id: plan_id })
  ensure(plan !== null, unknownPlan)
  ensure(plan.id !== freePlan, freeNeedsNothing)
  const method = await getChargeableMethod(tx, payment_method_id)
  const present = await getLive(tx, subscriber)
  ensure(present?.plan_id !== plan.id, presentPlan)
  const price = chooseCurrency(plan, method, present)

  const discount = coupon_code
    ? await redeemCoupon(tx, coupon_code, { id: plan.id, price: price.amount, currency: price.currency })
    : 0
  const { amount, start, end, value } = offer(tx, { ...plan, price }, discount, present)
  const details: ChargeDetails = {
    kind: present === null ? 'start' : 'change',
    plan_id: plan.id,
    subscription_id: present?.id ?? null,
    version: present?.version ?? null,
    payment_method_id: method.id,
    value,
    coupon_code: coupon_code || null,
    ...(company !== null && { company_id: company.id }),
  }
  return beginCharge(tx, {
    userId,
    purpose: subscriptionPayments,
    slot: createPendingKey(subscriber),
    amount: toChargeableAmount(amount, price.currency, method),
    currency: price.currency,
    method,
    present: true,
    title: formatTitle(plan.name, company?.name ?? null),
    period: { start, end },
    details,
  })
}

/** A subscription stays in its currency when its plan changes. */
function chooseCurrency(plan: PlanRow, method: ChargeableMethod, present: SubscriptionRow | null): StoredPrice {
  if (present === null) return choosePrice(plan, method)
  const price = findPrice(plan, present.currency)
  ensure(price !== null, otherCurrency)
  ensure(method.getStep(price.currency) !== null, otherCurrencyOfMethod)
  return price
}

function offer(
  tx: Transaction,
  { price, interval }: { price: StoredPrice; interval: PlanRow['interval'] },
  discount: number,
  present: SubscriptionRow | null,
) {
  const now = tx.clock.now()
  const credit = present === null || present.state === 'past_due' ? 0 : calculateCredit(present, now)
  const least = getMinCharge(price.currency)
  return calculateQuote({ price: price.amount, interval, discount, credit, now, least })
}
