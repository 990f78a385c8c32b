/** What the platform asks of a payment gateway; `sandbox.ts` and `stripe.ts` are the two there are. */

export type GatewayKind = 'sandbox' | 'stripe'

export interface Card {
  /** Digits only. It lives in memory until the gateway has it, and nowhere else. */
  number: string
  expiry_month: number
  expiry_year: number
  cvv: string
}

export type NewMethod =
  | { kind: 'card'; card: Card }
  | { kind: 'mobile_money'; provider: string; phone: string }
  /** Made by the gateway in the client, so that no number reaches us. */
  | { kind: 'token'; token: string }

/** What is kept of a card or phone: the gateway's name for it, and what may be shown. */
export interface StoredMethod {
  token: string
  brand: string | null
  last4: string | null
  expiry_month: number | null
  expiry_year: number | null
}

/** A charge to be made. The same key never charges twice. */
export interface Order {
  key: string
  /** Minor units. */
  amount: number
  currency: string
  customer: string
  token: string
  description: string
}

/** How to find a payment, also when its id never reached us. */
export interface PaymentReference {
  payment_id: string | null
  key: string
  customer: string
  /** The payment was not asked for before this moment. */
  since: string
}

export type Outcome =
  | { status: 'succeeded' | 'refunded'; payment_id: string }
  /** Somebody still has to confirm it. */
  | { status: 'pending'; payment_id: string }
  /** No money moved, and none will; `reason` is a sentence for the customer. */
  | { status: 'failed'; payment_id: string | null; reason: string }

/** What a gateway told us about a payment. Only that something happened counts; what it is now is asked for. */
export interface GatewayEvent {
  id: string
  /** The key of the order that was made. */
  key: string
}

/** The gateway does not take this card, phone or token; `field` is where it was given. */
export class MethodRejected extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'MethodRefused'
    this.field = field
  }
}

/** A message that was not signed by the gateway, or long ago. */
export class InvalidSignature extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotFromGateway'
  }
}

/** Every method that rejects otherwise than described leaves unknown what happened; whoever called asks again later. */
export interface PaymentGateway {
  readonly kind: GatewayKind
  /** Rejects when the gateway cannot be reached or does not know this service. Moves no money. */
  check(): Promise<void>
  /** The gateway's name for a person; the same for the same key. */
  createCustomer(key: string): Promise<string>
  /** Rejects with `MethodRefused` when the gateway does not take it. */
  store(customer: string, method: NewMethod): Promise<StoredMethod>
  /** The method can no longer be charged; harmless when it is gone already. */
  remove(token: string): Promise<void>
  charge(order: Order): Promise<Outcome>
  /** What became of a payment; null when the gateway never heard of it. */
  findOutcome(trace: PaymentReference): Promise<Outcome | null>
  /** Ends a pending payment; answers what it is then, for it may just have succeeded. */
  abandon(paymentId: string): Promise<Outcome>
  /** Gives all of it back, once for each key. */
  refund(paymentId: string, key: string): Promise<void>
  /** Removes a customer and their methods. */
  forget(customer: string): Promise<void>
  /**
   * Reads a message of the gateway; null for one that does not concern payments. Rejects with `NotFromGateway`.
   * `now` is an ISO moment.
   */
  parseEvent(body: Buffer, signature: string, now: string): Promise<GatewayEvent | null>
}
