/** The Stripe gateway: customers, cards, payments, refunds, webhooks. */

import type Stripe from 'stripe'
import { InvalidSignature, ordinaryPace, type PaymentGateway, readHeader } from '../gateway.ts'
import { getStripeStep } from './amounts.ts'
import { createHostedSetup } from './checkout.ts'
import { ignoreMissing } from './errors.ts'
import { findSetup, storeMethod } from './methods.ts'
import { cancelPayment, createPayment, findOutcome } from './payments.ts'
import { createRefund, findRefund } from './refunds.ts'
import { listStatement } from './statement.ts'

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

/** The library takes 10 MB of memory, so the first request loads it. */
export function createStripeGateway({ secretKey, webhookSecret, apiBase }: StripeSettings): PaymentGateway {
  let opened: Promise<Stripe> | undefined
  const getClient = () => {
    opened ??= createClient(secretKey, apiBase)
    return opened
  }
  return {
    kind: 'stripe',
    ...ordinaryPace,
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
    store: async (customer, method, returnUrl) => storeMethod(await getClient(), customer, method, returnUrl),
    hostedSetup: createHostedSetup(getClient),
    findSetup: async (id) => findSetup(await getClient(), id),
    async remove(token) {
      await (await getClient()).paymentMethods.detach(token).catch(ignoreMissing)
    },
    charge: async (order) => createPayment(await getClient(), order),
    findOutcome: async (trace) => findOutcome(await getClient(), trace),
    abandon: async (paymentId) => cancelPayment(await getClient(), paymentId),
    refund: async (order) => createRefund(await getClient(), order),
    findRefund: async (reference) => findRefund(await getClient(), reference),
    listStatement: async (period) => listStatement(await getClient(), period),
    async forget(customer) {
      await (await getClient()).customers.del(customer).catch(ignoreMissing)
    },
    async parseEvent(received) {
      const stripe = await getClient()
      const { body, now } = received
      return readEvent(stripe, webhookSecret, { body, signature: readHeader(received, 'stripe-signature'), now })
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
  if (key === undefined || !/^(payment_intent|charge|refund)\./.test(event.type)) return null
  return { id: event.id, key, is_refund: event.type.includes('refund') }
}
