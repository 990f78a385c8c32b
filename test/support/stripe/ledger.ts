/** The state and responses of Stripe, as far as the service uses them (API version 2026-10-28.endive). */

import { randomBytes } from 'node:crypto'
import type { Answer, Fields } from './answers.ts'
import { StripeCheckout } from './checkout.ts'

export interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  customer: string
  status: string
  metadata: Fields
  created: number
  latest_charge: { id: string; object: 'charge'; refunded: boolean } | null
  last_payment_error: { code: string; message: string; decline_code?: string | undefined } | null
  next_action: NextAction | null
  payment_method: string
  return_url: string
}

interface NextAction {
  type: 'redirect_to_url'
  redirect_to_url: { url: string; return_url: string }
}

export interface Setup {
  id: string
  object: 'setup_intent'
  status: string
  customer: string
  payment_method: string
  return_url: string
  next_action: NextAction | null
  last_setup_error: { code: string; message: string } | null
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  currency: string
  payment_intent: string
  status: string
  failure_reason?: string
  metadata: Fields
  created: number
}

interface Method {
  number: string
  customer: string | null
  month: number
  year: number
  /** Whether a setup was confirmed. */
  isSetUp: boolean
}

const id = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const ok = (body: object): Answer => ({ status: 200, body })
const createPaidCharge = () => ({ id: id('ch'), object: 'charge' as const, refunded: false })

const failure = (status: number, type: string, code: string, details: object): Answer => ({
  status,
  body: { error: { type, code, doc_url: `https://stripe.com/docs/error-codes/${code}`, ...details } },
})
const createRefusal = (code: string, message: string) => failure(400, 'invalid_request_error', code, { message })
const createCardRefusal = (code: string, message: string, more: object = {}) =>
  failure(402, 'card_error', code, { message, ...more })
const missing = (what: string) =>
  failure(404, 'invalid_request_error', 'resource_missing', { message: `No such ${what}`, param: 'id' })

const okOrMissing = (found: object | undefined, what: string): Answer =>
  found === undefined ? missing(what) : ok(found)
export const wrongKey = failure(401, 'invalid_request_error', 'invalid_api_key', {
  message: 'Invalid API Key.',
})
export const keyReused = failure(400, 'idempotency_error', 'idempotency_error', {
  message: 'Keys for idempotent requests can only be used with the same parameters.',
})

/** The answers to requests that Stripe does not execute, https://docs.stripe.com/error-low-level */
export const failures = {
  conflict: failure(409, 'idempotency_error', 'idempotency_key_in_use', {
    message: 'There is currently another in-progress request using this Idempotent Key.',
  }),
  limit: failure(429, 'invalid_request_error', 'rate_limit', { message: 'Too many requests.' }),
  error: failure(500, 'api_error', 'internal_error', { message: 'An unknown error occurred.' }),
}

/** Stripe's test numbers, https://docs.stripe.com/testing */
const declinedWhenCharged: Record<string, [string, string, string?]> = {
  '0341': ['card_declined', 'Your card was declined.'],
  '9995': ['card_declined', 'Your card has insufficient funds.', 'insufficient_funds'],
  '3178': ['card_declined', 'Your card has insufficient funds.', 'insufficient_funds'],
}

/** Cards for which the bank asks the person: always, or until they are set up. */
const asksAlways = ['3184', '3220', '3178']
const asksFirst = ['3155']

const authenticationRequired: [string, string, string?] = [
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
]

export class StripeLedger {
  /** The address of the page of the bank. */
  pages = 'http://127.0.0.1'
  /** Its clock, that of the machine unless a test has another. */
  now = () => Date.now()
  /** The next payment stays at the bank for a while, and no page asks the person. */
  isProcessingNext = false
  /** The state of the next refunds, and whether the account has the money for them. */
  nextRefund: 'succeeded' | 'pending' = 'succeeded'
  hasFunds = true
  /** What the report has wrong: payments that it lacks, an amount that it adds to each, and lines of others. */
  readonly unbooked = new Set<string>()
  misbooked = 0
  readonly bookedBesides: {
    id: string
    object: string
    type: string
    amount: number
    created: number
    source: unknown
  }[] = []
  readonly refunds = new Map<string, Refund>()
  readonly setups = new Map<string, Setup>()
  readonly intents = new Map<string, Intent>()
  readonly #customers = new Set<string>()
  readonly #methods = new Map<string, Method>()

