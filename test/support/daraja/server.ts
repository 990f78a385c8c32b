/** Daraja as an HTTP server: tokens of which only the last is valid, prompts, the Pull API, reversals, and the failures of each. */

import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { FaultyServer, replyJson } from '../gateway-server.ts'
import { type Answer, DarajaLedger, lockedSubscriber, type Prompt, systemBusy, wrongToken } from './ledger.ts'

/**
 * What goes wrong: a prompt never arrives, or is sent without an answer, or with an unknown error, or the phone is locked by another
 * prompt, or the system is busy; the result is not sent, sent twice, before the answer, by PUT, with most fields missing; the token is ended by
 * a request of another; a question is answered with 4999 for a while; a refund has no result, or fails.
 */
export const faults = [
  ...(['lost', 'unanswered', 'error', 'lock', 'busy', 'silent', 'twice', 'early', 'put', 'odd'] as const),
  ...(['end-token', 'processing', 'no-result', 'no-float'] as const),
]
export type Fault = (typeof faults)[number]

export interface Callback {
  method: 'POST' | 'PUT'
  url: string
  body: string
}

export interface Options {
  /** Sends a callback; by HTTP unless given. */
  deliver?: (callback: Callback) => Promise<unknown>
  /** In milliseconds. */
  now?: () => number
}

export class DarajaServer extends FaultyServer<Fault> {
  readonly ledger = new DarajaLedger()
  readonly settings = {
    DARAJA_CONSUMER_KEY: randomBytes(8).toString('hex'),
    DARAJA_CONSUMER_SECRET: randomBytes(8).toString('hex'),
    DARAJA_SHORTCODE: '174379',
    DARAJA_PASSKEY: randomBytes(8).toString('hex'),
    DARAJA_INITIATOR: 'api',
    DARAJA_SECURITY_CREDENTIAL: 'credential',
  }
  readonly requests: string[] = []
  readonly registered: Record<string, string>[] = []
  readonly #options: Options
  #token = ''

  constructor(options: Options = {}) {
    super()
    this.#options = options
  }

  override repair() {
    super.repair()
    this.ledger.stillProcessing = 0
  }

  /** The people answer their phones, and the results are sent. */
  async answerPhones(code?: string): Promise<void> {
    for (const prompt of this.ledger.answerPhones(this.now, code)) await this.sendResult(prompt)
  }

  get now(): number {
    return this.#options.now?.() ?? Date.now()
  }

  async sendResult(prompt: Prompt): Promise<void> {
    if (this.take('silent')) return
    const times = this.take('twice') ? 2 : 1
    const method = this.take('put') ? 'PUT' : 'POST'
    const body = this.take('odd') ? { surprise: [null] } : describeResult(prompt)
    for (let sent = 0; sent < times; sent++) await this.send(prompt.callbackUrl, body, method)
  }

  async send(url: string, body: object, method: 'POST' | 'PUT' = 'POST'): Promise<unknown> {
    const { deliver = deliverByHttp } = this.#options
    return deliver({ method, url, body: JSON.stringify(body) })
  }

  protected async serve(request: IncomingMessage, response: ServerResponse) {
    const { method = '', headers } = request
    const { pathname } = new URL(request.url ?? '/', 'http://daraja')
    const text = Buffer.concat(await request.toArray()).toString()
    this.requests.push(`${method} ${pathname}`)
    if (pathname === '/oauth/v1/generate') return replyJson(response, this.#createToken(headers.authorization ?? ''))
    if (this.take('end-token')) this.#token = randomBytes(8).toString('hex')
    if (headers.authorization !== `Bearer ${this.#token}`) return replyJson(response, wrongToken)
    const fields: Record<string, string> = text === '' ? {} : JSON.parse(text)
    if (pathname === '/mpesa/stkpush/v1/processrequest') return this.#push(request, response, fields)
    if (pathname === '/mpesa/stkpushquery/v1/query') {
      if (this.take('processing')) this.ledger.stillProcessing = 5
      return replyJson(response, this.ledger.ask(fields.CheckoutRequestID ?? ''))
    }
    if (pathname === '/pulltransactions/v1/query') return replyJson(response, this.ledger.pull(fields))
    if (pathname === '/mpesa/reversal/v1/request') return this.#reverse(response, fields)
    if (pathname === '/mpesa/c2b/v2/registerurl' || pathname === '/pulltransactions/v1/register') {
      this.registered.push(fields)
      return replyJson(response, { status: 200, body: { ResponseCode: '0' } })
    }
    replyJson(response, { status: 404, body: {} })
  }

  /** Each request ends the token before. */
  #createToken(authorization: string): Answer {
    const { DARAJA_CONSUMER_KEY: key, DARAJA_CONSUMER_SECRET: secret } = this.settings
    if (authorization !== `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`)
      return { status: 400, body: {} }
    this.#token = randomBytes(8).toString('hex')
    return { status: 200, body: { access_token: this.#token, expires_in: '3599' } }
  }

  async #push(request: IncomingMessage, response: ServerResponse, fields: Record<string, string>) {
    if (this.take('lost')) return request.socket.destroy()
    if (this.take('lock')) return replyJson(response, lockedSubscriber)
    if (this.take('busy')) return replyJson(response, systemBusy)
    const answer = this.ledger.push(fields)
    if (this.take('early')) await this.answerPhones()
    if (this.take('unanswered')) return request.socket.destroy()
    if (this.take('error'))
      return replyJson(response, { status: 500, body: { errorCode: '500.999', errorMessage: '?' } })
    replyJson(response, answer)
  }

  async #reverse(response: ServerResponse, { TransactionID = '', ResultURL = '' }: Record<string, string>) {
    const isPoor = this.take('no-float')
    const code = isPoor ? '1' : this.ledger.reverse(TransactionID)
    replyJson(response, { status: 200, body: { ResponseCode: '0', ConversationID: 'AG_1' } })
    if (!this.take('no-result')) await this.send(ResultURL, { Result: { ResultCode: code, TransactionID } })
  }
}

const describeResult = ({ checkout, code, amount, receipt, phone }: Prompt) => ({
  Body: {
    stkCallback: {
      MerchantRequestID: '1',
      CheckoutRequestID: checkout,
      ResultCode: Number.isNaN(Number(code)) ? code : Number(code),
      ResultDesc: '…',
      ...(receipt !== null && {
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: amount },
            { Name: 'MpesaReceiptNumber', Value: receipt },
            { Name: 'Balance' },
            { Name: 'PhoneNumber', Value: Number(phone) },
          ],
        },
      }),
    },
  },
})

const deliverByHttp = ({ method, url, body }: Callback) =>
  fetch(url, { method, headers: { 'content-type': 'application/json' }, body }).catch(() => undefined)
