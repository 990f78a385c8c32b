/** The interface of payment gateways, implemented by `sandbox.ts`, `stripe/`, `pawapay/` and `daraja/`. */

import { findCountryOfPhone } from '#core/countries.ts'
import type { Duration } from '#core/time.ts'
import type { Sentence } from '#language/sentence.ts'
import { translateToEnglish } from '#language/translation.ts'
import type { Action, HostedSetup, SetupOutcome, StoredMethod } from './method.ts'
import type { RefundOrder, RefundOutcome, RefundReference } from './refund.ts'
import type { Period, StatementLine } from './statement.ts'

export type GatewayKind = 'sandbox' | 'stripe' | 'pawapay' | 'daraja'

export interface Card {
  /** Digits only. The number is kept in memory until the gateway has it, and nowhere else. */
  number: string
  expiry_month: number
  expiry_year: number
  cvv: string
}

export type NewMethod =
  | { kind: 'card'; card: Card }
  | { kind: 'mobile_money'; provider: string; phone: string }
  /** A token that the gateway's script made in the browser, so that no card number reaches this service. */
  | { kind: 'token'; token: string }

/** A charge to make. The same key is never charged twice. */
export interface Order {
  key: string
  /** Minor units. */
  amount: number
  currency: string
  customer: string
  token: string
  description: string
  /** Where the page of a bank leads back to; null without the person, who then can confirm nothing. */
  return_url: string | null
  /** The number that is asked, like `+254712345678`; null for other methods. */
  phone: string | null
  /** Who asks for the money, as the prompt names it. */
  organization: string
  /** What the payer sees as the account, up to 12 of `A-Z0-9`; null where the gateway lists no money by it. */
  account_reference: string | null
}

/** How to find a payment, even when its id was lost. */
export interface PaymentReference {
  payment_id: string | null
  key: string
  customer: string
  /** The payment was requested at this time or later. */
  since: string
  account_reference: string | null
  /** Minor units. */
  amount: number
}

export type Outcome =
  | { status: 'succeeded' | 'refunded'; payment_id: string }
  /** The customer still has to confirm it. */
  | { status: 'pending'; payment_id: string; action?: Action | null }
  /**
   * No money was and will be moved; `reason` is a message for the customer. With `needs_person`, the bank would have asked the
   * person, who was not there.
   */
  | {
      status: 'failed'
      /** Null when the gateway made no payment. */
      payment_id: string | null
      reason: string
      needs_person?: boolean
      /** The prompt on the phone ended without an answer, so another one may be sent. */
      is_unanswered?: boolean
      /** Nothing can come of it, because the provider or the phone is busy, so the same can be sent again a while later. */
      is_busy?: boolean
      /** The gateway never said so: it is asked again for two days, and money that arrives is refunded. */
      is_provisional?: boolean
    }

/** Money that arrived at a gateway that lists it. */
export interface ReceivedMoney {
  /** The number of the receipt, which is unique. */
  receipt: string
  /** The account that the payer gave. */
  account_reference: string
  /** Minor units. */
  amount: number
  currency: string
  received_at: string
}

/** A message to the webhook of a gateway. */
export interface ReceivedEvent {
  /** The raw bytes, which a signature covers. */
  body: Buffer
  method: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** When it was received, an ISO time. */
  now: string
}

/** An event of the gateway. Its content is not trusted: the current state of the payment is requested. */
export interface GatewayEvent {
  id: string
  /** The key of the order. */
  key: string
  /** Whether refunds of the payment may have changed. */
  is_refund?: boolean
}

/** The gateway refuses this card, phone or token; `field` is the input field. */
export class MethodRejected extends Error {
  readonly field: string
  readonly sentence: Sentence

  constructor(field: string, sentence: Sentence) {
    super(translateToEnglish(sentence))
    this.name = 'MethodRefused'
    this.field = field
    this.sentence = sentence
  }
}

/**
 * The gateway does not know, or not any more, a payment or refund that it named itself. That no money moved does not follow: it may be of another
 * account of the operator.
 */
export class UnknownPayment extends Error {
  constructor(id: string) {
    super(`The payment provider does not know ${id}.`)
    this.name = 'UnknownPayment'
  }
}

/** The event has no valid signature, or its signature is too old. */
export class InvalidSignature extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotFromGateway'
  }
}

/** A provider of mobile money, and the countries (ISO 3166-1 alpha-2) in which it can be charged. */
export interface MobileProvider {
  provider: string
  countries: readonly string[]
}

