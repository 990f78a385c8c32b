/** Payments at Stripe: charged off-session, or with the person present, whose bank may ask for a confirmation (3-D Secure). */

import type Stripe from 'stripe'
import type { Order, Outcome, PaymentReference } from '../gateway.ts'
import type { Action } from '../method.ts'
import { toStripeAmount } from './amounts.ts'
import { authenticationMessage, describeRefusal, findNamed, ignoreState, toFailedOutcome } from './errors.ts'

/** Payments of a customer that are searched for a lost one. */
const maxSearchedIntents = 100
/** How long the page of the bank is offered; Stripe itself sets no end. */
const actionLifetime = { hours: 1 }

const expiredMessage = 'The payment was not confirmed in time.'

/**
 * With the person present, the bank may ask for a confirmation on a page of its own, and the card is set up for renewals.
 * https://docs.stripe.com/payments/save-during-payment, https://docs.stripe.com/payments/3d-secure/authentication-flow
 */
export async function createPayment(stripe: Stripe, order: Order): Promise<Outcome> {
  const { key, amount, currency, customer, token, description, return_url } = order
  const presence =
    return_url === null ? { off_session: true as const } : { setup_future_usage: 'off_session' as const, return_url }
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: toStripeAmount(amount, currency),
        currency: currency.toLowerCase(),
        customer,
        payment_method: token,
        allowed_payment_method_types: ['card'],
        description,
        confirm: true,
        ...presence,
        metadata: { key },
        expand: ['latest_charge'],
      },
      { idempotencyKey: key },
    )
    return toOutcome(intent)
  } catch (error) {
    return toFailedOutcome(error)
  }
}

function toOutcome(intent: Stripe.PaymentIntent): Outcome {
  const { id, status, latest_charge, last_payment_error } = intent
  if (status === 'succeeded') {
    const isBack = typeof latest_charge === 'object' && latest_charge?.refunded === true
    return { status: isBack ? 'refunded' : 'succeeded', payment_id: id }
  }
  if (status === 'canceled' || status === 'requires_payment_method') {
    if (last_payment_error?.code === 'authentication_required')
      return { status: 'failed', payment_id: id, reason: authenticationMessage, needs_person: true }
    return { status: 'failed', payment_id: id, reason: describeRefusal(last_payment_error ?? {}) }
  }
  return { status: 'pending', payment_id: id, action: toAction(intent) }
}

/** Returns the page at which the person confirms something at the bank; null while there is nothing to confirm. */
export function toAction({ next_action }: Stripe.PaymentIntent | Stripe.SetupIntent): Action | null {
  const url = next_action?.redirect_to_url?.url
  return url ? { kind: 'redirect', url, within: actionLifetime } : null
}

const retrieveIntent = (stripe: Stripe, id: string) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })

export async function findOutcome(stripe: Stripe, { payment_id, key, customer, since }: PaymentReference) {
  if (payment_id !== null) return toOutcome(await findNamed(payment_id, retrieveIntent(stripe, payment_id)))
  // Listed, not searched: the search index may lag minutes behind. The time is a little earlier, because clocks differ.
  const created = { gte: Math.floor(Date.parse(since) / 1000) - 600 }
  const { data } = await stripe.paymentIntents.list({ customer, created, limit: maxSearchedIntents })
  const found = data.find(({ metadata }) => metadata.key === key)
  return found === undefined ? null : toOutcome(await retrieveIntent(stripe, found.id))
}

/** Cancels a payment. One that cannot be cancelled has just succeeded or failed. */
export async function cancelPayment(stripe: Stripe, paymentId: string): Promise<Outcome> {
  await stripe.paymentIntents.cancel(paymentId).catch(ignoreState)
  const outcome = toOutcome(await retrieveIntent(stripe, paymentId))
  return outcome.status === 'failed' ? { ...outcome, reason: expiredMessage } : outcome
}
