import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { getDateInTimezone } from '#core/time-zone.ts'
import { notify } from '#features/notifications/index.ts'
import {
  beginCharge,
  type Charge,
  type ChargeableMethod,
  getTimezoneOfPhone,
  isChargePending,
  runCharge,
  toChargeableAmount,
} from '#features/payments/index.ts'
import { findSuspension } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { applyMove, isOver, isReminderDue, withDueTime } from './lifecycle.ts'
import { getSubscriptionPath, type SubscriptionRow } from './live-subscriptions.ts'
import { getLocalDate } from './mails.ts'
import { createPendingKey } from './manual.ts'
import { save } from './moves.ts'
import { markPastDue, renew, subscriptionPayments } from './payments.ts'
import { calculateNextPeriod } from './pricing.ts'
import { subscriptions } from './queries.ts'
import { choosePaymentMethod, chooseRenewalTime } from './renewal-time.ts'
import type { ChargeDetails } from './schemas.ts'
import { replaceSuspendedPayer } from './suspended-payers.ts'

const queuedAtOnce = 500

/** Queues a task for every subscription that is due. */
export const findDueSubscriptions = defineTask<Record<string, never>>({
  kind: 'find_due_subscriptions',
  async handle(ctx) {
    const now = ctx.clock.now()
    let beyond = 0
    for (;;) {
      const due = await subscriptions.due.all(ctx, { now, beyond, most: queuedAtOnce })
      await runInTransaction(ctx, async (tx) => {
        for (const { id } of due)
          await addTask(tx, advanceSubscription, { subscription_id: id }, { key: `subscription ${id}` })
      })
      const last = due.at(-1)
      if (last === undefined || due.length < queuedAtOnce) return
      beyond = last.id
    }
  },
})

/** Returns when a subscription is next due. */
export const findNextMove = async (ctx: Context, after: string): Promise<string | null> =>
  (await subscriptions.nextDue.maybe(ctx, { after }))?.due_at ?? null

/** Runs the due move of a subscription: reminder, end, renewal or retry. */
export const advanceSubscription = defineTask<{ subscription_id: number }>({
  kind: 'advance_subscription',
  async handle(ctx, { subscription_id }) {
    const charge = await runInTransaction(ctx, (tx) => advanceOne(tx, subscription_id))
    if (charge !== null) await runCharge(ctx, subscriptionPayments, charge)
  },
})

/** Returns the charge of a renewal, or null when there is none. */
async function advanceOne(tx: Transaction, id: number): Promise<Charge | null> {
  const held = await subscriptions.byId.one(tx, { id })
  const now = tx.clock.now()
  if (held.due_at === null || held.due_at > now) return null
  if (isOver(held, now)) {
    await save(tx, held, applyMove(held, 'end', { ended_at: held.period_end }))
    return null
  }
  if (await replaceSuspendedPayer(tx, held)) return null
  const method = await choosePaymentMethod(tx, held)
  const time = await chooseTime(tx, held, method)
  if (isReminderDue(held, now)) {
    await remind(tx, held, { method, time })
    return null
  }
  if (held.state === 'ending' || time > now) {
    await postpone(tx, held, time)
    return null
  }
  // A suspended person is not charged for what they cannot use.
  if ((await findSuspension(tx, held.user_id)) !== null) {
    await save(tx, held, applyMove(held, 'cancel_now', { canceled_at: now, retry_at: null, ended_at: now }))
    return null
  }
  return beginRenewal(tx, held, { method })
}

/** Returns when the next period is charged: a phone is not asked at night, and nothing is asked for a plan without a price. */
const chooseTime = (tx: Transaction, held: SubscriptionRow, method: ChargeableMethod | null) =>
  chooseRenewalTime(tx, held.user_id, held.price === 0 ? null : method, held.retry_at ?? held.period_end)

/** Sets the time of the next move. It is not a move, so that a pending payment stays valid. */
async function postpone(tx: Transaction, held: SubscriptionRow, time: string) {
  const next = withDueTime(held)
  const isSooner = next.due_at !== null && tx.clock.now() < next.due_at && next.due_at < time
  await save(tx, held, isSooner || held.state === 'ending' ? next : { ...held, due_at: time })
}

interface PlannedRenewal {
  method: ChargeableMethod | null
  time: string
}

/** Reminds of the end, of a yearly renewal, and of a prompt on the phone. */
async function remind(tx: Transaction, held: SubscriptionRow, planned: PlannedRenewal) {
  const { id, user_id, interval, state, period_end } = held
  await postpone(tx, { ...held, reminded_for: period_end }, planned.time)
  const isEnding = state === 'ending'
  const prompt = isEnding ? null : await describePrompt(tx, held, planned)
  if (prompt === null && !isEnding && interval === 'month') return
  await notify(tx, user_id, 'subscription_expiring', {
    title: isEnding ? 'Your subscription ends soon' : 'Your subscription renews soon',
    message: prompt ?? (await describeEnd(tx, held)),
    data: { url: getSubscriptionPath(held), action: 'view_billing' },
    event: `subscription:${id}:${state}:${period_end}`,
  })
}

async function describeEnd(tx: Transaction, { user_id, title: plan, state, period_end }: SubscriptionRow) {
  const day = await getLocalDate(tx, user_id, period_end)
  return state === 'ending'
    ? fill('Your subscription to {plan} ends on {day}. Resume it to keep your plan.', { plan, day })
    : fill('Your subscription to {plan} renews for another year on {day}.', { plan, day })
}

/** Returns what the phone will ask; null for other methods, and when nothing is to be paid. */
async function describePrompt(tx: Transaction, held: SubscriptionRow, { method, time }: PlannedRenewal) {
  const { user_id: userId, title: plan, price, currency } = held
  if (method === null || method.phone_secret === null || price === 0) return null
  const day = getDateInTimezone(time, await getTimezoneOfPhone(tx, { userId, country: method.country }))
  return fill(
    'Your subscription to {plan} renews on {day}: we will ask {phone} for {amount}. Enter your PIN to keep your plan.',
    {
      plan,
      day: { day },
      phone: method.label,
      amount: { minor: toChargeableAmount(price, currency, method), currency },
    },
  )
}

/** Begins to charge the next period. `userId` is a person who pays it with a method of their own, and waits for the answer. */
export async function beginRenewal(
  tx: Transaction,
  held: SubscriptionRow,
  { method, userId }: { method: ChargeableMethod | null; userId?: number },
): Promise<Charge | null> {
  const { id, plan_id, company_id, version, price, currency, title } = held
  if (await isChargePending(tx, createPendingKey(held))) return null
  const { start, end } = calculateNextPeriod(held, tx.clock.now())
  if (price === 0) {
    await renew(tx, held, { start, end }, 0)
    return null
  }
  if (method === null) {
    await markPastDue(tx, held)
    return null
  }
  const details: ChargeDetails = {
    kind: 'renewal',
    plan_id,
    subscription_id: id,
    version,
    payment_method_id: method.id,
    value: price,
    coupon_code: null,
    ...(company_id !== null && { company_id }),
  }
  return beginCharge(tx, {
    userId: userId ?? held.user_id,
    purpose: subscriptionPayments,
    slot: createPendingKey(held),
    covers: `subscription ${id} from ${held.period_end}`,
    amount: toChargeableAmount(price, currency, method),
    currency,
    method,
    present: userId !== undefined,
    title,
    period: { start, end },
    details,
  })
}
