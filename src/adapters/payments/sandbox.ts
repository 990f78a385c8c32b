/**
 * A gateway that moves no money. Test cards and phones succeed, are declined, stay pending or time out. The token of a
 * method contains its behavior, so that the sandbox stores nothing.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { detectBrand } from '#core/cards.ts'
import { findCountryOfPhone } from '#core/countries.ts'
import type { Clock } from '#core/time.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import {
  type GatewayEvent,
  InvalidSignature,
  MethodRejected,
  type NewMethod,
  type Outcome,
  ordinaryPace,
  type PaymentGateway,
  type ReceivedEvent,
  readHeader,
} from './gateway.ts'
import type { HostedSetup, StoredMethod } from './method.ts'
import { confirmationDelayMs, createRefunds, readBehavior } from './sandbox-refunds.ts'

type Behavior =
  | 'paid'
  | 'declined'
  | 'insufficient'
  | 'timeout'
  | 'later'
  | 'unanswered'
  | 'norefund'
  | 'laterrefund'
  | 'unbooked'

const behaviorByCard: Record<string, Behavior> = {
  '4000000000000259': 'unbooked',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient',
  '4000000000000341': 'declined',
  '4000000000000119': 'timeout',
  // The first refund fails, as without funds at the gateway; the next one succeeds.
  '4000000000005126': 'norefund',
  '4000000000007726': 'laterrefund',
}
/** Where the providers are. The sandbox takes numbers of all countries. */
const providers = [
  { provider: 'mpesa', countries: ['KE', 'TZ', 'CD', 'MZ', 'LS', 'ET'] },
  { provider: 'mtn', countries: ['UG', 'GH', 'RW', 'ZM', 'CM', 'CI', 'BJ', 'CG', 'GN', 'LR', 'SZ', 'NG', 'SS'] },
  { provider: 'airtel', countries: ['KE', 'UG', 'TZ', 'RW', 'ZM', 'MW', 'MG', 'CD', 'CG', 'GA', 'NE', 'TD'] },
  { provider: 'tigo', countries: ['TZ', 'GH', 'SN'] },
  { provider: 'vodafone', countries: ['GH', 'EG'] },
  { provider: 'orange', countries: ['CI', 'SN', 'CM', 'ML', 'BF', 'GN', 'CD', 'SL', 'MG', 'BW'] },
]

const described = {
  kind: 'sandbox' as const,
  ...ordinaryPace,
  offers: { card: { tokenize_with: null }, providers },
  serves: () => true,
  check: async () => undefined,
  getStep: () => 1,
  findSetup: async () => ({ status: 'succeeded' as const }),
  hostedSetup: createHostedSetup(),
}

/** The sandbox has no page of its own: its address leads straight back, with a card that is always paid. */
function createHostedSetup(): HostedSetup {
  const find = async (id: string) => ({
    status: 'succeeded' as const,
    method: {
      token: `sandbox_paid_${id}`,
      brand: 'visa',
      last4: '4242',
      expiry_month: 12,
      expiry_year: 2099,
      country: null,
      setup: null,
    },
  })
  return {
    check: async () => undefined,
    begin: async ({ returnUrl }) => ({ id: randomBytes(12).toString('hex'), url: returnUrl }),
    find,
    end: find,
  }
}

/** Stripe's test cards of countries, https://docs.stripe.com/testing#international-cards */
const countryByCard: Record<string, string> = {
  '4000002760000016': 'DE',
  '4000008260000000': 'GB',
  '4000003920000003': 'JP',
}
const behaviorByPhone: Record<string, Behavior> = { '0001': 'declined', '0002': 'later', '0003': 'unanswered' }

/** Tokens that a client may send instead of a card number, named like Stripe's test tokens. */
const clientTokens: Record<string, { manner: Behavior; brand: string; last4: string }> = {
  tok_visa: { manner: 'paid', brand: 'visa', last4: '4242' },
  tok_mastercard: { manner: 'paid', brand: 'mastercard', last4: '4444' },
  tok_chargeDeclined: { manner: 'declined', brand: 'visa', last4: '0002' },
  tok_chargeDeclinedInsufficientFunds: { manner: 'insufficient', brand: 'visa', last4: '9995' },
  tok_timeout: { manner: 'timeout', brand: 'visa', last4: '0119' },
}

const declineReasons: Partial<Record<Behavior, string>> = {
  declined: 'The payment was declined. Use another payment method.',
  insufficient: 'The card has insufficient funds. Use another payment method.',
}

/** How long a phone shows the prompt. */
const promptLifetime = { minutes: 5 }
const unansweredMessage: PlainTemplate = 'The prompt on the phone was not answered.'
/** Events that are older or newer are refused. */
const signatureToleranceMs = 300_000
const maxRemembered = 10_000

/** Simulates a gateway that does not answer in time. */
class Timeout extends Error {
  constructor() {
    super('The sandbox gateway timed out, as this card asks for.')
    this.name = 'Timeout'
  }
}

/** Answers all prompts but the first of a phone that does not. */
function createBehaviorReader() {
  const prompted = new Set<string>()
  return (token: string): string => {
    const behavior = readBehavior(token)
    if (behavior !== 'unanswered') return behavior
    const isFirst = !prompted.has(token)
    prompted.add(token)
    return isFirst ? behavior : 'paid'
  }
}

