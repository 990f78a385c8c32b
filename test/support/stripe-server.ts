/** Answers as Stripe documents it (API version 2026-10-28.endive), as far as the platform uses it. */

import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Fields = Record<string, string>
type Resource = Record<string, unknown> & { id: string }

interface Answer {
  status: number
  body: object
}

/** What a test may break: a request that never arrives, or an answer that never comes back. */
export type Fault = 'lost' | 'unanswered' | 'broken'

export interface StripeServer {
  address: string
  webhookSecret: string
  /** Everything that was asked, like `POST /v1/payment_intents`. */
  asked: { path: string; key: string | undefined; fields: Fields }[]
  intents: Map<string, Intent>
  /** Breaks the next requests to a path. */
  breakNext(path: string, ...faults: Fault[]): void
  /** The header and body of a webhook; `at` is an ISO moment. */
  signed(event: object, at: string, secret?: string): { body: string; header: string }
  /** As somebody does in the dashboard. */
  refundAll(intentId: string): void
  settle(intentId: string): void
  close(): Promise<void>
}

export interface Intent extends Resource {
  amount: number
  currency: string
  customer: string
  status: string
  metadata: Fields
  created: number
  latest_charge: { id: string; object: 'charge'; refunded: boolean } | null
}

const id = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

const failure = (status: number, type: string, code: string, message: string, more: object = {}): Answer => ({
  status,
  body: { error: { type, code, message, doc_url: `https://stripe.com/docs/error-codes/${code}`, ...more } },
})

const missing = (what: string) =>
  failure(404, 'invalid_request_error', 'resource_missing', `No such ${what}`, { param: 'id' })

/** Stripe's test numbers, https://docs.stripe.com/testing */
const refusedWhenCharged: Record<string, [string, string]> = {
  '0341': ['card_declined', 'Your card was declined.'],
  '9995': ['card_declined', 'Your card has insufficient funds.'],
  '3184': ['authentication_required', 'Your card was declined. This transaction requires authentication.'],
}

