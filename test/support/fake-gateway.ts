/** A gateway whose ledger survives crashes of the service, with failures that a test chooses. */

import { randomBytes } from 'node:crypto'
import type {
  GatewayEvent,
  GatewayKind,
  NewMethod,
  Offers,
  Order,
  Outcome,
  PaymentGateway,
  PaymentReference,
  ReceivedEvent,
} from '#adapters/payments/gateway.ts'
import { isOffered, ordinaryPace } from '#adapters/payments/gateway.ts'
import type { RefundOrder, RefundOutcome, RefundReference } from '#adapters/payments/refund.ts'
import type { Duration } from '#core/time.ts'

/**
 * What happens to requests: lost before they arrive, executed without an answer, or left pending. A forgetful gateway
 * does not find payments whose id the service does not know.
 */
export type FailureMode = 'none' | 'request_lost' | 'answer_lost' | 'pending' | 'forgetful'

interface Entry {
  key: string
  payment_id: string
  amount: number
  status: Outcome['status']
}

interface RefundEntry {
  payment_id: string
  amount: number
  status: RefundOutcome['status']
  refund_id: string
}

const toOutcome = ({ status, payment_id }: Entry): Outcome =>
  status === 'failed' ? { status, payment_id, reason: 'The card was declined.' } : { status, payment_id }

export class FakeGateway implements PaymentGateway {
  readonly kind: GatewayKind
  repeatableWithin: Duration | null = ordinaryPace.repeatableWithin
  pendingWithin = ordinaryPace.pendingWithin
  pollSeconds = ordinaryPace.pollSeconds
  offers: Offers = { card: { tokenize_with: null }, providers: [] }
  failureMode: FailureMode = 'none'
  /** Whether cards have funds. */
  hasFunds = true
  /** Where the next stored methods come from. */
  country: string | null = null
  /** Of which amounts must be multiples; a currency without one is not taken. */
  steps: Record<string, number | null> = {}
  /** Runs once during a charge. */
  duringCharge: () => Promise<unknown> = async () => undefined
  readonly ledger = new Map<string, Entry>()
  /** What becomes of the next refunds. */
  refundMode: RefundOutcome['status'] = 'succeeded'
  readonly refunds = new Map<string, RefundEntry>()
  /** The keys of payments that were refunded at the gateway. */
  readonly refundedManually = new Set<string>()

  serves = (method: NewMethod) => method.kind !== 'mobile_money' || isOffered(this.offers, method)
  findSetup = async () => ({ status: 'succeeded' as const })
  check = () => Promise.resolve()
  getStep = (currency: string) => (currency in this.steps ? (this.steps[currency] ?? null) : 1)

  constructor(kind: GatewayKind = 'sandbox') {
    this.kind = kind
  }

  /** Confirms or declines all pending payments. */
  decide(confirmed: boolean) {
    for (const entry of this.ledger.values())
      if (entry.status === 'pending') entry.status = confirmed ? 'succeeded' : 'failed'
  }

  refundManually(key: string) {
    const entry = this.ledger.get(key)
    if (entry?.status !== 'succeeded') return
    entry.status = 'refunded'
    this.refundedManually.add(key)
  }

  createCustomer = async (key: string) => `customer ${key}`

  store = async () => ({
    token: `token_${randomBytes(8).toString('hex')}`,
    brand: 'visa',
    last4: '4242',
    expiry_month: 12,
    expiry_year: 2099,
    country: this.country,
    setup: null,
  })

  remove = async () => undefined
  forget = async () => undefined

  async charge(order: Order): Promise<Outcome> {
    if (this.failureMode === 'request_lost') throw new Error('The request was lost.')
    const entry = this.ledger.get(order.key) ?? this.#enter(order)
    const { duringCharge: meanwhile } = this
    this.duringCharge = async () => undefined
    await meanwhile()
    if (this.failureMode === 'answer_lost') throw new Error('The answer was lost.')
    return toOutcome(entry)
  }

  async findOutcome({ payment_id, key }: PaymentReference): Promise<Outcome | null> {
    if (this.failureMode === 'request_lost' || this.failureMode === 'answer_lost')
      throw new Error('The gateway is away.')
    if (payment_id === null && this.failureMode === 'forgetful') return null
    const entry = payment_id === null ? this.ledger.get(key) : this.#known(payment_id)
    return entry === undefined ? null : toOutcome(entry)
  }

  async abandon(id: string): Promise<Outcome> {
    const entry = this.#known(id)
    if (entry.status === 'pending') entry.status = 'failed'
    return toOutcome(entry)
  }

  async refund({ key, payment_id, amount, is_whole }: RefundOrder): Promise<RefundOutcome> {
    if (this.failureMode === 'request_lost') throw new Error('The request was lost.')
    const known = this.refunds.get(key)
    if (known === undefined) {
      const entry = this.#known(payment_id)
      const status = this.refundMode
      this.refunds.set(key, { payment_id, amount, status, refund_id: `refund_${randomBytes(8).toString('hex')}` })
      if (is_whole && status !== 'failed') entry.status = 'refunded'
    }
    if (this.failureMode === 'answer_lost') throw new Error('The answer was lost.')
    return this.#presentRefund(key)
  }

  async findRefund({ key }: RefundReference): Promise<RefundOutcome | null> {
    if (this.failureMode === 'request_lost') throw new Error('The gateway is away.')
    return this.refunds.has(key) ? this.#presentRefund(key) : null
  }

  #presentRefund(key: string): RefundOutcome {
    const entry = this.refunds.get(key)
    if (entry === undefined) throw new Error('The gateway does not know this refund.')
    const { status, refund_id } = entry
    return status === 'failed' ? { status, refund_id, reason: 'There is no float.' } : { status, refund_id }
  }

  async parseEvent({ body }: ReceivedEvent): Promise<GatewayEvent> {
    return JSON.parse(body.toString())
  }

  #enter({ key, amount }: Order): Entry {
    const status = this.hasFunds ? (this.failureMode === 'pending' ? 'pending' : 'succeeded') : 'failed'
    const entry: Entry = { key, amount, status, payment_id: `pay_${randomBytes(8).toString('hex')}` }
    this.ledger.set(key, entry)
    return entry
  }

  #known(id: string): Entry {
    const entry = [...this.ledger.values()].find(({ payment_id }) => payment_id === id)
    if (entry === undefined) throw new Error('The gateway does not know this payment.')
    return entry
  }
}