  readonly checkout = new StripeCheckout(
    (method, path, fields) => this.answer(method, path, fields),
    () => this.pages,
  )

  answer(method: string, path: string, fields: Fields): Answer {
    if (path.startsWith('/v1/checkout/sessions')) return this.checkout.answer(method, path, fields)
    const [, , resource = '', given = '', action = ''] = path.split('/')
    const called = `${method} ${resource}${given ? '/:id' : ''}${action ? `/${action}` : ''}`
    const answers: Record<string, () => Answer> = {
      'POST customers': () => this.#createCustomer(),
      'DELETE customers/:id': () => (this.#customers.delete(given) ? ok({ id: given }) : missing('customer')),
      'POST payment_methods': () => this.#createMethod(fields),
      'GET payment_methods/:id': () =>
        this.#methods.has(given) ? this.#shown(given) : missing(`PaymentMethod: '${given}'`),
      'POST setup_intents': () => this.#createSetup(fields),
      'GET setup_intents/:id': () => okOrMissing(this.setups.get(given), 'setupintent'),
      'POST payment_methods/:id/detach': () =>
        this.#methods.delete(given) ? ok({ id: given }) : missing('PaymentMethod'),
      'POST payment_intents': () => this.#createIntent(fields),
      'GET payment_intents': () => this.#listIntents(fields),
      'GET payment_intents/:id': () => okOrMissing(this.intents.get(given), 'payment_intent'),
      'POST payment_intents/:id/cancel': () => this.#cancel(given),
      'GET balance': () => ok({ object: 'balance' }),
      'GET balance_transactions': () => this.#listBooked(fields),
      'POST refunds': () => this.#refund(fields),
      'GET refunds': () => this.#listRefunds(fields),
      'GET refunds/:id': () => okOrMissing(this.refunds.get(given), 'refund'),
    }
    return answers[called]?.() ?? missing(`route: ${called}`)
  }

  #createCustomer(): Answer {
    const customer = id('cus')
    this.#customers.add(customer)
    return ok({ id: customer, object: 'customer' })
  }

