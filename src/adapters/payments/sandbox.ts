/**
 * A gateway that moves no money. Test cards and phones succeed, are declined, need time, or time out; which one a
 * method is stands in its token, so that nothing is kept beside what the platform keeps.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { brandOf } from '#core/cards.ts'
import type { Clock } from '#core/time.ts'
import {
  type GatewayEvent,
  MethodRefused,
  type NewMethod,
  NotFromGateway,
  type Outcome,
  type PaymentGateway,
  type StoredMethod,
} from './gateway.ts'

type Manner = 'paid' | 'declined' | 'insufficient' | 'timeout' | 'later'

const mannerOfCard: Record<string, Manner> = {
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient',
  '4000000000000341': 'declined',
  '4000000000000119': 'timeout',
}
const mannerOfPhone: Record<string, Manner> = { '0001': 'declined', '0002': 'later' }

/** What a client of the sandbox may send instead of a number, named like Stripe's test tokens. */
const clientTokens: Record<string, { manner: Manner; brand: string; last4: string }> = {
  tok_visa: { manner: 'paid', brand: 'visa', last4: '4242' },
  tok_mastercard: { manner: 'paid', brand: 'mastercard', last4: '4444' },
  tok_chargeDeclined: { manner: 'declined', brand: 'visa', last4: '0002' },
  tok_chargeDeclinedInsufficientFunds: { manner: 'insufficient', brand: 'visa', last4: '9995' },
  tok_timeout: { manner: 'timeout', brand: 'visa', last4: '0119' },
}

const reasons: Partial<Record<Manner, string>> = {
  declined: 'The payment was declined. Use another payment method.',
  insufficient: 'The card has insufficient funds. Use another payment method.',
}

const confirmedAfter = 2_000
/** Messages older or newer than this, in milliseconds, are refused. */
const tolerance = 300_000
const mostRemembered = 10_000

/** The gateway did not answer in time. */
class Timeout extends Error {
  constructor() {
    super('The sandbox gateway timed out, as this card asks for.')
    this.name = 'Timeout'
  }
}

const methodToken = (manner: Manner) => `sandbox_${manner}_${randomBytes(12).toString('hex')}`
const mannerOf = (token: string) => token.split('_')[1] ?? 'paid'

export function sandboxGateway(clock: Clock, secret: string): PaymentGateway {
  const known = new Map<string, Outcome>()
  const given = new Set<string>()
  const milliseconds = () => Date.parse(clock.now())

  function remember(key: string, outcome: Outcome): Outcome {
    known.set(key, outcome)
    const [oldest] = known.keys()
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest)
    return outcome
  }

  function present(paymentId: string): Outcome {
    if (given.has(paymentId)) return { status: 'refunded', payment_id: paymentId }
    const [, manner, since] = paymentId.split('_')
    const waits = manner === 'later' && milliseconds() < Number(since) + confirmedAfter
    return { status: waits ? 'pending' : 'succeeded', payment_id: paymentId }
  }

  return {
    kind: 'sandbox',
    check: async () => undefined,
    customer: async (key) => `sandbox_customer_${key}`,
    store: async (_, method) => stored(method),
    remove: async () => undefined,
    async charge({ key, token }) {
      const before = known.get(key)
      if (before)
        return before.status === 'failed' || !before.payment_id ? before : present(before.payment_id)
      const manner = mannerOf(token)
      const payment_id = `sandboxpay_${manner}_${milliseconds()}_${randomBytes(9).toString('hex')}`
      const reason = Object.entries(reasons).find(([name]) => name === manner)?.[1]
      if (reason !== undefined) return remember(key, { status: 'failed', payment_id, reason })
      const outcome = remember(key, present(payment_id))
      if (manner === 'timeout') throw new Timeout()
      return outcome
    },
    async outcomeOf({ payment_id, key }) {
      if (payment_id !== null) return present(payment_id)
      const outcome = known.get(key)
      return outcome?.status === 'succeeded' ? present(outcome.payment_id) : (outcome ?? null)
    },
    abandon: async (paymentId) => abandoned(present(paymentId)),
    async refund(paymentId) {
      given.add(paymentId)
    },
    forget: async () => undefined,
    eventOf: async (body, signature, now) => readEvent(secret, body, signature, now),
  }
}

const abandoned = (outcome: Outcome): Outcome =>
  outcome.status === 'pending'
    ? { status: 'failed', payment_id: outcome.payment_id, reason: 'The payment was not confirmed in time.' }
    : outcome

function stored(method: NewMethod): StoredMethod {
  const nothing = { brand: null, last4: null, expiry_month: null, expiry_year: null }
  if (method.kind === 'mobile_money')
    return { ...nothing, token: methodToken(mannerOfPhone[method.phone.slice(-4)] ?? 'paid') }
  if (method.kind === 'token') {
    const test = clientTokens[method.token]
    if (test === undefined) throw new MethodRefused('token', 'The token is unknown to the gateway.')
    const { manner, ...shown } = test
    return { ...nothing, ...shown, expiry_month: 12, expiry_year: 2099, token: methodToken(manner) }
  }
  const { number, expiry_month, expiry_year } = method.card
  return {
    token: methodToken(mannerOfCard[number] ?? 'paid'),
    brand: brandOf(number),
    last4: number.slice(-4),
    expiry_month,
    expiry_year,
  }
}

const macOf = (secret: string, at: string, body: Buffer) =>
  createHmac('sha256', secret).update(`sandbox callback\n${at}\n`).update(body).digest('hex')

/** The `Signature` header of a message of the sandbox. */
export function signSandboxEvent(secret: string, body: Buffer, now: string): string {
  const at = String(Date.parse(now))
  return `${at}.${macOf(secret, at, body)}`
}

function readEvent(secret: string, body: Buffer, signature: string, now: string): GatewayEvent {
  const [at = '', mac = ''] = signature.split('.')
  const right = Buffer.from(macOf(secret, at, body))
  const claimed = Buffer.from(mac)
  if (right.length !== claimed.length || !timingSafeEqual(right, claimed))
    throw new NotFromGateway('The signature does not match.')
  if (Math.abs(Date.parse(now) - Number(at)) > tolerance) throw new NotFromGateway('The message is too old.')
  const { id, key } = JSON.parse(body.toString())
  return { id: String(id), key: String(key) }
}
