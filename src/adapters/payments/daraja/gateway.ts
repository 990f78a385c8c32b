/**
 * M-Pesa in Kenya through Daraja 3.0, https://developer.safaricom.co.ke: prompts (STK push) at a PayBill or a till, money that people
 * send by themselves, reversals. A prompt has no key: after an unknown outcome none is sent again, and the Pull API says what arrived.
 */

import { normalizeForm } from '#core/text-normalization.ts'
import type { Clock } from '#core/time.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import {
  isOffered,
  joinPaymentId,
  MethodRejected,
  type NewMethod,
  type Order,
  type Outcome,
  type PaymentGateway,
  type PaymentReference,
  splitPaymentId,
} from '../gateway.ts'
import { readField } from '../json-client.ts'
import type { StoredMethod } from '../method.ts'
import type { GatewayStore } from '../store.ts'
import { forbiddenWords, signCallback } from './callbacks.ts'
import { createDarajaClient, type DarajaCredentials, type Post } from './client.ts'
import { formatKenyanStamp } from './kenyan-time.ts'
import { readPushAnswer, readQueryAnswer } from './outcomes.ts'
import { listTransactions } from './pull.ts'
import { findReversal, requestReversal } from './refund.ts'

export interface DarajaSettings extends DarajaCredentials {
  /** The PayBill, or the number of the store of a till. */
  shortcode: string
  passkey: string
  /** Null with a PayBill. */
  till: string | null
  initiator: string
  /** The password of the initiator, encrypted with the certificate of Safaricom. */
  securityCredential: string
  /** The day on which that password was set; it ends after 90 days. */
  credentialDate: string
}

/** What the gateway needs of the service. */
export interface DarajaParts {
  clock: Clock
  store: GatewayStore
  publicUrl: string
  appSecret: string
}

const offers = { card: null, providers: [{ provider: 'mpesa', countries: ['KE'] }] }
const shilling = 100
/** The largest amount of a payment, in minor units. */
const maxAmount = 250_000 * shilling

const invalidPhone: PlainTemplate = 'The provider does not know this number.'
const notConfirmed: PlainTemplate = 'The payment was not confirmed in time.'
const tooMuch: PlainTemplate = 'The provider does not take this amount. Use another payment method.'

/** Where Daraja sends the results of prompts and refunds, and the money that people send. */
export const createCallbackUrl = (
  { publicUrl, appSecret }: Pick<DarajaParts, 'publicUrl' | 'appSecret'>,
  purpose: 'prompt' | 'money' | 'result',
  key: string,
): string => `${publicUrl}/payments/callbacks/${purpose}/${signCallback(appSecret, purpose, key)}`

export function createDarajaGateway(settings: DarajaSettings, parts: DarajaParts): PaymentGateway {
  const { clock, store } = parts
  const { post, checkToken } = createDarajaClient(settings, store)
  const receiver = settings.till ?? settings.shortcode
  const listReceived = (period: { from: string; to: string }) => listTransactions(post, receiver, period)
  const reversal = {
    shortcode: settings.shortcode,
    initiator: settings.initiator,
    securityCredential: settings.securityCredential,
    createResultUrl: (key: string) => createCallbackUrl(parts, 'result', key),
  }

  return {
    kind: 'daraja',
    offers,
    repeatableWithin: null,
    pendingWithin: { minutes: 15 },
    pollSeconds: 10,
    serves: (method) => isOffered(offers, method),
    async check() {
      if (forbiddenWords.test(parts.publicUrl))
        throw new Error(
          'PUBLIC_URL contains a word that Safaricom refuses in addresses: M-Pesa, Safaricom, exe, cmd, SQL or query.',
        )
      await checkToken()
    },
    getStep: (currency, country) => (currency === 'KES' && (country === null || country === 'KE') ? shilling : null),
    createCustomer: async (key) => key,
    store: async (_, method) => storePhone(method),
    findSetup: async () => ({ status: 'succeeded' }),
    remove: async () => undefined,
    forget: async () => undefined,
    charge: (order) =>
      sendPrompt(order, settings, { post, clock, createUrl: (key) => createCallbackUrl(parts, 'prompt', key) }),
    findOutcome: (trace) => findOutcome(trace, settings, { post, clock, listReceived }),
    abandon: (id) => abandonPrompt(id, settings, { post, clock }),
    refund: (order) => requestReversal(order, reversal, { post, store, clock }),
    findRefund: ({ key }) => findReversal(key, { store, clock }),
    listReceived,
    registerCallbacks: () => registerCallbacks(post, receiver, createCallbackUrl(parts, 'money', 'c2b')),
    parseEvent: async () => null,
  }
}