export async function startStripe(): Promise<StripeServer> {
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  const customers = new Set<string>()
  const methods = new Map<string, { number: string; customer: string | null; month: number; year: number }>()
  const intents = new Map<string, Intent>()
  const replies = new Map<string, { fields: string; answer: Answer }>()
  const faults = new Map<string, Fault[]>()
  const asked: StripeServer['asked'] = []

  const shownMethod = (methodId: string) => {
    const method = methods.get(methodId)
    const card = {
      brand: 'visa',
      last4: method?.number.slice(-4),
      exp_month: method?.month,
      exp_year: method?.year,
    }
    return { id: methodId, object: 'payment_method', type: 'card', customer: method?.customer ?? null, card }
  }

  function createMethod(fields: Fields): Answer {
    const token = fields['card[token]']
    const number = token === undefined ? (fields['card[number]'] ?? '') : '4242424242424242'
    if (token !== undefined && token !== 'tok_visa') return missing(`token: '${token}'`)
    if (number.endsWith('0069'))
      return failure(402, 'card_error', 'expired_card', 'Your card has expired.', { param: 'exp_month' })
    const made = id('pm')
    const month = Number(fields['card[exp_month]'] ?? 12)
    methods.set(made, { number, customer: null, month, year: Number(fields['card[exp_year]'] ?? 2040) })
    return { status: 200, body: shownMethod(made) }
  }

  function attach(methodId: string, fields: Fields): Answer {
    const method = methods.get(methodId)
    if (method === undefined) return missing(`PaymentMethod: '${methodId}'`)
    if (method.number.endsWith('0002'))
      return failure(402, 'card_error', 'card_declined', 'Your card was declined.', {
        decline_code: 'generic_decline',
      })
    method.customer = fields.customer ?? null
    return { status: 200, body: shownMethod(methodId) }
  }

  function createIntent(fields: Fields): Answer {
    if (Object.keys(fields).some((name) => name.startsWith('payment_method_types')))
      return failure(
        400,
        'invalid_request_error',
        'payment_method_types_no_longer_supported',
        'No longer supported.',
      )
    if (Number(fields.amount) < 50)
      return failure(400, 'invalid_request_error', 'amount_too_small', 'Amount must be at least $0.50 usd.')
    const method = methods.get(fields.payment_method ?? '')
    if (method === undefined || method.customer !== fields.customer)
      return failure(
        400,
        'invalid_request_error',
        'payment_intent_unexpected_state',
        'Not attached to the customer.',
      )
    const intent: Intent = {
      id: id('pi'),
      object: 'payment_intent',
      amount: Number(fields.amount),
      currency: fields.currency ?? '',
      customer: fields.customer ?? '',
      status: 'succeeded',
      metadata: { key: fields['metadata[key]'] ?? '' },
      created: Math.floor(Date.now() / 1000),
      latest_charge: { id: id('ch'), object: 'charge', refunded: false },
      last_payment_error: null,
    }
    intents.set(intent.id, intent)
    const refusal = refusedWhenCharged[method.number.slice(-4)]
    if (refusal !== undefined) {
      const [code, message] = refusal
      Object.assign(intent, {
        status: 'requires_payment_method',
        latest_charge: null,
        last_payment_error: { code, message },
      })
      return failure(402, 'card_error', code, message, { payment_intent: intent })
    }
    if (method.number.endsWith('3220')) Object.assign(intent, { status: 'processing', latest_charge: null })
    return { status: 200, body: intent }
  }

  function refund(fields: Fields): Answer {
    const intent = intents.get(fields.payment_intent ?? '')
    if (intent?.latest_charge == null) return missing('payment_intent')
    if (intent.latest_charge.refunded)
      return failure(
        400,
        'invalid_request_error',
        'charge_already_refunded',
        'Charge has already been refunded.',
      )
    intent.latest_charge.refunded = true
    return {
      status: 200,
      body: { id: id('re'), object: 'refund', status: 'succeeded', payment_intent: intent.id },
    }
  }

  function cancel(intentId: string): Answer {
    const intent = intents.get(intentId)
    if (intent === undefined) return missing('payment_intent')
    if (intent.status === 'succeeded')
      return failure(400, 'invalid_request_error', 'payment_intent_unexpected_state', 'It has succeeded.')
    intent.status = 'canceled'
    return { status: 200, body: intent }
  }

  function route(method: string, path: string, fields: Fields): Answer {
    const [, , resource = '', given = '', action = ''] = path.split('/')
    const called = `${method} ${resource}${given ? '/:id' : ''}${action ? `/${action}` : ''}`
    const handlers: Record<string, () => Answer> = {
      'POST customers': () => {
        const made = id('cus')
        customers.add(made)
        return { status: 200, body: { id: made, object: 'customer' } }
      },
      'DELETE customers/:id': () =>
        customers.delete(given) ? { status: 200, body: { id: given, deleted: true } } : missing('customer'),
      'POST payment_methods': () => createMethod(fields),
      'POST payment_methods/:id/attach': () => attach(given, fields),
      'POST payment_methods/:id/detach': () =>
        methods.delete(given)
          ? { status: 200, body: { id: given, object: 'payment_method' } }
          : missing('PaymentMethod'),
      'POST payment_intents': () => createIntent(fields),
      'GET payment_intents/:id': () => {
        const intent = intents.get(given)
        return intent === undefined ? missing('payment_intent') : { status: 200, body: intent }
      },
      'GET payment_intents': () => {
        const data = [...intents.values()].filter(({ customer }) => customer === fields.customer).reverse()
        return { status: 200, body: { object: 'list', url: '/v1/payment_intents', has_more: false, data } }
      },
      'POST payment_intents/:id/cancel': () => cancel(given),
      'POST refunds': () => refund(fields),
    }
    return handlers[called]?.() ?? missing(`route: ${called}`)
  }

  /** The first answer to a key is the answer to all requests with it; other fields are an error. */
  function firstOf(key: string | undefined, fields: Fields, work: () => Answer): Answer {
    if (key === undefined) return work()
    const same = JSON.stringify(fields)
    const known = replies.get(key)
    if (known === undefined) {
      const answer = JSON.parse(JSON.stringify(work())) as Answer
      if (answer.status !== 400) replies.set(key, { fields: same, answer })
      return answer
    }
    if (known.fields === same) return known.answer
    return failure(
      400,
      'idempotency_error',
      'idempotency_error',
      'Keys can only be used with the same parameters.',
    )
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://stripe')
    const body = Buffer.concat(await request.toArray()).toString()
    const fields = Object.fromEntries(new URLSearchParams(body || url.search))
    const key = request.headers['idempotency-key']?.toString()
    asked.push({ path: `${request.method} ${url.pathname}`, key, fields })
    const fault = faults.get(url.pathname)?.shift()
    if (fault === 'lost') return request.socket.destroy()
    if (!request.headers.authorization?.startsWith('Bearer sk_test_'))
      return reply(
        response,
        failure(401, 'invalid_request_error', 'invalid_api_key', 'Invalid API Key provided.'),
      )
    if (fault === 'broken') return reply(response, failure(500, 'api_error', 'api_error', 'Something broke.'))
    const given = firstOf(key, fields, () => route(request.method ?? '', url.pathname, fields))
    if (fault === 'unanswered') return request.socket.destroy()
    reply(response, given)
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0

  return {
    address: `http://127.0.0.1:${port}`,
    webhookSecret,
    asked,
    intents,
    breakNext: (path, ...next) => faults.set(path, next),
    signed(event, at, secret = webhookSecret) {
      const body = JSON.stringify(event)
      const t = Math.floor(Date.parse(at) / 1000)
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
      return { body, header: `t=${t},v1=${v1}` }
    },
    refundAll(intentId) {
      const charge = intents.get(intentId)?.latest_charge
      if (charge) charge.refunded = true
    },
    settle(intentId) {
      const intent = intents.get(intentId)
      if (intent)
        Object.assign(intent, {
          status: 'succeeded',
          latest_charge: { id: id('ch'), object: 'charge', refunded: false },
        })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function reply(response: ServerResponse, { status, body }: Answer) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': id('req') })
  response.end(JSON.stringify(body))
}
