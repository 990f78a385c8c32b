/** The ways to pay for a subscription: methods that pay, or are refused from the second charge on, and what the gateways took. */

import { DarajaServer } from '#test/support/daraja/server.ts'
import { PawapayServer } from '#test/support/pawapay/server.ts'
import { StripeServer } from '#test/support/stripe/server.ts'
import type { Chance } from '../random.ts'

export type Rail = 'sandbox card' | 'sandbox phone' | 'daraja' | 'pawapay' | 'stripe'
type Method = Record<string, unknown>

const createCard = (card_number: string): Method => ({
  type: 'card',
  card_number,
  expiry_month: 12,
  expiry_year: 2060,
  cvv: '123',
})
const createPhone = (provider: string, start: string, index: number, end: string): Method => ({
  type: 'mobile_money',
  provider,
  phone: `${start}${String(index).padStart(3, '0')}${end}`,
})
const createTestCard = (_: number, pays: boolean) => createCard(pays ? '4242424242424242' : '4000000000000341')

/** Creates a method of a rail that pays, or that is refused. */
export const createMethod: Record<Rail, (index: number, pays: boolean) => Method> = {
  'sandbox card': createTestCard,
  'sandbox phone': (index, pays) => createPhone('orange', '+2677', index, pays ? '0000' : '0001'),
  daraja: (index, pays) => createPhone('mpesa', '+25471', index, pays ? '5678' : '1032'),
  pawapay: (index, pays) => createPhone('mtn', '+256772', index, pays ? '456' : '039'),
  stripe: createTestCard,
}

interface Callback {
  method: string
  url: string
  body: string
  headers?: Record<string, string>
}

const publicUrl = 'http://api.test'

export class Rails {
  /** Where the service answers. */
  address = ''
  readonly #chance: Chance
  readonly #stripe = new StripeServer()
  readonly #daraja: DarajaServer
  readonly #pawapay: PawapayServer

  constructor(chance: Chance, now: () => number) {
    this.#chance = chance
    const deliver = (callback: Callback) => this.#deliver(callback)
    this.#daraja = new DarajaServer({ deliver, now })
    this.#pawapay = new PawapayServer({ callbackUrl: `${publicUrl}/payments/webhooks/pawapay`, deliver, now })
  }

  async listen() {
    const { address: stripe, webhookSecret } = await this.#stripe.listen()
    const { address: daraja, settings } = await this.#daraja.listen()
    const { address: pawapay, token } = await this.#pawapay.listen()
    return {
      PUBLIC_URL: publicUrl,
      STRIPE_SECRET_KEY: 'sk_test_platform',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: stripe,
      ...settings,
      DARAJA_CREDENTIAL_DATE: '2026-11-01',
      DARAJA_API_BASE: daraja,
      PAWAPAY_TOKEN: token,
      PAWAPAY_API_BASE: pawapay,
    }
  }

  /** From now on each fault happens by chance; with 0 everything works. */
  break(share: number) {
    const draw = () => this.#chance.below(10_000) / 10_000
    for (const double of [this.#stripe, this.#daraja, this.#pawapay]) double.breakByChance(share, draw)
  }

  /** The people answer their phones. */
  async answerPhones() {
    await this.#daraja.answerPhones()
    await this.#pawapay.answerPhones()
  }

  async close() {
    await Promise.all([this.#stripe.close(), this.#daraja.close(), this.#pawapay.close()])
  }

  /** How often each phone, or customer of a card, was taken money from. */
  countTaken(): Map<string, number> {
    const phones = [...this.#daraja.ledger.prompts.values()]
      .filter(({ receipt }) => receipt !== null)
      .map(({ phone }) => phone)
    const deposits = [...this.#pawapay.ledger.deposits.values()]
      .filter(({ status }) => status === 'COMPLETED')
      .map(({ payer }) => payer.accountDetails.phoneNumber)
    const cards = [...this.#stripe.ledger.intents.values()]
      .filter(({ status }) => status === 'succeeded')
      .map(({ customer }) => String(customer))
    const taken = new Map<string, number>()
    for (const payer of [...phones.map((phone) => `+${phone}`), ...deposits.map((phone) => `+${phone}`), ...cards])
      taken.set(payer, (taken.get(payer) ?? 0) + 1)
    return taken
  }

  /** Some callbacks are lost. */
  async #deliver({ method, url, body, headers }: Callback) {
    if (this.#chance.oneIn(10)) return
    const sent = { 'content-type': 'application/json', ...headers }
    await fetch(url.replace(publicUrl, this.address), { method, headers: sent, body }).catch(() => undefined)
  }
}