/** A prompt cannot be cancelled, so it may still be paid. */
async function abandonPrompt(id: string, settings: DarajaSettings, calls: Calls): Promise<Outcome> {
  const { request, receipt } = splitPaymentId(id)
  const outcome = request !== null && receipt === null ? await queryPrompt(request, settings, calls) : null
  return outcome !== null && outcome.status !== 'pending'
    ? outcome
    : { status: 'failed', payment_id: id, reason: notConfirmed, is_provisional: true }
}

function storePhone(method: NewMethod): StoredMethod {
  if (method.kind !== 'mobile_money') throw new Error('Daraja stores no cards.')
  if (!/^\+254[17]\d{8}$/.test(method.phone)) throw new MethodRejected('phone', invalidPhone)
  const nothing = { brand: null, last4: null, expiry_month: null, expiry_year: null, setup: null }
  return { ...nothing, token: 'mpesa', country: 'KE' }
}

interface Calls {
  post: Post
  clock: Clock
}

/** What a request about a prompt is authenticated with. */
function createPassword({ shortcode, passkey }: DarajaSettings, clock: Clock) {
  const Timestamp = formatKenyanStamp(clock.now())
  const Password = Buffer.from(`${shortcode}${passkey}${Timestamp}`).toString('base64')
  return { BusinessShortCode: shortcode, Password, Timestamp }
}

async function sendPrompt(
  { key, amount, phone, account_reference: reference, organization }: Order,
  settings: DarajaSettings,
  { post, clock, createUrl }: Calls & { createUrl: (key: string) => string },
): Promise<Outcome> {
  if (phone === null || reference === null) throw new Error('A charge of Daraja has no phone or no reference.')
  if (amount > maxAmount || amount % shilling !== 0) return { status: 'failed', payment_id: null, reason: tooMuch }
  const number = phone.slice(1)
  const answer = await post('/mpesa/stkpush/v1/processrequest', {
    ...createPassword(settings, clock),
    TransactionType: settings.till === null ? 'CustomerPayBillOnline' : 'CustomerBuyGoodsOnline',
    Amount: String(amount / shilling),
    PartyA: number,
    PartyB: settings.till ?? settings.shortcode,
    PhoneNumber: number,
    CallBackURL: createUrl(key),
    AccountReference: reference,
    TransactionDesc: formatDescription(organization),
  })
  return readPushAnswer(answer)
}

/** 1 to 13 letters and digits, which the payer reads. */
const formatDescription = (organization: string): string =>
  normalizeForm(organization, 'NFKD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .slice(0, 13)
    .trim() || 'Payment'

async function queryPrompt(checkout: string, settings: DarajaSettings, { post, clock }: Calls): Promise<Outcome> {
  const request = { ...createPassword(settings, clock), CheckoutRequestID: checkout }
  return readQueryAnswer(checkout, await post('/mpesa/stkpushquery/v1/query', request))
}

/** A payment with a receipt was listed by the Pull API. One whose prompt is unknown is searched there by its reference. */
async function findOutcome(
  { payment_id, account_reference, amount, since }: PaymentReference,
  settings: DarajaSettings,
  calls: Calls & { listReceived: NonNullable<PaymentGateway['listReceived']> },
): Promise<Outcome | null> {
  const { request, receipt } = splitPaymentId(payment_id ?? '')
  if (receipt !== null && payment_id !== null) return { status: 'succeeded', payment_id }
  if (request !== null) return queryPrompt(request, settings, calls)
  const received = await calls.listReceived({ from: since, to: calls.clock.now() })
  const found = received.find((money) => money.account_reference === account_reference && money.amount === amount)
  return found === undefined ? null : { status: 'succeeded', payment_id: joinPaymentId(null, found.receipt) }
}

/** Once in production; the addresses of before are deleted in the self-service of Safaricom. */
async function registerCallbacks(post: Post, shortcode: string, address: string): Promise<void> {
  const answers = [
    await post('/mpesa/c2b/v2/registerurl', {
      ShortCode: shortcode,
      ResponseType: 'Completed',
      ConfirmationURL: address,
      ValidationURL: `${address}/check`,
    }),
    await post('/pulltransactions/v1/register', {
      ShortCode: shortcode,
      RequestType: 'Pull',
      NominatedNumber: shortcode,
      CallBackURL: address,
    }),
  ]
  for (const { status, body } of answers)
    if (status !== 200) throw new Error(`Daraja refused the address: ${status} ${readField(body, 'errorCode')}`.trim())
}
