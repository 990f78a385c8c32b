/** Stripe as an HTTP server: keys, idempotency, signed webhooks, and network failures. */

import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { GatewayServer } from '../gateway-server.ts'
import type { Answer, Fields } from './answers.ts'
import { failures, keyReused, StripeLedger, wrongKey } from './ledger.ts'

/**
 * What goes wrong with a request: it never arrives, or its answer never comes back; another one with its key is still running; there are too
 * many; or Stripe has an error.
 */
export const faults = ['lost', 'unanswered', 'conflict', 'limit', 'error'] as const
export type Fault = (typeof faults)[number]

/** The client waits half a second before it repeats a request that failed, which is long for a server on this machine. */
Stripe.prototype.getInitialNetworkRetryDelay = () => 0.005

interface Asked {
  /** Like `POST /v1/payment_intents`. */
  path: string
  key: string | undefined
  fields: Fields
}

export class StripeServer extends GatewayServer {
  readonly webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  readonly ledger = new StripeLedger()
  readonly asked: Asked[] = []
  readonly #replies = new Map<string, { fields: string; answer: Answer }>()
  readonly #faults = new Map<string, Fault[]>()

  override async listen(port = 0): Promise<this> {
    await super.listen(port)
    this.ledger.pages = this.address
    return this
  }

  /** Breaks the next requests to a path, or to a method and a path like `POST /v1/refunds`. */
  breakNext(path: string, ...faults: Fault[]) {
    this.#faults.set(path, faults)
  }

  /** Idempotency keys live for a day. */
  forgetKeys() {
    this.#replies.clear()
  }

  /** The body and header of a webhook, as Stripe's own library makes them; `at` is an ISO time. */
  signLink(event: object, at: string, secret = this.webhookSecret) {
    const payload = JSON.stringify(event)
    const timestamp = Math.floor(Date.parse(at) / 1000)
    return { body: payload, header: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
  }

  protected async serve(request: IncomingMessage, response: ServerResponse) {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', 'http://stripe')
    const body = Buffer.concat(await request.toArray()).toString()
    if (url.pathname.startsWith('/3ds/')) return this.#showBank(method, url, body, response)
    if (url.pathname.startsWith('/c/pay/')) return this.#showCheckout(method, url, body, response)
    const fields = Object.fromEntries(new URLSearchParams(body || url.search))
    const key = headers['idempotency-key']?.toString()
    this.asked.push({ path: `${method} ${url.pathname}`, key, fields })
    const fault = this.#takeFault(method, url.pathname)
    if (fault === 'lost') return request.socket.destroy()
    if (fault !== undefined && fault !== 'unanswered') return reply(response, failures[fault])
    if (!headers.authorization?.startsWith('Bearer sk_test_')) return reply(response, wrongKey)
    const answer = this.#firstAnswer(key, fields, () => this.ledger.answer(method, url.pathname, fields))
    if (fault === 'unanswered') return request.socket.destroy()
    reply(response, answer)
  }

  #takeFault(method: string, path: string): Fault | undefined {
    const named = (this.#faults.get(`${method} ${path}`) ?? this.#faults.get(path))?.shift()
    return named ?? faults.find(() => this.happensByChance())
  }

  /** The page of the bank: it shows two buttons, and leads back. */
  #showBank(method: string, { pathname }: URL, body: string, response: ServerResponse) {
    const asked = pathname.split('/')[2] ?? ''
    if (method === 'POST') {
      const location = this.ledger.answerBank(asked, new URLSearchParams(body).get('answer') === 'confirm')
      return location === null ? response.writeHead(404).end() : response.writeHead(303, { Location: location }).end()
    }
    const button = (answer: string, text: string) => `<button name="answer" value="${answer}">${text}</button>`
    return response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<h1>Your bank</h1><form method="post">${button('confirm', 'Confirm')}${button('refuse', 'Refuse')}</form>`)
  }

  /** The page on which a card is added. */
  #showCheckout(method: string, url: URL, body: string, response: ServerResponse) {
    const visit = this.ledger.checkout.visit(method, url, body)
    if ('leadsTo' in visit) return response.writeHead(303, { Location: visit.leadsTo }).end()
    return response.writeHead(200, { 'Content-Type': 'text/html' }).end(visit.shows)
  }

  /** The first response to a key is the response to every request with it. */
  #firstAnswer(key: string | undefined, fields: Fields, work: () => Answer): Answer {
    if (key === undefined) return work()
    const same = JSON.stringify(fields)
    const known = this.#replies.get(key)
    if (known !== undefined) return known.fields === same ? known.answer : keyReused
    // As it was then, because the state changes later.
    const answer: Answer = structuredClone(work())
    // Invalid requests change nothing.
    if (answer.status !== 400) this.#replies.set(key, { fields: same, answer })
    return answer
  }
}

function reply(response: ServerResponse, { status, body }: Answer) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_test' })
  response.end(JSON.stringify(body))
}
