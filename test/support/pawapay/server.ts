/** pawaPay as an HTTP server: deposits, refunds, callbacks that it signs, and the failures that each rail has been seen to have. */

import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSigner, httpbis } from 'http-message-signatures'
import { FaultyServer, replyJson } from '../gateway-server.ts'
import { type Answer, type Deposit, operatorDown, PawapayLedger } from './ledger.ts'

/**
 * What goes wrong with a request: it never arrives, arrives only with `deliverLate`, is executed without an answer, is answered with an error, or
 * the operator is down; or with the callback of a deposit: there is none, two, one before the answer, one by PUT, one without most
 * fields or with unknown ones; or a refund finds no float.
 */
export const faults = [
  'lost',
  'late',
  'unanswered',
  'error',
  'busy',
  'silent',
  'twice',
  'early',
  'put',
  'odd',
  'no-float',
] as const
export type Fault = (typeof faults)[number]

export interface Callback {
  method: 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body: string
}

export interface Options {
  /** Where callbacks go; null for nowhere. */
  callbackUrl: string | null
  /** Sends a callback; by HTTP unless given. */
  deliver?: (callback: Callback) => Promise<unknown>
  /** The time of signatures, in milliseconds. */
  now?: () => number
}

export class PawapayServer extends FaultyServer<Fault> {
  readonly token = `token-${randomUUID()}`
  readonly ledger = new PawapayLedger()
  /** The paths that were requested. */
  readonly requests: string[] = []
  /** The requests that are still on their way. */
  readonly #late: (() => Answer)[] = []
  readonly #options: Options
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  constructor(options: Options) {
    super()
    this.#options = options
  }

  /** The people answer their phones, and the callbacks are sent. */
  async answerPhones(failure?: string): Promise<void> {
    for (const deposit of this.ledger.answerPhones(failure)) await this.sendCallbacks(deposit)
  }

  /** What is still on its way arrives. */
  deliverLate() {
    for (const arrive of this.#late.splice(0)) arrive()
  }

  async sendCallbacks(deposit: Deposit): Promise<void> {
    if (this.take('silent')) return
    const times = this.take('twice') ? 2 : 1
    const method = this.take('put') ? 'PUT' : 'POST'
    const body = this.take('odd') ? { depositId: deposit.depositId, surprise: [{}] } : deposit
    for (let sent = 0; sent < times; sent++) await this.sendCallback(JSON.stringify(body), method)
  }

  /** Sends a signed callback; `more` replaces headers. */
  async sendCallback(
    body: string,
    method: 'POST' | 'PUT' = 'POST',
    more: Record<string, string> = {},
  ): Promise<unknown> {
    const { callbackUrl, deliver = deliverByHttp } = this.#options
    if (callbackUrl === null) return undefined
    const url = new URL(callbackUrl)
    return deliver({ method, url: url.href, headers: { ...this.signRequest(method, url, body), ...more }, body })
  }

  /** The headers of https://docs.pawapay.io/v2/docs/signatures */
  signRequest(method: string, url: URL, body: string): Record<string, string> {
    const created = Math.floor((this.#options.now?.() ?? Date.now()) / 1000)
    const date = new Date(created * 1000).toISOString()
    const type = 'application/json; charset=UTF-8'
    const digest = `sha-512=:${createHash('sha512').update(body).digest('base64')}:`
    const params =
      '("@method" "@authority" "@path" "signature-date" "content-digest" "content-type")' +
      `;alg="ecdsa-p256-sha256";keyid="HTTP_EC_P256_KEY:1";created=${created};expires=${created + 60}`
    const base = [
      `"@method": ${method}`,
      `"@authority": ${url.host}`,
      `"@path": ${url.pathname}`,
      `"signature-date": ${date}`,
      `"content-digest": ${digest}`,
      `"content-type": ${type}`,
      `"@signature-params": ${params}`,
    ].join('\n')
    return {
      'content-type': type,
      'content-digest': digest,
      'signature-date': date,
      'signature-input': `sig-pp=${params}`,
      signature: `sig-pp=:${sign('sha256', Buffer.from(base), this.#keys.privateKey).toString('base64')}:`,
    }
  }

  /** The headers as another implementation of RFC 9421 makes them, whose signatures are the bare numbers. */
  async signByLibrary(method: string, url: URL, body: string): Promise<Record<string, string>> {
    const created = new Date(this.#options.now?.() ?? Date.now())
    const digest = `sha-512=:${createHash('sha512').update(body).digest('base64')}:`
    const headers = { 'content-type': 'application/json', 'content-digest': digest }
    const key = createSigner(this.#keys.privateKey, 'ecdsa-p256-sha256', 'HTTP_EC_P256_KEY:1')
    const fields = ['@method', '@authority', '@path', 'content-digest', 'content-type']
    const signed = await httpbis.signMessage({ key, fields, paramValues: { created } }, { method, url, headers })
    return Object.fromEntries(Object.entries(signed.headers).map(([name, value]) => [name, String(value)]))
  }

  protected async serve(request: IncomingMessage, response: ServerResponse) {
    const { method = '', headers } = request
    const { pathname } = new URL(request.url ?? '/', 'http://pawapay')
    const text = Buffer.concat(await request.toArray()).toString()
    this.requests.push(`${method} ${pathname}`)
    if (pathname === '/v2/public-key/http')
      return replyJson(response, { status: 200, body: [{ id: 'HTTP_EC_P256_KEY:1', key: this.#pem }] })
    if (headers.authorization !== `Bearer ${this.token}`)
      return replyJson(response, {
        status: 403,
        body: { failureReason: { failureCode: 'AUTHENTICATION_ERROR', failureMessage: 'wrong' } },
      })
    const isCharge = method === 'POST' && pathname === '/v2/deposits'
    if (pathname === '/v2/refunds' && this.take('no-float')) this.ledger.refundsWithoutFloat++
    const execute = () => this.ledger.answer(method, pathname, text === '' ? {} : JSON.parse(text))
    const answer = isCharge ? await this.#charge(execute) : execute()
    if (answer === null) request.socket.destroy()
    else replyJson(response, answer)
  }

  /** Returns the answer to the request for a deposit; null when there is none. */
  async #charge(execute: () => Answer): Promise<Answer | null> {
    if (this.take('lost')) return null
    if (this.takeNamed('late')) {
      this.#late.push(execute)
      return null
    }
    if (this.take('error')) return { status: 500, body: {} }
    if (this.take('busy')) return operatorDown
    const answer = execute()
    if (this.take('early')) await this.answerPhones()
    return this.take('unanswered') ? null : answer
  }

  get #pem(): string {
    return String(this.#keys.publicKey.export({ type: 'spki', format: 'pem' }))
  }
}

const deliverByHttp = ({ method, url, headers, body }: Callback) =>
  fetch(url, { method, headers, body }).catch(() => undefined)
