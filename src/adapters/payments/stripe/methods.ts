/** Cards at Stripe: each is set up for later charges, which the bank may ask the person to confirm. */

import type Stripe from 'stripe'
import { stored } from '#language/sentence.ts'
import { type Card, MethodRejected, type NewMethod } from '../gateway.ts'
import type { SetupOutcome, StoredMethod } from '../method.ts'
import { describeRefusal, toMethodRejected } from './errors.ts'
import { toAction } from './payments.ts'

/** Stores a card and confirms its setup, which attaches it to the customer. https://docs.stripe.com/payments/setup-intents */
export async function storeMethod(
  stripe: Stripe,
  customer: string,
  method: NewMethod,
  returnUrl: string,
): Promise<StoredMethod> {
  if (method.kind === 'mobile_money') throw new Error('Stripe stores no mobile money.')
  const field = method.kind === 'token' ? 'token' : 'card_number'
  try {
    const { id, card } =
      method.kind === 'token'
        ? await getMethodOfToken(stripe, method.token)
        : await createMethodFromCard(stripe, method.card)
    const setup = await stripe.setupIntents.create({
      customer,
      payment_method: id,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
      confirm: true,
      return_url: returnUrl,
    })
    const outcome = toSetupOutcome(setup)
    if (outcome.status === 'failed') throw new MethodRejected(field, stored(outcome.reason))
    return {
      ...toStoredCard({ id, card }),
      setup: outcome.status === 'pending' ? { id: setup.id, action: outcome.action } : null,
    }
  } catch (error) {
    throw toMethodRejected(error, field)
  }
}

/** Returns what is stored of a card. */
export const toStoredCard = ({ id, card }: { id: string; card?: Stripe.PaymentMethod.Card | undefined }) => ({
  token: id,
  brand: card?.brand ?? null,
  last4: card?.last4 ?? null,
  expiry_month: card?.exp_month ?? null,
  expiry_year: card?.exp_year ?? null,
  country: card?.country ?? null,
})

/** Clients send either a payment method or a token of the older API. */
const getMethodOfToken = (stripe: Stripe, token: string): Promise<Stripe.PaymentMethod> =>
  token.startsWith('pm_')
    ? stripe.paymentMethods.retrieve(token)
    : stripe.paymentMethods.create({ type: 'card', card: { token } })

function createMethodFromCard(stripe: Stripe, { number, expiry_month, expiry_year, cvv }: Card) {
  const card = { number, exp_month: expiry_month, exp_year: expiry_year, cvc: cvv }
  return stripe.paymentMethods.create({ type: 'card', card })
}

function toSetupOutcome(setup: Stripe.SetupIntent): SetupOutcome {
  const { status, last_setup_error } = setup
  if (status === 'succeeded') return { status: 'succeeded' }
  if (status === 'canceled' || status === 'requires_payment_method')
    return { status: 'failed', reason: describeRefusal(last_setup_error ?? {}) }
  return { status: 'pending', action: toAction(setup) }
}

export const findSetup = async (stripe: Stripe, id: string): Promise<SetupOutcome> =>
  toSetupOutcome(await stripe.setupIntents.retrieve(id))
