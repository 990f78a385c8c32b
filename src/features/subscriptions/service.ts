import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { createRuleViolation, ensure } from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getCompany } from '#features/companies/index.ts'
import {
  findChargeableMethod,
  getChargeableMethod,
  otherCurrencyOfMethod,
  unknownMethod,
} from '#features/payments/index.ts'
import { getUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { getUsage } from './entitlements.ts'
import { applyMove, getNextBillingTime, isOver } from './lifecycle.ts'
import type { LimitedResource } from './limited-resources.ts'
import { findLive, type SubscriptionRow } from './live-subscriptions.ts'
import { describeMove, save } from './moves.ts'
import { plans } from './plans/queries.ts'
import { freePlan } from './plans/service.ts'
import { subscriptions } from './queries.ts'
import type { Subscriber } from './record.ts'
import type { Cancellation, Resumption, Subscription } from './schemas.ts'

export const nothingToCancel = createRuleViolation('There is no paid subscription to cancel.')
export const nothingToResume = createRuleViolation('There is no cancellation to take back.')

/** Names the company whose subscription it is; null or missing for the own one. */
interface CompanyReference {
  company_id?: number | null
}

/** Returns the actor, and the company for which the actor may pay. 404 for an unknown one, 403 otherwise. */
export async function getSubscriber(ctx: AnyContext, company_id: number | null = null): Promise<Subscriber> {
  if (company_id !== null) await getCompany(ctx, company_id, 'pay')
  return { user_id: ctx.actor.id, company_id }
}

/** Returns the paid subscription of the user, or the free plan; or that of a company for which the user recruits. */
export async function showSubscription(
  ctx: Context,
  counted: readonly LimitedResource[],
  { company_id = null }: CompanyReference = {},
): Promise<Subscription> {
  const company = company_id === null ? null : await getCompany(ctx, company_id, 'recruit')
  const subscriber = { user_id: ctx.actor.id, company_id }
  const held = await findLive(ctx, subscriber)
  const usage = await getUsage(ctx, subscriber, counted)
  if (held === null || isOver(held, ctx.clock.now())) {
    const { created_at } = company ?? (await getUser(ctx, ctx.actor.id))
    return { ...(await presentFreePlan(ctx, subscriber, held?.period_end ?? null, created_at)), usage }
  }
  const { id, plan_id, name, price, currency, interval, state, started_at, canceled_at, period_end } = held
  return {
    id,
    company_id,
    plan: { id: plan_id, name, price: fromMinorUnits(price, currency), currency, interval },
    status: state === 'ending' ? 'active' : state,
    started_at,
    expires_at: state === 'ending' ? period_end : null,
    next_billing_date: state === 'ending' ? null : getNextBillingTime(held),
    canceled_at,
    usage,
  }
}

async function presentFreePlan(ctx: Context, subscriber: Subscriber, over: string | null, created_at: string) {
  const { user_id, company_id } = subscriber
  const { id, name, price, currency, interval } = await plans.byId.one(ctx, { id: freePlan })
  const last =
    company_id === null
      ? await subscriptions.findLastEnd.maybe(ctx, { user_id })
      : await subscriptions.findLastEndOfCompany.maybe(ctx, { company_id })
  const since = over ?? last?.ended_at ?? created_at
  return {
    id: 0,
    company_id,
    plan: { id, name, price: fromMinorUnits(price, currency), currency, interval },
    status: 'active' as const,
    started_at: since,
    expires_at: null,
    next_billing_date: null,
    canceled_at: null,
  }
}

/** Returns the live subscription. One whose period has ended is ended here if the background has not done it yet. */
export async function getLive(tx: Transaction, subscriber: Subscriber): Promise<SubscriptionRow | null> {
  const held = await findLive(tx, subscriber)
  if (held === null || !isOver(held, tx.clock.now())) return held
  await save(tx, held, applyMove(held, 'end', { ended_at: held.period_end }))
  return null
}

export const cancelSubscription = (ctx: Context, cancellation: Cancellation) =>
  runInTransaction(ctx, async (tx) => cancelFor(tx, await getSubscriber(tx, cancellation.company_id), cancellation))

/**
 * Cancels the subscription of a user at the end of the period or immediately. A repetition may still change the end to
 * now.
 */
export async function cancelFor(
  tx: Transaction,
  subscriber: Subscriber,
  { reason, cancel_immediately = false }: Cancellation,
): Promise<{ cancels_at: string }> {
  const held = await getLive(tx, subscriber)
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
      userId: subscriber.user_id,
      description: fill('Canceled the subscription to {plan}', { plan: held.title }),
      metadata: { plan_id: held.plan_id, cancels_at },
    })
  return { cancels_at }
}

/** Moves the end of the period of a subscription by whole days. An unpaid one counts as paid until then. */
export async function extendFor(tx: Transaction, subscriber: Subscriber, days: number): Promise<void> {
  const held = await getLive(tx, subscriber)
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

/** Withdraws a cancellation before it takes effect. Of a company, the actor pays from now on. */
export async function resumeSubscription(
  ctx: Context,
  counted: readonly LimitedResource[],
  input: Resumption,
): Promise<Subscription> {
  await runInTransaction(ctx, async (tx) => {
    const held = await getLive(tx, await getSubscriber(tx, input.company_id))
    ensure(held?.state === 'ending', nothingToResume)
    const payment_method_id = await chooseMethod(tx, held, input.payment_method_id ?? null)
    const resumed = { payment_method_id, canceled_at: null, cancel_reason: null, reminded_for: null }
    await save(tx, held, applyMove(held, 'resume', resumed))
    if (held.user_id !== tx.actor.id) await subscriptions.setPayer.run(tx, { id: held.id, user_id: tx.actor.id })
  })
  return showSubscription(ctx, counted, input)
}

/** Returns the given method of the actor, or that of the subscription, or for a company the default one of the actor. */
async function chooseMethod(tx: Transaction, held: SubscriptionRow, input: number | null): Promise<number | null> {
  if (input !== null) {
    const chosen = await getChargeableMethod(tx, input)
    ensure(chosen.getStep(held.currency) !== null, otherCurrencyOfMethod)
    return chosen.id
  }
  const isOwn = held.user_id === tx.actor.id
  if (held.company_id === null || (isOwn && held.payment_method_id !== null)) return held.payment_method_id
  const method = await findChargeableMethod(tx, tx.actor.id, null)
  ensure(method !== null, unknownMethod)
  ensure(method.getStep(held.currency) !== null, otherCurrencyOfMethod)
  return method.id
}
