import type { Transaction } from '#context.ts'
import { getMinCharge } from '#core/money.ts'
import { findPrice } from '#core/prices.ts'
import { createFieldProblem, ensure, invalidFields } from '#core/problem.ts'
import { getCompany, mayPayFor } from '#features/companies/index.ts'
import type { ManualPurchase } from '#features/payments/index.ts'
import { isOver } from './lifecycle.ts'
import { findLive, type SubscriptionRow } from './live-subscriptions.ts'
import { plans } from './plans/queries.ts'
import { calculateCredit, calculateNextPeriod, calculateQuote } from './pricing.ts'
import { formatTitle } from './queries.ts'
import type { Subscriber } from './record.ts'
import type { ChargeDetails } from './schemas.ts'

const unknownPlan = invalidFields({ 'for.plan_id': ['The selected plan id is invalid.'] })
const freePlan = createFieldProblem('for.plan_id', 'A free plan needs no payment.')
const otherCurrency = createFieldProblem('currency', 'The subscription of this person is in another currency.')
const otherCompany = createFieldProblem('for.company_id', 'This person does not manage the company.')

/** A user, and a company, has at most one pending charge for a subscription. */
export const createPendingKey = ({ user_id, company_id }: Subscriber) =>
  company_id === null ? `subscription of ${user_id}` : `subscription of company ${company_id}`

/**
 * Describes a payment by hand for a plan: a subscription that begins, another plan, which the unused time of the present one
 * extends, or a further period of the same plan.
 */
export async function describeManual(tx: Transaction, { userId, id, companyId, amount, currency }: ManualPurchase) {
  const plan = await plans.byId.maybe(tx, { id: String(id) })
  ensure(plan !== null, unknownPlan)
  ensure(plan.price > 0, freePlan)
  const now = tx.clock.now()
  const company = companyId === null ? null : await getPaidCompany(tx, companyId, userId)
  const subscriber = { user_id: userId, company_id: companyId }
  const present = await findPresent(tx, subscriber)
  ensure(present === null || present.currency === currency, otherCurrency)
  const details: ChargeDetails = {
    kind: present === null ? 'start' : present.plan_id === plan.id ? 'renewal' : 'change',
    plan_id: plan.id,
    subscription_id: present?.id ?? null,
    version: present?.version ?? null,
    payment_method_id: null,
    value: amount,
    coupon_code: null,
    ...(companyId !== null && { company_id: companyId }),
  }
  const bought = { slot: createPendingKey(subscriber), title: formatTitle(plan.name, company?.name ?? null) }
  if (present !== null && details.kind === 'renewal') {
    const period = calculateNextPeriod(present, now)
    const covers = `subscription ${present.id} from ${present.period_end}`
    return { ...bought, covers, period, details }
  }
  const credit = present === null || present.state === 'past_due' ? 0 : calculateCredit(present, now)
  const price = findPrice(plan, currency)?.amount ?? amount
  // The price is paid in full, so that the credit extends the period.
  const quote = calculateQuote({
    price,
    interval: plan.interval,
    discount: price,
    credit,
    now,
    least: getMinCharge(currency),
  })
  const period = { start: quote.start, end: quote.end }
  return { ...bought, period, details: { ...details, value: amount + credit } }
}

async function findPresent(tx: Transaction, subscriber: Subscriber): Promise<SubscriptionRow | null> {
  const held = await findLive(tx, subscriber)
  return held === null || isOver(held, tx.clock.now()) ? null : held
}

/** Returns the company for which the user pays. Throws 422 for one that the user does not manage. */
async function getPaidCompany(tx: Transaction, id: number, userId: number) {
  ensure(await mayPayFor(tx, id, userId), otherCompany)
  return getCompany(tx, id, 'read')
}
