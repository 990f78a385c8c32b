import type { CompanyChange, Transaction } from '#context.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { requireCompanyEntitlement } from './entitlements.ts'
import { applyMove, withDueTime } from './lifecycle.ts'
import { seats } from './limited-resources.ts'
import { getSubscriptionPath, type SubscriptionRow } from './live-subscriptions.ts'
import { save } from './moves.ts'
import { subscriptions } from './queries.ts'
import { companyUsage } from './usage-queries.ts'

/**
 * Reacts to a company: its plan limits its members; an owner takes over the plan from a member who may not pay for it any more; the
 * plan of a deleted company ends.
 */
export async function applyCompanyChange(tx: Transaction, change: CompanyChange): Promise<void> {
  const { companyId: company_id } = change
  if ('isGrowing' in change) return requireCompanyEntitlement(tx, { user_id: tx.actor.id, company_id }, seats)
  const held = await subscriptions.liveOfCompany.maybe(tx, { company_id })
  if ('isDeleted' in change) {
    const now = tx.clock.now()
    const ended = { canceled_at: now, retry_at: null, ended_at: now }
    if (held !== null) await save(tx, held, applyMove(held, 'cancel_now', ended))
    await companyUsage.erase.run(tx, { company_id })
    return
  }
  const formerId = 'leaverId' in change ? change.leaverId : change.formerPayerId
  const [successorId] = change.successorIds
  if (held?.user_id === formerId && successorId !== undefined) await passOn(tx, held, successorId)
}

/** Another member looks after the plan, who is not charged for it: it ends with its period unless that member resumes or pays it. */
async function passOn(tx: Transaction, held: SubscriptionRow, successorId: number): Promise<void> {
  const withoutMethod = { payment_method_id: null }
  const after =
    held.state === 'active'
      ? applyMove(held, 'cancel_at_end', { ...withoutMethod, canceled_at: tx.clock.now() })
      : withDueTime({ ...held, ...withoutMethod, version: held.version + 1 })
  await save(tx, held, after)
  await subscriptions.setPayer.run(tx, { id: held.id, user_id: successorId })
  await notify(tx, successorId, 'subscription_expiring', {
    title: 'A plan needs a payment method',
    message: fill(
      'The person who paid for {plan} no longer manages the company. Choose a payment method of your own to keep the plan.',
      { plan: held.title },
    ),
    data: { url: getSubscriptionPath(held), action: 'view_billing' },
    event: `subscription:${held.id}:payer:${after.version}`,
  })
}
