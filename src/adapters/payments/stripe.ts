/** The Stripe gateway: customers, stored cards, off-session payments, refunds, webhooks. */

import type Stripe from 'stripe'
import { stored } from '#language/sentence.ts'
import {
  type Card,
  InvalidSignature,
  MethodRejected,
  type NewMethod,
  type Order,
  type Outcome,
  type PaymentGateway,
  type PaymentReference,
  type StoredMethod,
} from './gateway.ts'
import { getStripeStep, toStripeAmount } from './stripe-amounts.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Null for Stripe's own servers. */
  apiBase: string | null
}

/** With one retry this stays below the minute after which the outcome of a charge is asked for. */
const timeoutMs = 20_000
/** The maximum age of a signature. */
const signatureToleranceSeconds = 300
/** Payments of a customer that are searched for a lost one. */
const maxSearchedIntents = 100

const rejectedMessage = 'The payment provider did not accept the payment. Please try again later.'
const expiredMessage = 'The payment was not confirmed in time.'
const declinedMessage = 'The payment was declined. Use another payment method.'

/** The input field of each error code of a refused card, https://docs.stripe.com/error-codes */
const fieldOfCode: Record<string, string> = {
  incorrect_number: 'card_number',
  invalid_number: 'card_number',
  invalid_expiry_month: 'expiry_month',
  invalid_expiry_year: 'expiry_year',
  expired_card: 'expiry_year',
  incorrect_cvc: 'cvv',
  invalid_cvc: 'cvv',
}

/** The library takes 10 MB of memory, so the first request loads it. */
export function createStripeGateway({ secretKey, webhookSecret, apiBase }: StripeSettings): PaymentGateway {
  let opened: Promise<Stripe> | undefined
  const getClient = () => {
    opened ??= createClient(secretKey, apiBase)
    return opened
  }
  return {
    kind: 'stripe',
    offers: { card: { tokenize_with: 'stripe' }, providers: [] },
    serves: ({ kind }) => kind !== 'mobile_money',
    getStep: getStripeStep,
    async check() {
      await (await getClient()).balance.retrieve()
    },
    async createCustomer(key) {
      const stripe = await getClient()
      const made = await stripe.customers.create({ metadata: { user: key } }, { idempotencyKey: `customer-${key}` })
      return made.id
    },
    store: async (customer, method) => attachMethod(await getClient(), customer, method),
    async remove(token) {
      await (await getClient()).paymentMethods.detach(token).catch(ignoreMissing)
    },
    charge: async (order) => charge(await getClient(), order),
    findOutcome: async (trace) => findOutcome(await getClient(), trace),
    async abandon(paymentId) {
      const stripe = await getClient()
      // A payment that cannot be cancelled has just succeeded or failed.
      await stripe.paymentIntents.cancel(paymentId).catch(ignoreState)
      const outcome = toOutcome(await retrieveIntent(stripe, paymentId))
      return outcome.status === 'failed' ? { ...outcome, reason: expiredMessage } : outcome
    },
    async refund(paymentId, key, part) {
      const stripe = await getClient()
      const amount = part && { amount: toStripeAmount(part.amount, part.currency) }
      const wanted = { payment_intent: paymentId, ...amount }
      await stripe.refunds.create(wanted, { idempotencyKey: key }).catch(ignoreRefunded)
    },
    async forget(customer) {
      await (await getClient()).customers.del(customer).catch(ignoreMissing)
    },
    async parseEvent(body, signature, now) {
      const stripe = await getClient()
      return readEvent(stripe, webhookSecret, { body, signature, now })
    },
  }
}

async function createClient(secretKey: string, apiBase: string | null): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const settings = { timeout: timeoutMs, maxNetworkRetries: 1, telemetry: false }
  if (apiBase === null) return new StripeClient(secretKey, settings)
  const { hostname, port, protocol } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return new StripeClient(secretKey, {
    ...settings,
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
  })
}

async function attachMethod(stripe: Stripe, customer: string, method: NewMethod): Promise<StoredMethod> {
  if (method.kind === 'mobile_money') throw new Error('Stripe stores no mobile money.')
  try {
    const id =
      method.kind === 'token'
        ? await createMethodFromToken(stripe, method.token)
        : await createMethodFromCard(stripe, method.card)
    const { card } = await stripe.paymentMethods.attach(id, { customer })
    return {
      token: id,
      brand: card?.brand ?? null,
      last4: card?.last4 ?? null,
      expiry_month: card?.exp_month ?? null,
      expiry_year: card?.exp_year ?? null,
      country: card?.country ?? null,
    }
  } catch (error) {
    throw toMethodRejected(error, method.kind === 'token' ? 'token' : 'card_number')
  }
}

