/** The plan of a company whose payer is suspended: another manager takes it over, and all managers are told. */

import type { Transaction } from '#context.ts'
import { listManagers } from '#features/companies/index.ts'
import { notify } from '#features/notifications/index.ts'
import { mailBuyer } from '#features/payments/index.ts'
import { findSuspension } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { applyMove, withDueTime } from './lifecycle.ts'
import { getSubscriptionPath, type SubscriptionRow } from './live-subscriptions.ts'
import { getLocalDate } from './mails.ts'
import { save } from './moves.ts'
import { markPastDue } from './payments.ts'
import { subscriptions } from './queries.ts'

/**
 * Gives the plan of a company to its first other manager if its payer is suspended. Before the end of the period it ends with it unless
 * a manager resumes it; at the end it is past due, so that a manager can still pay it. Returns false if nothing is to be done, or the
 * company has no other manager.
 */
export async function replaceSuspendedPayer(tx: Transaction, held: SubscriptionRow): Promise<boolean> {
  const { id, company_id, user_id, state, period_end } = held
  if (company_id === null || state === 'ending' || (await findSuspension(tx, user_id)) === null) return false
  const managers = await listManagers(tx, company_id, user_id)
  const [successor] = managers
  if (successor === undefined) return false
  await subscriptions.setPayer.run(tx, { id, user_id: successor })
  const passed = { ...held, user_id: successor, payment_method_id: null }
  const isBeforeEnd = tx.clock.now() < period_end
  if (state === 'active' && isBeforeEnd)
    await save(tx, held, applyMove(passed, 'cancel_at_end', { canceled_at: tx.clock.now() }))
  else if (state === 'active') await markPastDue(tx, passed)
  else await save(tx, held, withDueTime({ ...passed, version: held.version + 1 }))
  for (const manager of managers) await tellManager(tx, held, manager, isBeforeEnd)
  return true
}

/** Notifies and mails a manager that the plan needs another payer. */
async function tellManager(tx: Transaction, held: SubscriptionRow, userId: number, isBeforeEnd: boolean) {
  const { id, title: plan, period_end, version } = held
  const day = await getLocalDate(tx, userId, period_end)
  const message = isBeforeEnd
    ? fill(
        'The person who pays for {plan} cannot pay any more. It ends on {day} unless an owner or admin of the company resumes it with a payment method of their own.',
        { plan, day },
      )
    : fill(
        'The person who pays for {plan} cannot pay any more, and it was not renewed on {day}. It ends soon unless an owner or admin of the company pays it.',
        { plan, day },
      )
  await notify(tx, userId, 'subscription_expiring', {
    title: 'A plan needs a payment method',
    message,
    data: { url: getSubscriptionPath(held), action: 'view_billing' },
    event: `subscription:${id}:suspended:${version}`,
  })
  await mailBuyer(tx, userId, {
    subject: fill('{plan} needs another payer', { plan }),
    heading: 'A plan needs a payment method',
    paragraphs: [message],
  })
}