const createMethodToken = (manner: Behavior) => `sandbox_${manner}_${randomBytes(12).toString('hex')}`

/** Adds an outcome, and forgets the oldest beyond the limit. */
function addLimited(known: Map<string, Outcome>, key: string, outcome: Outcome): Outcome {
  const [oldest = ''] = known.set(key, outcome).keys()
  if (known.size > maxRemembered) known.delete(oldest)
  return outcome
}

export function createSandboxGateway(clock: Clock, secret: string): PaymentGateway {
  const known = new Map<string, Outcome>()
  const remember = (key: string, outcome: Outcome) => addLimited(known, key, outcome)
  const input = new Set<string>()
  const readNextBehavior = createBehaviorReader()
  const nowMs = () => Date.parse(clock.now())

  function present(paymentId: string): Outcome {
    if (input.has(paymentId)) return { status: 'refunded', payment_id: paymentId }
    const [, manner, since] = paymentId.split('_')
    const waits = manner === 'later' && nowMs() < Number(since) + confirmationDelayMs
    const reason = declineReasons[manner as Behavior]
    if (reason !== undefined) return { status: 'failed', payment_id: paymentId, reason }
    if (manner === 'unanswered') return { status: 'failed', payment_id: paymentId, ...unanswered }
    return waits
      ? { status: 'pending', payment_id: paymentId, action: { kind: 'prompt', within: promptLifetime } }
      : { status: 'succeeded', payment_id: paymentId }
  }

  return {
    ...described,
    createCustomer: async (key) => `sandbox_customer_${key}`,
    store: async (_, method) => storeMethod(method),
    remove: async () => undefined,
    async charge({ key, token }) {
      const before = known.get(key)
      if (before) return before.status === 'failed' || !before.payment_id ? before : present(before.payment_id)
      const manner = readNextBehavior(token)
      const payment_id = `sandboxpay_${manner}_${nowMs()}_${randomBytes(9).toString('hex')}`
      const reason = Object.entries(declineReasons).find(([name]) => name === manner)?.[1]
      if (reason !== undefined) return remember(key, { status: 'failed', payment_id, reason })
      const outcome = remember(key, present(payment_id))
      if (manner === 'timeout') throw new Timeout()
      return outcome
    },
    async findOutcome({ payment_id, key }) {
      if (readBehavior(payment_id ?? '') === 'unbooked') return null
      if (payment_id !== null) return present(payment_id)
      const outcome = known.get(key)
      return outcome?.status === 'succeeded' ? present(outcome.payment_id) : (outcome ?? null)
    },
    abandon: async (paymentId) => abandonOutcome(present(paymentId)),
    ...createRefunds(nowMs, input),
    forget: async () => undefined,
    parseEvent: async (received) => readEvent(secret, received),
  }
}

const unanswered = { reason: unansweredMessage, is_unanswered: true }

const abandonOutcome = (outcome: Outcome): Outcome =>
  outcome.status === 'pending'
    ? { status: 'failed', payment_id: outcome.payment_id, reason: 'The payment was not confirmed in time.' }
    : outcome

function storeMethod(method: NewMethod): StoredMethod {
  const nothing = { brand: null, last4: null, expiry_month: null, expiry_year: null, country: null, setup: null }
  if (method.kind === 'mobile_money')
    return {
      ...nothing,
      country: findCountryOfPhone(method.phone),
      token: createMethodToken(behaviorByPhone[method.phone.slice(-4)] ?? 'paid'),
    }
  if (method.kind === 'token') {
    const test = clientTokens[method.token]
    if (test === undefined) throw new MethodRejected('token', 'The token is unknown to the gateway.')
    const { manner, ...shown } = test
    return { ...nothing, ...shown, expiry_month: 12, expiry_year: 2099, token: createMethodToken(manner) }
  }
  const { number, expiry_month, expiry_year } = method.card
  return {
    token: createMethodToken(behaviorByCard[number] ?? 'paid'),
    brand: detectBrand(number),
    last4: number.slice(-4),
    expiry_month,
    expiry_year,
    country: countryByCard[number] ?? null,
    setup: null,
  }
}

const computeMac = (secret: string, at: string, body: Buffer) =>
  createHmac('sha256', secret).update(`sandbox callback\n${at}\n`).update(body).digest('hex')

/** Returns the `Signature` header of an event of the sandbox. */
export function signSandboxEvent(secret: string, body: Buffer, now: string): string {
  const at = String(Date.parse(now))
  return `${at}.${computeMac(secret, at, body)}`
}

function readEvent(secret: string, received: ReceivedEvent): GatewayEvent {
  const { body, now } = received
  const [at = '', mac = ''] = readHeader(received, 'sandbox-signature').split('.')
  const right = Buffer.from(computeMac(secret, at, body))
  const claimed = Buffer.from(mac)
  if (right.length !== claimed.length || !timingSafeEqual(right, claimed))
    throw new InvalidSignature('The signature does not match.')
  if (Math.abs(Date.parse(now) - Number(at)) > signatureToleranceMs)
    throw new InvalidSignature('The message is too old.')
  const { id, key } = JSON.parse(body.toString())
  return { id: String(id), key: String(key) }
}