/** Clients send either a payment method or a token of the older API. */
async function createMethodFromToken(stripe: Stripe, token: string): Promise<string> {
  if (token.startsWith('pm_')) return token
  return (await stripe.paymentMethods.create({ type: 'card', card: { token } })).id
}

async function createMethodFromCard(stripe: Stripe, { number, expiry_month, expiry_year, cvv }: Card): Promise<string> {
  const card = { number, exp_month: expiry_month, exp_year: expiry_year, cvc: cvv }
  return (await stripe.paymentMethods.create({ type: 'card', card })).id
}

function toMethodRejected(error: unknown, field: string): unknown {
  if (!isStripeError(error)) return error
  const isCard = error.type === 'StripeCardError'
  const isToken = field === 'token' && error.type === 'StripeInvalidRequestError'
  if (!isCard && !isToken) return error
  const sentence = isToken ? 'The token is unknown to the gateway.' : stored(error.message ?? declinedMessage)
  return new MethodRejected(fieldOfCode[error.code ?? ''] ?? field, sentence)
}

async function charge(stripe: Stripe, order: Order): Promise<Outcome> {
  const { key, amount, currency, customer, token, description } = order
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
        off_session: true,
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

/**
 * Errors after which no money moved. After all others the outcome is unknown. https://docs.stripe.com/error-low-level
 */
function toFailedOutcome(error: unknown): Outcome {
  if (!isStripeError(error)) throw error
  if (error.type === 'StripeCardError') {
    const payment_id = error.payment_intent?.id ?? null
    return { status: 'failed', payment_id, reason: error.message || declinedMessage }
  }
  const refused = ['StripeInvalidRequestError', 'StripeAuthenticationError', 'StripePermissionError']
  // 409: the first request with this key is still running at Stripe.
  if (refused.includes(error.type ?? '') && error.statusCode !== 409)
    return { status: 'failed', payment_id: null, reason: rejectedMessage }
  throw error
}

function toOutcome(intent: Stripe.PaymentIntent): Outcome {
  const { id, status, latest_charge, last_payment_error } = intent
  if (status === 'succeeded') {
    const isBack = typeof latest_charge === 'object' && latest_charge?.refunded === true
    return { status: isBack ? 'refunded' : 'succeeded', payment_id: id }
  }
  if (status === 'canceled' || status === 'requires_payment_method')
    return { status: 'failed', payment_id: id, reason: last_payment_error?.message ?? declinedMessage }
  return { status: 'pending', payment_id: id }
}

const retrieveIntent = (stripe: Stripe, id: string) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })

async function findOutcome(stripe: Stripe, { payment_id, key, customer, since }: PaymentReference) {
  if (payment_id !== null) return toOutcome(await retrieveIntent(stripe, payment_id))
  // Listed, not searched: the search index may lag minutes behind. The time is a little earlier, because clocks differ.
  const created = { gte: Math.floor(Date.parse(since) / 1000) - 600 }
  const { data } = await stripe.paymentIntents.list({ customer, created, limit: maxSearchedIntents })
  const found = data.find(({ metadata }) => metadata.key === key)
  return found === undefined ? null : toOutcome(await retrieveIntent(stripe, found.id))
}

interface SignedRequest {
  body: Buffer
  signature: string
  now: string
}

async function readEvent(stripe: Stripe, secret: string, { body, signature, now }: SignedRequest) {
  const event = await stripe.webhooks
    .constructEventAsync(body, signature, secret, signatureToleranceSeconds, undefined, Date.parse(now))
    .catch((error: unknown) => {
      throw new InvalidSignature(error instanceof Error ? error.message : String(error))
    })
  const { object } = event.data
  if (!('metadata' in object)) return null
  const key = object.metadata?.key
  return key === undefined || !/^(payment_intent|charge)\./.test(event.type) ? null : { id: event.id, key }
}

interface StripeFailure {
  type?: string
  code?: string
  message?: string
  statusCode?: number
  payment_intent?: { id: string }
}

const isStripeError = (error: unknown): error is StripeFailure =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')

const ignoreCodes =
  (...codes: string[]) =>
  (error: unknown) => {
    if (!isStripeError(error) || !codes.includes(error.code ?? '')) throw error
  }

const ignoreMissing = ignoreCodes('resource_missing', 'payment_method_unexpected_state')
const ignoreState = ignoreCodes('payment_intent_unexpected_state')
const ignoreRefunded = ignoreCodes('charge_already_refunded')
