/**
 * Mobile money in many countries through pawaPay (Merchant API v2, https://docs.pawapay.io/v2/docs): deposits by an id that is ours,
 * refunds, signed callbacks. The key of a charge is the id of its deposit.
 */

import { findCountryOfPhone } from '#core/countries.ts'
import { ignoreError } from '#core/ignored-errors.ts'
import { createUuidFrom } from '#core/random.ts'
import { normalizeForm } from '#core/text-normalization.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import {
  type GatewayEvent,
  isOffered,
  MethodRejected,
  type NewMethod,
  type Order,
  type Outcome,
  type PaymentGateway,
} from '../gateway.ts'
import { type JsonAnswer, readField, readItems, requestJson } from '../json-client.ts'
import type { StoredMethod } from '../method.ts'
import type { RefundOrder, RefundOutcome } from '../refund.ts'
import { toFailure, toOutcome, toPending } from './outcomes.ts'
import { findByCode, findProviderCode, formatProviderAmount, getProviderStep, mobileProviders } from './providers.ts'
import { type SigningKey, verifyCallback } from './signature.ts'

export interface PawapaySettings {
  token: string
  apiBase: string
}

/** Public keys are asked for again at most this often, because anybody can send the id of an unknown one. */
const keysReadEveryMs = 60_000

const offers = { card: null, providers: mobileProviders }
const invalidPhone: PlainTemplate = 'The provider does not know this number.'
const otherPhone: PlainTemplate = 'This number is not in a country where the provider can be charged.'
const notConfirmed: PlainTemplate = 'The payment was not confirmed in time.'

/** `address` is where pawaPay sends its callbacks. */
export function createPawapayGateway({ token, apiBase }: PawapaySettings, address: string): PaymentGateway {
  const headers = { authorization: `Bearer ${token}` }
  const get = (path: string) => requestJson(`${apiBase}${path}`, { method: 'GET', headers })
  const post = (path: string, body: object) => requestJson(`${apiBase}${path}`, { method: 'POST', headers, body })

  /** Returns the outcome of a deposit; null when pawaPay does not know it. */
  async function readDeposit(id: string): Promise<Outcome | null> {
    const { body } = expectAnswer(await get(`/v2/deposits/${id}`))
    if (readField(body, 'status') === 'NOT_FOUND') return null
    if (readField(body, 'status') !== 'FOUND') throw new Error('The answer of pawaPay about a deposit has no status.')
    return toOutcome(id, readField(body, 'data', 'status'), readField(body, 'data', 'failureReason', 'failureCode'))
  }

  return {
    kind: 'pawapay',
    offers,
    repeatableWithin: { minutes: 5 },
    pendingWithin: { minutes: 15 },
    pollSeconds: 10,
    serves: (method) => isOffered(offers, method),
    async check() {
      const { body } = expectAnswer(await get('/v2/active-conf?operationType=DEPOSIT'))
      checkConfiguration(body)
    },
    getStep: getProviderStep,
    createCustomer: async (key) => key,
    store: (_, method) => storePhone(method, post),
    findSetup: async () => ({ status: 'succeeded' }),
    remove: async () => undefined,
    forget: async () => undefined,
    charge: (order) => chargePhone(order, { post, readDeposit }),
    async findOutcome({ payment_id, key }) {
      const found = await readDeposit(payment_id ?? key)
      // It was accepted, so it is there, or will be.
      return found ?? (payment_id === null ? null : toPending(payment_id))
    },
    async abandon(id) {
      const outcome = (await readDeposit(id)) ?? toPending(id)
      // A deposit cannot be cancelled, so it may still be completed.
      return outcome.status === 'pending'
        ? { status: 'failed', payment_id: id, reason: notConfirmed, is_provisional: true }
        : outcome
    },
    refund: (order) => refundDeposit(order, { get, post }),
    findRefund: ({ refund_id, key }) => findRefund(refund_id ?? createUuidFrom(key), get),
    parseEvent: createEventReader(address, async () => expectAnswer(await get('/v2/public-key/http')).body),
  }
}

type Post = (path: string, body: object) => Promise<JsonAnswer>
type Get = (path: string) => Promise<JsonAnswer>

/** Rejects for an answer after which the outcome is unknown. */
function expectAnswer(answer: JsonAnswer): JsonAnswer {
  if (answer.status === 200) return answer
  const code = readField(answer.body, 'failureReason', 'failureCode')
  throw new Error(`pawaPay answered ${answer.status}${code === '' ? '' : ` ${code}`}.`)
}

/** The number is checked where pawaPay answers; which operator it belongs to is only a guess there, so the person's choice counts. */
async function storePhone(method: NewMethod, post: Post): Promise<StoredMethod> {
  if (method.kind !== 'mobile_money') throw new Error('pawaPay stores no cards.')
  const { provider, phone } = method
  const country = findCountryOfPhone(phone) ?? ''
  const code = findProviderCode(provider, country)
  if (code === null) throw new MethodRejected('phone', otherPhone)
  const predicted = await post('/v2/predict-provider', { phoneNumber: phone }).catch(
    ignoreError('prediction of a mobile operator', null),
  )
  if (predicted?.status === 400) throw new MethodRejected('phone', invalidPhone)
  const nothing = { brand: null, last4: null, expiry_month: null, expiry_year: null, setup: null }
  return { ...nothing, token: code, country }
}

