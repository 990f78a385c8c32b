import type { Transaction } from '#context.ts'
import { endOfPeriod, getDayOfMonth, type Interval } from '#core/periods.ts'
import { createStoredJsonParser } from '#core/stored-json.ts'
import { addDuration, type Duration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { mayPayFor } from '#features/companies/index.ts'
import {
  type Charge,
  definePurchaseType,
  findChargeableMethod,
  type Period,
  type PurchaseType,
} from '#features/payments/index.ts'
import { findSuspension, findUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { releaseCoupon } from './coupons/service.ts'
import { applyMove, retryDays, withDueTime } from './lifecycle.ts'
import { findLive, type SubscriptionRow } from './live-subscriptions.ts'
import {
  confirmSubscription,
  reportExpiry,
  reportFailedPayment,
  reportFailedRenewal,
  requestConfirmation,
} from './mails.ts'
import { describeManual } from './manual.ts'
import { save } from './moves.ts'
import { plans } from './plans/queries.ts'
import type { PlanRow } from './plans/record.ts'
import { calculateCredit } from './pricing.ts'
import { subscriptions } from './queries.ts'
import type { Subscriber } from './record.ts'
import { chooseRetryTime } from './renewal-time.ts'
import { ChargeDetails } from './schemas.ts'

const chargeDetails = createStoredJsonParser(ChargeDetails)

/** Grants a paid charge: a new subscription, another plan, or the next period. */
export const subscriptionPayments: PurchaseType = definePurchaseType({
  name: 'subscription',

  async onSucceeded(tx, charge) {
    const details = chargeDetails(charge.details)
    const period = await grant(tx, charge, details)
    if (period === null && details.coupon_code !== null) await releaseCoupon(tx, details.coupon_code)
    return period
  },

  manual: { field: 'plan_id', describe: describeManual },

  isWanted: async (tx, charge) =>
    (await findRenewed(tx, charge)) !== null && (await findSuspension(tx, charge.user_id)) === null,

  async onFailed(tx, charge) {
    const { kind, coupon_code } = chargeDetails(charge.details)
    if (coupon_code !== null) await releaseCoupon(tx, coupon_code)
    if (kind === 'renewal') {
      const present = await findRenewed(tx, charge)
      // What the person tried between two retries takes none of them away.
      if (present !== null && !charge.present) await markPastDue(tx, present, charge.needs_person ? charge : null)
      else if (charge.present && tx.actor.role === 'system')
        await reportFailedPayment(tx, charge.user_id, charge.title, charge.failure ?? '')
    } else if (tx.actor.role === 'system') {
      // No request waits for the outcome.
      await reportFailedPayment(tx, charge.user_id, charge.title, charge.failure ?? '')
    }
  },
})

/** Returns the subscription that a charge renews; null when it was changed after the charge began. */
async function findRenewed(tx: Transaction, charge: Charge): Promise<SubscriptionRow | null> {
  const { subscription_id, version, company_id } = chargeDetails(charge.details)
  const present = await findLive(tx, toSubscriber(charge, company_id))
  return present?.id === subscription_id && present?.version === version ? present : null
}

async function grant(tx: Transaction, charge: Charge, details: ChargeDetails): Promise<Period | null> {
  const subscriber = toSubscriber(charge, details.company_id)
  // Who does not manage the company any more has bought nothing for it.
  if (subscriber.company_id !== null && !(await mayPayFor(tx, subscriber.company_id, charge.user_id))) return null
  const present = await findLive(tx, subscriber)
  const plan = await plans.byId.one(tx, { id: details.plan_id })
  if (details.kind === 'start') return present === null ? start(tx, charge, details, plan) : null
  // The subscription was changed after the charge began, so the change takes precedence.
  if (present === null || present.id !== details.subscription_id || present.version !== details.version) return null
  if (details.kind === 'change') return change(tx, charge, details, { present, plan })
  const period = { start: charge.period_start, end: charge.period_end }
  const isEarly = present.period_end > tx.clock.now()
  if (isEarly && details.payment_method_id === null) await prepay(tx, present, charge)
  else if (isEarly) await renewEarly(tx, present, charge)
  else await renew(tx, present, period, charge.amount)
  await passToPayer(tx, present, charge, details)
  return period
}

/** Returns whose subscription a charge pays for. */
const toSubscriber = ({ user_id }: Charge, company_id: number | null = null): Subscriber => ({ user_id, company_id })

/** Returns the period of the charge, beginning with its confirmation. */
function startPeriodNow(tx: Transaction, { period_start, period_end }: Charge): Period {
  const start = tx.clock.now()
  const length: Duration = { milliseconds: Date.parse(period_end) - Date.parse(period_start) }
  return { start, end: addDuration(start, length) }
}

/** The fields of the last period, cleared for a paid one. */
const cleared = {
  canceled_at: null,
  cancel_reason: null,
  past_due_since: null,
  retries: 0,
  retry_at: null,
  reminded_for: null,
  ended_at: null,
}

/** The day on which periods begin: that of the first one, unless credit moved its end. */
const calculateAnchorDay = ({ start, end }: Period, interval: Interval) =>
  getDayOfMonth(endOfPeriod(start, interval, getDayOfMonth(start)) === end ? start : end)

/** Returns the payment method, or null when it was deleted meanwhile. */
const findExistingMethod = async (tx: Transaction, userId: number, id: number | null) =>
  id === null ? null : ((await findChargeableMethod(tx, userId, id))?.id ?? null)

async function start(tx: Transaction, charge: Charge, details: ChargeDetails, plan: PlanRow) {
  const { user_id } = charge
  if ((await findUser(tx, user_id)) === null) return null
  const { start: now, end } = startPeriodNow(tx, charge)
  const begun = withDueTime({
    ...cleared,
    plan_id: plan.id,
    interval: plan.interval,
    // Paid by hand, it ends with its period, because its owner agreed to no charge of a payment method.
    state: details.payment_method_id === null ? 'ending' : 'active',
    version: 1,
    period_start: now,
    period_end: end,
    period_value: details.value,
    anchor_day: calculateAnchorDay({ start: now, end }, plan.interval),
    payment_method_id: await findExistingMethod(tx, user_id, details.payment_method_id),
  })
  const { company_id } = toSubscriber(charge, details.company_id)
  await subscriptions.add.one(tx, { ...begun, user_id, company_id, started_at: now, currency: charge.currency, now })
  await announce(tx, charge, plan, end)
  return { start: now, end }
}

async function change(
  tx: Transaction,
  charge: Charge,
  details: ChargeDetails,
  { present, plan }: { present: SubscriptionRow; plan: PlanRow },
) {
  const period = startPeriodNow(tx, charge)
  const after = applyMove(present, 'change', {
    ...cleared,
    plan_id: plan.id,
    interval: plan.interval,
    period_start: period.start,
    period_end: period.end,
    period_value: details.value,
    anchor_day: calculateAnchorDay(period, plan.interval),
    payment_method_id: await findExistingMethod(tx, charge.user_id, details.payment_method_id),
  })
  await save(tx, present, after)
  if (present.user_id !== charge.user_id)
    await subscriptions.setPayer.run(tx, { id: present.id, user_id: charge.user_id })
  await announce(tx, charge, plan, period.end)
  return period
}

async function announce(tx: Transaction, charge: Charge, { id: plan_id }: PlanRow, end: string) {
  const { user_id, amount, currency, title } = charge
  await confirmSubscription(tx, user_id, { plan: title, amount, currency, end })
  await recordActivity(tx, 'subscription_started', {
    userId: user_id,
    description: fill('Subscribed to {plan}', { plan: title }),
    metadata: { plan_id, payment_id: charge.id },
  })
}

/** Extends the present period by what was paid for before it ended. */
async function prepay(tx: Transaction, present: SubscriptionRow, { period_end, amount }: Charge) {
  const period_value = present.period_value + amount
  const settled = { past_due_since: null, retries: 0, retry_at: null, reminded_for: null }
  await save(tx, present, applyMove(present, 'extend', { ...settled, period_end, period_value }))
}

/** Begins the next period with the rest of the present one, because a phone is asked some hours before its end. */
async function renewEarly(tx: Transaction, present: SubscriptionRow, { period_end, amount }: Charge) {
  const period_start = tx.clock.now()
  const period_value = calculateCredit(present, period_start) + amount
  await save(tx, present, applyMove(present, 'renew', { ...cleared, period_start, period_end, period_value }))
}

/** Makes the manager of a company who paid for its next period pay for those that follow, with the same method. */
async function passToPayer(tx: Transaction, present: SubscriptionRow, { user_id }: Charge, details: ChargeDetails) {
  if (present.user_id === user_id || details.payment_method_id === null) return
  const renewed = await subscriptions.byId.one(tx, { id: present.id })
  const payment_method_id = await findExistingMethod(tx, user_id, details.payment_method_id)
  await save(tx, renewed, { ...renewed, payment_method_id })
  await subscriptions.setPayer.run(tx, { id: present.id, user_id })
}

/** Begins the next paid period. */
export async function renew(tx: Transaction, present: SubscriptionRow, { start, end }: Period, value: number) {
  const after = applyMove(present, 'renew', {
    ...cleared,
    period_start: start,
    period_end: end,
    period_value: value,
    anchor_day: start === present.period_end ? present.anchor_day : getDayOfMonth(start),
  })
  await save(tx, present, after)
}

/**
 * Handles a failed renewal: schedules a retry, or ends the subscription after the last one. `unconfirmed` is a charge for which the
 * bank would have asked the person, who is sent there.
 */
export async function markPastDue(
  tx: Transaction,
  present: SubscriptionRow,
  unconfirmed: Charge | null = null,
): Promise<void> {
  const now = tx.clock.now()
  const since = present.past_due_since ?? now
  const days = retryDays[present.retries]
  if (days === undefined) {
    await save(tx, present, applyMove(present, 'give_up', { retry_at: null, ended_at: now }))
    await reportExpiry(tx, present.user_id, present.title)
    return
  }
  const retry_at = await chooseRetryTime(tx, present, addDuration(since, { days }))
  const behind = { past_due_since: since, retries: present.retries + 1, retry_at }
  await save(tx, present, applyMove(present, 'fall_behind', behind))
  if (unconfirmed === null) await reportFailedRenewal(tx, present.user_id, present.title, retry_at)
  else await requestConfirmation(tx, unconfirmed, present.title)
}
