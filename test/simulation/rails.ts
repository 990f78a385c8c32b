/** The ways to pay: methods that pay or are refused, gateways that fail by chance, and their own books of what they took. */

import { toMinorUnits } from '#core/money.ts'
import { DarajaServer } from '#test/support/daraja/server.ts'
import { PawapayServer } from '#test/support/pawapay/server.ts'
import { StripeServer } from '#test/support/stripe/server.ts'
import type { Chance } from '../resilience/random.ts'

export type Rail = 'stripe' | 'pawapay' | 'daraja'

/** Money that a gateway took, in minor units. */
export interface Taken {
  rail: Rail
  /** Who paid: the number of the phone, or the customer of a card. Null for money that was sent by hand. */
  payer: string | null
  amount: number
  returned: number
  /** Names it at the gateway, as the service knows it. */
  id: string
}

interface Callback {
  method: string
  url: string
  body: string
  headers?: Record<string, string>
}

/** The address that the doubles call, in place of which the program has another one after each start. */
const publicUrl = 'http://api.test'

export class Rails {
  /** Where the service answers now. */
  address = ''
  /** How far the clock of the service is ahead of the real one. */
  aheadMs = 0
  readonly stripe = new StripeServer()
  readonly pawapay = new PawapayServer({
    callbackUrl: `${publicUrl}/payments/webhooks/pawapay`,
    deliver: (callback) => this.#deliver(callback),
    now: () => this.now,
  })
  readonly daraja = new DarajaServer({ deliver: (callback) => this.#deliver(callback), now: () => this.now })
  readonly #chance: Chance
  readonly #readClock: (() => number) | undefined
  readonly #late: Callback[] = []
  /** How many payments of Stripe have been told of. */
  #told = 0

  /** The clock of the service is the real one and `aheadMs` unless given. */
  constructor(chance: Chance, readClock?: () => number) {
    this.#chance = chance
    this.#readClock = readClock
  }

  get now(): number {
    return this.#readClock?.() ?? Date.now() + this.aheadMs
  }

  async listen() {
    await Promise.all([this.stripe.listen(), this.pawapay.listen(), this.daraja.listen()])
    return {
      PUBLIC_URL: publicUrl,
      PAYMENT_GATEWAYS: 'stripe,daraja,pawapay',
      STRIPE_SECRET_KEY: 'sk_test_platform',
      STRIPE_WEBHOOK_SECRET: this.stripe.webhookSecret,
      STRIPE_API_BASE: this.stripe.address,
      PAWAPAY_TOKEN: this.pawapay.token,
      PAWAPAY_API_BASE: this.pawapay.address,
      ...this.daraja.settings,
      DARAJA_CREDENTIAL_DATE: new Date().toISOString().slice(0, 10),
      DARAJA_API_BASE: this.daraja.address,
    }
  }

  /** From now on each fault happens by chance. */
  break(share: number) {
    const draw = () => this.#chance.below(10_000) / 10_000
    for (const double of [this.stripe, this.pawapay, this.daraja]) double.breakByChance(share, draw)
  }

  /** From now on everything works. */
  repair() {
    for (const double of [this.stripe, this.pawapay, this.daraja]) double.breakByChance(0)
    this.pawapay.repair()
    this.daraja.repair()
  }

  /** From now on people answer each prompt as soon as it comes: the clock moves by hours in the time of a glance. */
  answerAtOnce() {
    for (const double of [this.daraja, this.pawapay]) double.afterRequest = () => double.answerPhones()
  }

  /** The people answer their phones, and the callbacks of last time arrive at last. */
  async answerPhones() {
    const late = this.#late.splice(0)
    await Promise.all([this.daraja.answerPhones(), this.pawapay.answerPhones()])
    for (const callback of [...late, ...this.#createWebhooks()]) await this.#deliver(callback)
  }

  /** Stripe tells of the payments since the last time: of most of them once, of others twice or never. */
  *#createWebhooks(): Generator<Callback> {
    const all = [...this.stripe.ledger.intents.values()]
    for (const { id, metadata } of all.slice(this.#told)) {
      const data = { object: { id, object: 'payment_intent', metadata } }
      const event = { id: `evt_${id}`, object: 'event', type: 'payment_intent.succeeded', data }
      const { body, header } = this.stripe.signLink(event, new Date(this.now).toISOString())
      const headers = { 'content-type': 'application/json', 'stripe-signature': header }
      const url = `${publicUrl}/payments/webhooks/stripe`
      for (let times = this.#chance.of([0, 1, 1, 1, 2]); times > 0; times--)
        yield { method: 'POST', url, body, headers }
    }
    this.#told = all.length
  }

  async close() {
    await Promise.all([this.stripe.close(), this.pawapay.close(), this.daraja.close()])
  }

  /** All money that was taken. */
  *listTaken(): Generator<Taken> {
    for (const { id, customer, amount, status } of this.stripe.ledger.intents.values())
      if (status === 'succeeded')
        yield { rail: 'stripe', payer: customer, amount, id, returned: this.stripe.ledger.sumRefunds(id) }
    for (const { depositId: id, payer, amount, currency, status } of this.pawapay.ledger.deposits.values())
      if (status === 'COMPLETED') {
        const returned = toMinor(this.pawapay.ledger.sumRefunds(id), currency)
        const minor = toMinor(amount, currency)
        yield { rail: 'pawapay', payer: `+${payer.accountDetails.phoneNumber}`, amount: minor, id, returned }
      }
    const phones = new Map([...this.daraja.ledger.prompts.values()].map(({ receipt, phone }) => [receipt, phone]))
    for (const { receipt, amount, isReversed } of this.daraja.ledger.transactions) {
      const phone = phones.get(receipt)
      const payer = phone === undefined ? null : `+${phone}`
      const minor = toMinor(amount, 'KES')
      yield { rail: 'daraja', payer, amount: minor, id: receipt, returned: isReversed ? minor : 0 }
    }
  }

  /** One in ten callbacks comes an hour later, or is lost with the process that should have taken it. */
  async #deliver(callback: Callback) {
    if (this.#chance.oneIn(10)) this.#late.push(callback)
    else await this.#send(callback)
  }

  async #send({ method, url, body, headers = { 'content-type': 'application/json' } }: Callback) {
    await fetch(url.replace(publicUrl, this.address), { method, headers, body }).catch(() => undefined)
  }
}

const toMinor = (amount: string | number, currency: string) => toMinorUnits(Number(amount), currency)