interface Calls {
  post: Post
  readDeposit: (id: string) => Promise<Outcome | null>
}

async function chargePhone(order: Order, { post, readDeposit }: Calls): Promise<Outcome> {
  const { key, amount, currency, token, phone } = order
  const provider = findByCode(token)
  if (phone === null || provider === null) throw new Error('A charge of pawaPay has no phone, or an unknown provider.')
  const answer = await post('/v2/deposits', {
    depositId: key,
    amount: formatProviderAmount(amount, currency),
    currency,
    payer: { type: 'MMO', accountDetails: { phoneNumber: phone.slice(1), provider: token } },
    customerMessage: formatPromptName(order.organization),
  })
  const status = readField(answer.body, 'status')
  if (status === 'ACCEPTED') return toPending(key)
  if (status !== 'DUPLICATE_IGNORED' && status !== 'REJECTED') expectAnswer({ ...answer, status: answer.status || 500 })
  // The same id was perhaps accepted before, by a request whose answer was lost.
  const known = await readDeposit(key)
  if (known !== null) return known
  if (status !== 'REJECTED') throw new Error('pawaPay does not know a deposit that it called a duplicate.')
  return toFailure(null, readField(answer.body, 'failureReason', 'failureCode'))
}

/** 4 to 22 letters and digits, which the customer reads. */
function formatPromptName(organization: string): string {
  const plain = normalizeForm(organization, 'NFKD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .replace(/ +/g, ' ')
    .trim()
  return plain.slice(0, 22).trim().padEnd(4, ' pay').slice(0, 22)
}

/** A refund that was accepted is pending until it is completed or failed. */
async function refundDeposit(order: RefundOrder, { get, post }: { get: Get; post: Post }): Promise<RefundOutcome> {
  const { key, payment_id, amount, currency } = order
  const refund_id = createUuidFrom(key)
  const answer = await post('/v2/refunds', {
    refundId: refund_id,
    depositId: payment_id,
    amount: formatProviderAmount(amount, currency),
    currency,
  })
  const status = readField(answer.body, 'status')
  if (status === 'REJECTED') return toFailedRefund(refund_id, answer.body)
  if (status !== 'ACCEPTED' && status !== 'DUPLICATE_IGNORED') expectAnswer({ ...answer, status: answer.status || 500 })
  return (await findRefund(refund_id, get)) ?? { status: 'pending', refund_id }
}

async function findRefund(refund_id: string, get: Get): Promise<RefundOutcome | null> {
  const { body } = expectAnswer(await get(`/v2/refunds/${refund_id}`))
  if (readField(body, 'status') === 'NOT_FOUND') return null
  const status = readField(body, 'data', 'status')
  if (status === 'COMPLETED') return { status: 'succeeded', refund_id }
  return status === 'FAILED' ? toFailedRefund(refund_id, body, 'data') : { status: 'pending', refund_id }
}

function toFailedRefund(refund_id: string, body: unknown, ...path: readonly string[]): RefundOutcome {
  const code = readField(body, ...path, 'failureReason', 'failureCode')
  const message = readField(body, ...path, 'failureReason', 'failureMessage')
  return { status: 'failed', refund_id, reason: [code, message].filter(Boolean).join(': ') || 'pawaPay refused it.' }
}

/** Rejects when pawaPay takes fewer decimals of a provider than prices may have here. */
function checkConfiguration(body: unknown): void {
  for (const country of readItems(body, 'countries'))
    for (const provider of readItems(country, 'providers'))
      for (const currency of readItems(provider, 'currencies')) {
        const known = findByCode(readField(provider, 'provider'))
        const decimals = readField(currency, 'operationTypes', 'DEPOSIT', 'decimalsInAmount')
        if (known?.currency === readField(currency, 'currency') && known.decimals === 2 && decimals === 'NONE')
          throw new Error(
            `${known.code} takes whole units of ${known.currency} only; ask for an update of this service.`,
          )
      }
}

/** Keys are read when a message names one that is not known. */
function createEventReader(address: string, readKeys: () => Promise<unknown>): PaymentGateway['parseEvent'] {
  let keys: SigningKey[] = []
  let readAt = Number.NEGATIVE_INFINITY
  const findKey = async (id: string) => {
    if (!keys.some((key) => key.id === id) && performance.now() - readAt > keysReadEveryMs) {
      readAt = performance.now()
      keys = readItems(await readKeys()).map((item) => ({ id: readField(item, 'id'), key: readField(item, 'key') }))
    }
    return keys.find((key) => key.id === id) ?? null
  }
  return async (received) => {
    await verifyCallback(received, address, findKey)
    return readEvent(received.body)
  }
}

/** Returns which deposit the message is about; null for refunds and others, and for bodies of another shape. */
function readEvent(body: Buffer): GatewayEvent | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString())
  } catch {
    // It is no message of the gateway, and refused.
    return null
  }
  const key = readField(parsed, 'depositId')
  const isDeposit = key !== '' && readField(parsed, 'refundId') === ''
  return isDeposit ? { id: `${key} ${readField(parsed, 'status')}`, key } : null
}
