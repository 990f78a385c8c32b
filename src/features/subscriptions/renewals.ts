import { runInTransaction, type Transaction } from '#context.ts'
import { notify } from '#features/notifications/index.ts'
import {
  beginCharge,
  type Charge,
  type ChargeableMethod,
  findChargeableMethod,
  isChargePending,
  runCharge,
  toChargeableAmount,
} from '#features/payments/index.ts'
import { findSuspension } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { applyMove, isOver, isReminderDue, withDueTime } from './lifecycle.ts'
import type { SubscriptionRow } from './live.ts'
import { getLocalDate } from './mails.ts'
import { createPendingKey } from './manual.ts'
import { markPastDue, renew, save, subscriptionPayments } from './payments.ts'
import { calculateNextPeriod } from './pricing.ts'
import { subscriptions } from './queries.ts'
import type { ChargeDetails } from './schemas.ts'

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
  if (isReminderDue(held, now)) {
    await remind(tx, held)
    return null
  }
  if (isOver(held, now)) {
    await save(tx, held, applyMove(held, 'end', { ended_at: held.period_end }))
    return null
  }
  // A suspended person is not charged for what they cannot use.
  if (held.period_end <= now && (await findSuspension(tx, held.user_id)) !== null) {
    await save(tx, held, applyMove(held, 'cancel_now', { canceled_at: now, retry_at: null, ended_at: now }))
    return null
  }
  if (held.state !== 'past_due' && held.period_end > now) {
    await save(tx, held, withDueTime(held))
    return null
  }
  return beginRenewal(tx, held)
}

/** Not a move, so that a pending payment stays valid. */
async function remind(tx: Transaction, held: SubscriptionRow) {
  const { id, user_id, title, state, period_end } = held
  await save(tx, held, withDueTime({ ...held, reminded_for: period_end }))
  const day = await getLocalDate(tx, user_id, period_end)
  const isEnding = state === 'ending'
  await notify(tx, user_id, 'subscription_expiring', {
    title: isEnding ? 'Your subscription ends soon' : 'Your subscription renews soon',
    message: isEnding
      ? fill('Your subscription to {plan} ends on {day}. Resume it to keep your plan.', { plan: title, day })
      : fill('Your subscription to {plan} renews for another year on {day}.', { plan: title, day }),
    data: { url: '/subscriptions/current', action: 'view_billing' },
    event: `subscription:${id}:${state}:${period_end}`,
  })
}

/** Begins to charge the next period, also with a method that the person chose, who then waits for the answer. */
export async function beginRenewal(
  tx: Transaction,
  held: SubscriptionRow,
  payer?: { userId: number; method: ChargeableMethod },
): Promise<Charge | null> {
  const { id, plan_id, company_id, version, price, currency, title } = held
  if (await isChargePending(tx, createPendingKey(held))) return null
  const { start, end } = calculateNextPeriod(held, tx.clock.now())
  if (price === 0) {
    await renew(tx, held, { start, end }, 0)
    return null
  }
  const method = payer?.method ?? (await choosePaymentMethod(tx, held))
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
    userId: payer?.userId ?? held.user_id,
    purpose: subscriptionPayments,
    slot: createPendingKey(held),
    covers: `subscription ${id} from ${held.period_end}`,
    amount: toChargeableAmount(price, currency, method),
    currency,
    method,
    present: payer !== undefined,
    title,
    period: { start, end },
    details,
  })
}

/** Returns the method of the purchase, or the default one when that is gone, has failed, or cannot pay in the currency. */
async function choosePaymentMethod(tx: Transaction, subscription: SubscriptionRow) {
  const { user_id, company_id, payment_method_id, retries, currency } = subscription
  // Who took over the plan of a company has chosen no method for it yet.
  if (company_id !== null && payment_method_id === null) return null
  const own = retries === 0 ? payment_method_id : null
  const found = [
    own === null ? null : await findChargeableMethod(tx, user_id, own),
    await findChargeableMethod(tx, user_id, null),
  ]
  return found.find((method) => method !== null && method.getStep(currency) !== null) ?? null
}
