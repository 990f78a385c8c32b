/** Refunds at Stripe, which have a state: https://docs.stripe.com/refunds */

import type Stripe from 'stripe'
import type { RefundOrder, RefundOutcome, RefundReference } from '../refund.ts'
import { toStripeAmount } from './amounts.ts'
import { findNamed, toRefundOutcome } from './errors.ts'

/** Refunds of a payment that are searched for a lost one. */
const maxSearchedRefunds = 100
/** How far the clock of Stripe may be behind that of the service. */
const maxClockSkewSeconds = 60

export async function createRefund(stripe: Stripe, order: RefundOrder): Promise<RefundOutcome> {
  const { key, charge_key, payment_id, amount, currency, is_whole } = order
  const part = is_whole ? {} : { amount: toStripeAmount(amount, currency) }
  const wanted = { payment_intent: payment_id, ...part, metadata: { key: charge_key, refund: key } }
  try {
    return toOutcome(await stripe.refunds.create(wanted, { idempotencyKey: key }))
  } catch (error) {
    return toRefundOutcome(error)
  }
}

/** A refund that waits for funds at Stripe, or for the person, is pending. */
function toOutcome({ id, status, failure_reason }: Stripe.Refund): RefundOutcome {
  if (status === 'succeeded') return { status, refund_id: id }
  if (status === 'failed' || status === 'canceled')
    return { status: 'failed', refund_id: id, reason: failure_reason ?? `The refund was ${status}.` }
  return { status: 'pending', refund_id: id }
}

export async function findRefund(stripe: Stripe, reference: RefundReference): Promise<RefundOutcome | null> {
  const { refund_id, key, payment_id } = reference
  if (refund_id !== null) return toOutcome(await findNamed(refund_id, stripe.refunds.retrieve(refund_id)))
  const wanted = { payment_intent: payment_id, limit: maxSearchedRefunds }
  const { data } = await findNamed(payment_id, stripe.refunds.list(wanted))
  const found =
    data.find(({ metadata }) => metadata?.refund === key) ?? data.find((refund) => isUnmarked(refund, reference))
  return found === undefined ? null : toOutcome(found)
}

/**
 * Returns whether a refund without the key can be the wanted one. Releases before the migration `0064-refund-states` sent no key with
 * a refund, and Stripe forgets idempotency keys after a day, so a second one would be made when the answer to the first was lost.
 */
function isUnmarked({ id, amount, status, metadata, created }: Stripe.Refund, reference: RefundReference): boolean {
  const { since, other_ids } = reference
  return (
    !metadata?.refund &&
    status !== 'failed' &&
    status !== 'canceled' &&
    amount === toStripeAmount(reference.amount, reference.currency) &&
    created >= Date.parse(since) / 1000 - maxClockSkewSeconds &&
    !other_ids.includes(id)
  )
}