  #createMethod(fields: Fields): Answer {
    const token = fields['card[token]']
    if (token !== undefined && token !== 'tok_visa') return missing(`token: '${token}'`)
    const number = token === undefined ? (fields['card[number]'] ?? '') : '4242424242424242'
    if (number.endsWith('0069')) return createCardRefusal('expired_card', 'Your card has expired.')
    const made = id('pm')
    const month = Number(fields['card[exp_month]'] ?? 12)
    const year = Number(fields['card[exp_year]'] ?? 2040)
    this.#methods.set(made, { number, customer: null, month, year, isSetUp: false })
    return this.#shown(made)
  }

  #createSetup({ payment_method = '', customer = '', confirm, return_url = '' }: Fields): Answer {
    const method = this.#methods.get(payment_method)
    if (method === undefined) return missing(`PaymentMethod: '${payment_method}'`)
    if (confirm !== 'true' || return_url === '')
      return createRefusal('parameter_missing', 'The double confirms at once.')
    if (method.number.endsWith('0002')) return createCardRefusal('card_declined', 'Your card was declined.')
    const object = 'setup_intent' as const
    const begun = {
      id: id('seti'),
      object,
      customer,
      payment_method,
      return_url,
      next_action: null,
      last_setup_error: null,
    }
    const setup: Setup = { ...begun, status: 'succeeded' }
    this.setups.set(setup.id, setup)
    if (this.#asks(method)) Object.assign(setup, this.#ask(setup.id, return_url))
    else Object.assign(method, { customer, isSetUp: true })
    return ok(setup)
  }

  #asks({ number, isSetUp }: Method): boolean {
    const last = number.slice(-4)
    return asksAlways.includes(last) || (asksFirst.includes(last) && !isSetUp)
  }

  #ask(asked: string, return_url: string) {
    const redirect_to_url = { url: `${this.pages}/3ds/${asked}`, return_url }
    return { status: 'requires_action', next_action: { type: 'redirect_to_url' as const, redirect_to_url } }
  }

  /** What the person answers on the page of the bank. Returns the address that it leads back to, null for an unknown one. */
  answerBank(asked: string, isConfirmed: boolean): string | null {
    const [intent, setup] = [this.intents.get(asked), this.setups.get(asked)]
    const method = this.#methods.get((intent ?? setup)?.payment_method ?? '')
    if (method === undefined) return null
    if (setup?.status === 'requires_action') this.#answerSetup(setup, method, isConfirmed)
    if (intent?.status === 'requires_action') this.#answerPayment(intent, method, isConfirmed)
    const name = intent === undefined ? 'setup_intent' : 'payment_intent'
    const status = (intent ?? setup)?.status === 'succeeded' ? 'succeeded' : 'failed'
    return `${(intent ?? setup)?.return_url}?${name}=${asked}&${name}_client_secret=${asked}_secret_x&redirect_status=${status}`
  }

  #answerSetup(setup: Setup, method: Method, isConfirmed: boolean) {
    setup.next_action = null
    if (isConfirmed) {
      setup.status = 'succeeded'
      Object.assign(method, { customer: setup.customer, isSetUp: true })
      return
    }
    const last_setup_error = { code: 'setup_intent_authentication_failure', message: 'The bank did not confirm you.' }
    Object.assign(setup, { status: 'requires_payment_method', last_setup_error })
  }

  #answerPayment(intent: Intent, { number }: Method, isConfirmed: boolean) {
    intent.next_action = null
    const [code, message, decline_code] = isConfirmed
      ? (declinedWhenCharged[number.slice(-4)] ?? [])
      : ['payment_intent_authentication_failure', 'The bank did not confirm you.']
    if (code === undefined || message === undefined)
      return Object.assign(intent, { status: 'succeeded', latest_charge: createPaidCharge() })
    return Object.assign(intent, {
      status: 'requires_payment_method',
      last_payment_error: { code, message, decline_code },
    })
  }

  #shown(methodId: string): Answer {
    const { number = '', month, year, customer } = this.#methods.get(methodId) ?? {}
    const country = number.endsWith('0016') ? 'DE' : 'US'
    const card = { brand: 'visa', country, last4: number.slice(-4), exp_month: month, exp_year: year }
    return ok({ id: methodId, object: 'payment_method', type: 'card', customer, card })
  }

  #createIntent(fields: Fields): Answer {
    const { amount, currency = '', customer = '', payment_method = '', return_url = '' } = fields
    // https://docs.stripe.com/changelog/endive/2026-09-30
    if (Object.keys(fields).some((name) => name.startsWith('payment_method_types')))
      return createRefusal('payment_method_types_no_longer_supported', 'It is no longer supported.')
    if (Number(amount) < 50) return createRefusal('amount_too_small', 'Amount must be at least $0.50 usd.')
    const method = this.#methods.get(payment_method)
    if (method?.customer !== customer) return createRefusal('payment_intent_unexpected_state', 'Not of the customer.')
    const intent: Intent = {
      id: id('pi'),
      object: 'payment_intent',
      amount: Number(amount),
      currency,
      customer,
      status: 'succeeded',
      metadata: { key: fields['metadata[key]'] ?? '' },
      created: Math.floor(this.now() / 1000),
      latest_charge: createPaidCharge(),
      last_payment_error: null,
      next_action: null,
      payment_method,
      return_url,
    }
    this.intents.set(intent.id, intent)
    return this.#confirm(intent, method, fields.off_session === 'true')
  }

  #confirm(intent: Intent, method: Method, isOffSession: boolean): Answer {
    const { number } = method
    if (this.#asks(method) && !isOffSession) {
      Object.assign(intent, this.#ask(intent.id, intent.return_url), { latest_charge: null })
      return ok(intent)
    }
    const refusal = this.#asks(method) ? authenticationRequired : declinedWhenCharged[number.slice(-4)]
    if (refusal !== undefined) {
      const [code, message, decline_code] = refusal
      const last_payment_error = { code, message, decline_code }
      Object.assign(intent, { status: 'requires_payment_method', latest_charge: null, last_payment_error })
      return createCardRefusal(code, message, { decline_code, payment_intent: intent })
    }
    if (this.isProcessingNext) Object.assign(intent, { status: 'processing', latest_charge: null })
    this.isProcessingNext = false
    return ok(intent)
  }

  #listIntents({ customer }: Fields): Answer {
    const data = [...this.intents.values()].filter((intent) => intent.customer === customer).reverse()
    return ok({ object: 'list', url: '/v1/payment_intents', has_more: false, data })
  }

  /** What was booked, newest first, in pages. https://docs.stripe.com/api/balance_transactions/list */
  #listBooked(fields: Fields): Answer {
    const { limit = '10', starting_after } = fields
    if (fields['expand[0]'] !== 'data.source' && fields['expand[]'] !== 'data.source')
      return createRefusal('parameter_missing', 'The double expands the source.')
    const [from, to] = [Number(fields['created[gte]'] ?? 0), Number(fields['created[lt]'] ?? Number.MAX_SAFE_INTEGER)]
    const all = [...this.#book()].filter(({ created }) => created >= from && created < to).reverse()
    const start = starting_after === undefined ? 0 : all.findIndex((one) => one.id === starting_after) + 1
    const data = all.slice(start, start + Number(limit))
    return ok({ object: 'list', url: '/v1/balance_transactions', has_more: start + data.length < all.length, data })
  }

  *#book() {
    for (const { id: payment_intent, amount, currency, created, latest_charge } of this.intents.values())
      if (latest_charge !== null && !this.unbooked.has(payment_intent)) {
        const source = { ...latest_charge, payment_intent, amount: amount + this.misbooked, currency }
        yield { id: `txn_${latest_charge.id}`, object: 'balance_transaction', type: 'charge', amount, created, source }
      }
    for (const refund of this.refunds.values()) {
      const booked = { object: 'balance_transaction', amount: -refund.amount, created: refund.created, source: refund }
      if (refund.status !== 'pending') yield { ...booked, id: `txn_${refund.id}`, type: 'refund' }
      if (refund.status === 'failed') yield { ...booked, id: `txn_back_${refund.id}`, type: 'refund_failure' }
    }
    yield* this.bookedBesides
  }

  #cancel(intentId: string): Answer {
    const intent = this.intents.get(intentId)
    if (intent === undefined) return missing('payment_intent')
    if (intent.status === 'succeeded') return createRefusal('payment_intent_unexpected_state', 'It has succeeded.')
    intent.status = 'canceled'
    return ok(intent)
  }

  #refund(fields: Fields): Answer {
    const { payment_intent = '', amount } = fields
    const intent = this.intents.get(payment_intent)
    const charge = intent?.latest_charge
    if (!intent || !charge) return missing('payment_intent')
    const left = intent.amount - this.sumRefunds(payment_intent)
    if (left <= 0) return createRefusal('charge_already_refunded', 'Charge has already been refunded.')
    const wanted = amount === undefined ? left : Number(amount)
    if (wanted > left) return createRefusal('amount_too_large', 'The amount is larger than what is left.')
    if (!this.hasFunds)
      return createRefusal('insufficient_funds', 'Your account does not have enough funds for this refund.')
    const status = this.nextRefund
    const refund: Refund = {
      id: id('re'),
      object: 'refund',
      amount: wanted,
      currency: intent.currency,
      payment_intent,
      status,
      created: Math.floor(this.now() / 1000),
      metadata: { key: fields['metadata[key]'] ?? '', refund: fields['metadata[refund]'] ?? '' },
    }
    this.refunds.set(refund.id, refund)
    charge.refunded = this.sumRefunds(payment_intent) >= intent.amount
    return ok(refund)
  }

  /** What was refunded of a payment, also while it is pending. */
  sumRefunds(payment_intent: string): number {
    const made = [...this.refunds.values()].filter(
      (refund) => refund.payment_intent === payment_intent && ['succeeded', 'pending'].includes(refund.status),
    )
    return made.reduce((sum, { amount }) => sum + amount, 0)
  }

  #listRefunds({ payment_intent }: Fields): Answer {
    const data = [...this.refunds.values()].filter((refund) => refund.payment_intent === payment_intent).reverse()
    return ok({ object: 'list', url: '/v1/refunds', has_more: false, data })
  }

  /** What becomes of a refund later; the money of a failed one returns to the account. */
  decideRefund(refundId: string, status: 'succeeded' | 'failed') {
    const refund = this.refunds.get(refundId)
    if (refund === undefined) return
    Object.assign(refund, { status, ...(status === 'failed' && { failure_reason: 'expired_or_canceled_card' }) })
    const charge = this.intents.get(refund.payment_intent)?.latest_charge
    if (charge)
      charge.refunded = this.sumRefunds(refund.payment_intent) >= (this.intents.get(refund.payment_intent)?.amount ?? 0)
  }

  /** A refund in the dashboard. */
  refundAll(intentId: string) {
    this.#refund({ payment_intent: intentId })
  }

  /** A pending payment succeeds. */
  settle(intentId: string) {
    const intent = this.intents.get(intentId)
    if (intent) Object.assign(intent, { status: 'succeeded', latest_charge: createPaidCharge() })
  }
}
