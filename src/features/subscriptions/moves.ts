import type { AuditEventDetails, Transaction } from '#context.ts'
import { recordServiceEvent } from '#platform/audit/audit.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { SubscriptionRow } from './live-subscriptions.ts'
import { subscriptions } from './queries.ts'

/** Stores a move, and records it in the audit log when the service makes it. */
export async function save(tx: Transaction, before: SubscriptionRow, after: Lifecycle): Promise<void> {
  const row = { currency: before.currency, ...after, before: before.version, now: tx.clock.now() }
  await subscriptions.save.one(tx, row)
  const move = nameMove(before, after)
  if (tx.actor.role === 'system' && move !== null) await recordServiceEvent(tx, move, describeMove(before, after))
}

/** A move for the audit log. */
export const describeMove = (before: SubscriptionRow, after: Lifecycle): AuditEventDetails => ({
  object: { kind: 'subscription', id: before.id },
  userId: before.user_id,
  before: presentForAudit(before),
  after: presentForAudit(after),
})

const presentForAudit = ({ plan_id, state, period_end, canceled_at, ended_at, retries }: Lifecycle) => ({
  plan_id,
  state,
  period_end,
  canceled_at,
  ended_at,
  retries,
})

/** The act of the service; null for a reminder. */
function nameMove(before: Lifecycle, after: Lifecycle): string | null {
  if (after.ended_at !== before.ended_at) return 'endSubscription'
  if (after.period_end !== before.period_end) return 'renewSubscription'
  return after.state === before.state && after.retries === before.retries ? null : 'markSubscriptionPastDue'
}
