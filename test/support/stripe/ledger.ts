/** The state and responses of Stripe, as far as the service uses them (API version 2026-10-28.endive). */

import { randomBytes } from 'node:crypto'

export type Fields = Record<string, string>

export interface Answer {
  status: number
  body: object
}

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
  last_payment_error: { code: string; message: string } | null
}

interface Method {
  number: string
  customer: string | null
  month: number
  year: number
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

export const wrongKey = failure(401, 'invalid_request_error', 'invalid_api_key', {
  message: 'Invalid API Key.',
})
export const keyReused = failure(400, 'idempotency_error', 'idempotency_error', {
  message: 'Keys for idempotent requests can only be used with the same parameters.',
})

/** Stripe's test numbers, https://docs.stripe.com/testing */
const declinedWhenCharged: Record<string, [string, string]> = {
  '0341': ['card_declined', 'Your card was declined.'],
  '9995': ['card_declined', 'Your card has insufficient funds.'],
  '3184': ['authentication_required', 'Your card was declined. This transaction requires authentication.'],
}

export class StripeLedger {
  readonly intents = new Map<string, Intent>()
  readonly #customers = new Set<string>()
  readonly #methods = new Map<string, Method>()

  answer(method: string, path: string, fields: Fields): Answer {
    const [, , resource = '', given = '', action = ''] = path.split('/')
    const called = `${method} ${resource}${given ? '/:id' : ''}${action ? `/${action}` : ''}`
    const answers: Record<string, () => Answer> = {
      'POST customers': () => this.#createCustomer(),
      'DELETE customers/:id': () => (this.#customers.delete(given) ? ok({ id: given }) : missing('customer')),
      'POST payment_methods': () => this.#createMethod(fields),
      'POST payment_methods/:id/attach': () => this.#attach(given, fields),
      'POST payment_methods/:id/detach': () =>
        this.#methods.delete(given) ? ok({ id: given }) : missing('PaymentMethod'),
      'POST payment_intents': () => this.#createIntent(fields),
      'GET payment_intents': () => this.#listIntents(fields),
      'GET payment_intents/:id': () => ok(this.intents.get(given) ?? missing('payment_intent').body),
      'POST payment_intents/:id/cancel': () => this.#cancel(given),
      'POST refunds': () => this.#refund(fields),
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
    this.#methods.set(made, { number, customer: null, month, year })
    return this.#shown(made)
  }

  #attach(methodId: string, { customer = '' }: Fields): Answer {
    const method = this.#methods.get(methodId)
    if (method === undefined) return missing(`PaymentMethod: '${methodId}'`)
    if (method.number.endsWith('0002')) return createCardRefusal('card_declined', 'Your card was declined.')
    method.customer = customer
    return this.#shown(methodId)
  }

  #shown(methodId: string): Answer {
    const { number = '', month, year, customer } = this.#methods.get(methodId) ?? {}
    const card = { brand: 'visa', last4: number.slice(-4), exp_month: month, exp_year: year }
    return ok({ id: methodId, object: 'payment_method', type: 'card', customer, card })
  }

  #createIntent(fields: Fields): Answer {
    const { amount, currency = '', customer = '', payment_method = '' } = fields
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
      created: Math.floor(Date.now() / 1000),
      latest_charge: createPaidCharge(),
      last_payment_error: null,
    }
    this.intents.set(intent.id, intent)
    return this.#confirm(intent, method)
  }

  #confirm(intent: Intent, { number }: Method): Answer {
    const refusal = declinedWhenCharged[number.slice(-4)]
    if (refusal !== undefined) {
      const [code, message] = refusal
      const last_payment_error = { code, message }
      Object.assign(intent, { status: 'requires_payment_method', latest_charge: null, last_payment_error })
      return createCardRefusal(code, message, { payment_intent: intent })
    }
    if (number.endsWith('3220')) Object.assign(intent, { status: 'processing', latest_charge: null })
    return ok(intent)
  }

  #listIntents({ customer }: Fields): Answer {
    const data = [...this.intents.values()].filter((intent) => intent.customer === customer).reverse()
    return ok({ object: 'list', url: '/v1/payment_intents', has_more: false, data })
  }

  #cancel(intentId: string): Answer {
    const intent = this.intents.get(intentId)
    if (intent === undefined) return missing('payment_intent')
    if (intent.status === 'succeeded') return createRefusal('payment_intent_unexpected_state', 'It has succeeded.')
    intent.status = 'canceled'
    return ok(intent)
  }

  #refund({ payment_intent = '' }: Fields): Answer {
    const charge = this.intents.get(payment_intent)?.latest_charge
    if (!charge) return missing('payment_intent')
    if (charge.refunded) return createRefusal('charge_already_refunded', 'Charge has already been refunded.')
    charge.refunded = true
    return ok({ id: id('re'), object: 'refund', status: 'succeeded', payment_intent })
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
