import type { AnyContext } from '#context.ts'
import { getMinCharge } from '#core/money.ts'
import { findPrice, type StoredPrice } from '#core/prices.ts'
import { createFieldProblem, ensure, invalidFields } from '#core/problem.ts'
import { type Duration, subtractDuration } from '#core/time.ts'
import { choosePrice, otherCurrencyOfMethod, type Payer, toChargeableAmount } from '#features/payments/index.ts'
import { findDiscount } from './coupons/service.ts'
import type { SubscriptionRow } from './live-subscriptions.ts'
import { plans } from './plans/queries.ts'
import type { PlanRow } from './plans/record.ts'
import { freePlan } from './plans/service.ts'
import { calculateCredit, calculateQuote, type Quote } from './pricing.ts'

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
export const oldPreview = createFieldProblem('quoted_at', 'This preview is too old; look at the price again.')

/** How long the amount of a preview can be paid. */
const quoteLifetime: Duration = { minutes: 15 }

interface QuotedPurchase {
  plan_id: string
  coupon_code?: string | null | undefined
  /** The moment for which it is calculated; now unless given. */
  quoted_at?: string | null | undefined
}

/** What a plan costs a user now, in minor units. */
export interface SubscriptionQuote extends Quote {
  plan: PlanRow
  price: StoredPrice
  discount: number
  /** The value of the unused time of the present plan. */
  credit: number
}

/**
 * Calculates what a plan costs the actor, who has the subscription `present`, and changes nothing. Throws 422 for a plan or a coupon
 * that cannot be bought.
 */
export async function calculateSubscriptionQuote(
  ctx: AnyContext,
  { plan_id, coupon_code, quoted_at }: QuotedPurchase,
  { present, payer }: { present: SubscriptionRow | null; payer: Payer },
): Promise<SubscriptionQuote> {
  const plan = await getPaidPlan(ctx, plan_id)
  ensure(present?.plan_id !== plan.id, presentPlan)
  const price = chooseCurrency(plan, payer, present)
  const offered = { id: plan.id, price: price.amount, currency: price.currency }
  const discount = coupon_code ? await findDiscount(ctx, coupon_code, offered) : 0
  const now = ctx.clock.now()
  const at = quoted_at ?? now
  ensure(at <= now && subtractDuration(now, quoteLifetime) <= at, oldPreview)
  const credit = present === null || present.state === 'past_due' ? 0 : calculateCredit(present, at)
  const { interval } = plan
  const least = getMinCharge(price.currency)
  // The period ends as if it had begun then, so that nothing is gained by an old preview.
  const quote = calculateQuote({ price: price.amount, interval, discount, credit, now: at, least })
  return {
    ...quote,
    start: now,
    amount: toChargeableAmount(quote.amount, price.currency, payer),
    plan,
    price,
    discount,
    credit,
  }
}

async function getPaidPlan(ctx: AnyContext, id: string): Promise<PlanRow> {
  const plan = await plans.byId.maybe(ctx, { id })
  ensure(plan !== null && !plan.retired, unknownPlan)
  ensure(plan.id !== freePlan, freeNeedsNothing)
  return plan
}

/** A subscription stays in its currency when its plan changes. */
function chooseCurrency(plan: PlanRow, payer: Payer, present: SubscriptionRow | null): StoredPrice {
  if (present === null) return choosePrice(plan, payer)
  const price = findPrice(plan, present.currency)
  ensure(price !== null, otherCurrency)
  ensure(payer.getStep(price.currency) !== null, otherCurrencyOfMethod)
  return price
}
