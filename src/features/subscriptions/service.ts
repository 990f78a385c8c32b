import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { createRuleViolation, ensure } from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { type Counted, getUsage } from './entitlements.ts'
import { applyMove, getNextBillingTime, isOver } from './lifecycle.ts'
import { describeMove, type SubscriptionRow, save } from './payments.ts'
import { plans } from './plans/queries.ts'
import { freePlan } from './plans/service.ts'
import { subscriptions } from './queries.ts'
import type { Cancellation, Subscription } from './schemas.ts'

export const nothingToCancel = createRuleViolation('There is no paid subscription to cancel.')
export const nothingToResume = createRuleViolation('There is no cancellation to take back.')

/** Returns the paid subscription of the user, or the free plan. */
export async function showSubscription(ctx: Context, counted: readonly Counted[]): Promise<Subscription> {
  const user_id = ctx.actor.id
  const held = await subscriptions.findLive.maybe(ctx, { user_id })
  const usage = await getUsage(ctx, user_id, counted)
  if (held === null || isOver(held, ctx.clock.now())) return { ...(await presentFreePlan(ctx, held)), usage }
  const { id, plan_id, name, price, currency, interval, state, started_at, canceled_at, period_end } = held
  return {
    id,
    plan: { id: plan_id, name, price: fromMinorUnits(price, currency), currency, interval },
    status: state === 'ending' ? 'active' : state,
    started_at,
    expires_at: state === 'ending' ? period_end : null,
    next_billing_date: state === 'ending' ? null : getNextBillingTime(held),
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
    plan: { id, name, price: fromMinorUnits(price, currency), currency, interval },
    status: 'active' as const,
    started_at: since,
    expires_at: null,
    next_billing_date: null,
    canceled_at: null,
  }
}

/** Returns the live subscription. One whose period has ended is ended here if the background has not done it yet. */
export async function getLive(tx: Transaction, userId: number): Promise<SubscriptionRow | null> {
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
  // A period that has ended was not paid, and is cancelled immediately. A phone may have been asked some hours before the end.
  const isAtOnce = cancel_immediately || held.period_end <= now
  const wish = { canceled_at: held.canceled_at ?? now, cancel_reason: reason || held.cancel_reason }
  const after = isAtOnce
    ? applyMove(held, 'cancel_now', { ...wish, retry_at: null, ended_at: now })
    : applyMove(held, 'cancel_at_end', { ...wish, past_due_since: null, retries: 0, retry_at: null })
  await save(tx, held, after)
  describeAuditEvent(tx, describeMove(held, after))
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
  describeAuditEvent(tx, describeMove(held, after))
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