/** The payment methods that people can add at a gateway. */
export interface Offers {
  /** Null without cards; `tokenize_with` is the script that makes tokens in the browser, null without one. */
  card: { tokenize_with: string | null } | null
  providers: readonly MobileProvider[]
}

/** After any other rejection than the documented ones the outcome is unknown, and the caller asks again later. */
export interface PaymentGateway {
  readonly kind: GatewayKind
  readonly offers: Offers
  /**
   * For how long `charge` may be called again with the same key after an unknown outcome, because the gateway then makes the
   * same payment. Null where it would make another one: then it is never called again.
   */
  readonly repeatableWithin: Duration | null
  /** How long a payment may be pending, from the time the person was asked; then it is abandoned. */
  readonly pendingWithin: Duration
  /** The seconds after which a pending payment is asked about for the first time. */
  readonly pollSeconds: number
  /** Returns whether people can add the method here. */
  serves(method: NewMethod): boolean
  /** Rejects when the gateway cannot be reached or does not accept the credentials. Moves no money. */
  check(): Promise<void>
  /**
   * Returns the amount, in minor units, of which a charge in the currency must be a multiple; null when it takes no such charge.
   * `country` is that of the payment method, null for any.
   */
  getStep(currency: string, country: string | null): number | null
  /** Returns the gateway's id of the customer; the same for the same key. */
  createCustomer(key: string): Promise<string>
  /** Rejects with `MethodRejected` when the gateway refuses the method. `returnUrl` is where the page of a bank leads back to. */
  store(customer: string, method: NewMethod, returnUrl: string): Promise<StoredMethod>
  /** Absent where people add methods only through this service. */
  readonly hostedSetup?: HostedSetup
  /** Returns whether the person has confirmed a method. */
  findSetup(id: string): Promise<SetupOutcome>
  /** Removes the method, so that it can no longer be charged. A missing method is no error. */
  remove(token: string): Promise<void>
  charge(order: Order): Promise<Outcome>
  /** Returns the outcome of a payment; null when the gateway does not know it. */
  findOutcome(trace: PaymentReference): Promise<Outcome | null>
  /** Cancels a pending payment and returns its outcome, because it may just have succeeded. */
  abandon(paymentId: string): Promise<Outcome>
  /** Refunds a part of a payment, or all of it, once per key. Refunding what is refunded has succeeded. */
  refund(order: RefundOrder): Promise<RefundOutcome>
  /** Returns what became of a refund; null when the gateway does not know it. */
  findRefund(reference: RefundReference): Promise<RefundOutcome | null>
  /** Removes a customer and their methods. */
  forget(customer: string): Promise<void>
  /** Lists what arrived between two times; absent where a gateway lists nothing. Rejects when the list is not complete. */
  listReceived?(period: Period): Promise<ReceivedMoney[]>
  /** Lists the payments, refunds and disputes that were booked in a period; absent where a gateway has no such report. Rejects when it is not complete. */
  listStatement?(period: Period): Promise<StatementLine[]>
  /** Tells the gateway where it sends what people pay by themselves; absent where that is set elsewhere. */
  registerCallbacks?(): Promise<void>
  /** Verifies and parses an event; null for events that do not concern payments. Rejects with `InvalidSignature`. */
  parseEvent(received: ReceivedEvent): Promise<GatewayEvent | null>
}

const unknownPart = '-'

/** Returns the id of a payment that has a receipt besides the id of its request; each as far as it is known. */
export const joinPaymentId = (request: string | null, receipt: string | null): string =>
  receipt === null ? (request ?? unknownPart) : `${request ?? unknownPart} ${receipt}`

export function splitPaymentId(id: string): { request: string | null; receipt: string | null } {
  const [request = '', receipt = ''] = id.split(' ')
  return {
    request: request === '' || request === unknownPart ? null : request,
    receipt: receipt === '' ? null : receipt,
  }
}

/** Cards and pages of banks: a day to confirm, and an hour in which a request may be repeated. */
export const ordinaryPace = { repeatableWithin: { hours: 1 }, pendingWithin: { hours: 24 }, pollSeconds: 2 }

/** Returns a header of an event; empty when it is absent. */
export function readHeader({ headers }: ReceivedEvent, name: string): string {
  const value = headers[name]
  return (Array.isArray(value) ? value.join(', ') : value) ?? ''
}

/** Returns whether a method is among what a gateway offers. */
export function isOffered({ card, providers }: Offers, method: NewMethod): boolean {
  if (method.kind !== 'mobile_money') return card !== null
  const country = findCountryOfPhone(method.phone)
  return providers.some(
    ({ provider, countries }) => provider === method.provider && country !== null && countries.includes(country),
  )
}
