import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { KeyedMutex } from '#core/concurrency.ts'
import { collectErrors, createFieldProblem, createTooManyRequests, ensure, refuseInvalid } from '#core/problem.ts'
import { getCompany } from '#features/companies/index.ts'
import { beginCharge, getChargeableMethod, presentPayment, runCharge } from '#features/payments/index.ts'
import { stored } from '#language/sentence.ts'
import { countUse, retryAfterSeconds } from '#platform/throttle.ts'
import { redeemCoupon, unknownCoupon } from './coupons/service.ts'
import type { LimitedResource } from './limited-resources.ts'
import { createPendingKey } from './manual.ts'
import { subscriptionPayments } from './payments.ts'
import { plans } from './plans/queries.ts'
import { formatTitle } from './queries.ts'
import { calculateSubscriptionQuote, unknownPlan } from './quote.ts'
import type { ChargeDetails, NewSubscription, Subscribed } from './schemas.ts'
import { getLive, showSubscription } from './service.ts'

/** Subscribes to a plan, effective with the payment. */
export async function subscribe(
  ctx: Context,
  input: NewSubscription,
  counted: readonly LimitedResource[],
): Promise<Subscribed> {
  const begun = await limitWrongCoupons(ctx, input, () => runInTransaction(ctx, (tx) => beginSubscription(tx, input)))
  const charge = await runCharge(ctx, subscriptionPayments, begun)
  if (charge.failure !== null) throw createFieldProblem('payment_method_id', stored(charge.failure))
  return {
    subscription: await showSubscription(ctx, counted, input),
    payment: presentPayment(ctx, charge),
  }
}

/** Checks the plan and the payment method. */
export async function checkSubscription(
  ctx: Context,
  { plan_id: id, payment_method_id }: { plan_id?: string; payment_method_id?: number | null },
) {
  const isOffered = async () => id === undefined || (await plans.byId.maybe(ctx, { id }))?.retired === false
  refuseInvalid(
    await collectErrors(
      async () => ensure(await isOffered(), unknownPlan),
      async () => Boolean(payment_method_id) && (await getChargeableMethod(ctx, payment_method_id ?? 0)),
    ),
  )
}

/** Codes of one user are tried one after the other, so that parallel guesses can not exceed the limit. */
const guesses = new KeyedMutex()

/** Limits wrong codes, so that coupons cannot be guessed. */
export function limitWrongCoupons<T>(
  ctx: Context,
  { coupon_code }: Pick<NewSubscription, 'coupon_code'>,
  work: () => Promise<T>,
): Promise<T> {
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

async function beginSubscription(tx: Transaction, input: NewSubscription) {
  const { payment_method_id, coupon_code } = input
  const userId = tx.actor.id
  const company = input.company_id ? await getCompany(tx, input.company_id, 'pay') : null
  const subscriber = { user_id: userId, company_id: company?.id ?? null }
  const method = await getChargeableMethod(tx, payment_method_id)
  const present = await getLive(tx, subscriber)
  const { plan, price, amount, start, end, value } = await calculateSubscriptionQuote(tx, input, {
    present,
    payer: method,
  })
  if (coupon_code) await redeemCoupon(tx, coupon_code)
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
    amount,
    currency: price.currency,
    method,
    present: true,
    title: formatTitle(plan.name, company?.name ?? null),
    period: { start, end },
    details,
  })
}
