/** A gateway whose ledger outlives crashes, and whose answers a test spoils. */

import { randomBytes } from 'node:crypto'
import type { Order, Outcome, PaymentGateway } from '../../src/adapters/payments/gateway.ts'

/** What happens to the next charges: lost before they arrive, or done without an answer, or left open. */
export type Weather = 'fair' | 'lost' | 'unanswered' | 'pending'

export interface Entry {
  key: string
  payment_id: string
  amount: number
  customer: string
  status: Outcome['status']
}

export interface Bank extends PaymentGateway {
  weather: Weather
  /** Whether cards have money. */
  solvent: boolean
  readonly ledger: Map<string, Entry>
  /** Somebody confirms or declines every payment that is pending. */
  decide(confirmed: boolean): void
}

export function openBank(): Bank {
  const ledger = new Map<string, Entry>()
  const byId = (id: string) => [...ledger.values()].find(({ payment_id }) => payment_id === id)

  const outcomeOfEntry = ({ status, payment_id }: Entry): Outcome =>
    status === 'failed' ? { status, payment_id, reason: 'The card was declined.' } : { status, payment_id }

  function enter({ key, amount, customer }: Order, weather: Weather): Entry {
    const status = bank.solvent ? (weather === 'pending' ? 'pending' : 'succeeded') : 'failed'
    const entry: Entry = {
      key,
      amount,
      customer,
      status,
      payment_id: `pay_${randomBytes(8).toString('hex')}`,
    }
    ledger.set(key, entry)
    return entry
  }

  function known(id: string): Entry {
    const entry = byId(id)
    if (entry === undefined) throw new Error('The bank does not know this payment.')
    return entry
  }

  const bank: Bank = {
    kind: 'sandbox',
    weather: 'fair',
    solvent: true,
    ledger,
    decide(confirmed) {
      for (const entry of ledger.values())
        if (entry.status === 'pending') entry.status = confirmed ? 'succeeded' : 'failed'
    },
    customer: async (key) => `customer ${key}`,
    store: async () => ({
      token: `token_${randomBytes(8).toString('hex')}`,
      brand: 'visa',
      last4: '4242',
      expiry_month: 12,
      expiry_year: 2099,
    }),
    remove: async () => undefined,
    async charge(order) {
      const { weather } = bank
      if (weather === 'lost') throw new Error('The request was lost.')
      const entry = ledger.get(order.key) ?? enter(order, weather)
      if (weather === 'unanswered') throw new Error('The answer was lost.')
      return outcomeOfEntry(entry)
    },
    async outcomeOf({ payment_id, key }) {
      if (bank.weather === 'lost' || bank.weather === 'unanswered') throw new Error('The bank is away.')
      const entry = payment_id === null ? ledger.get(key) : byId(payment_id)
      return entry === undefined ? null : outcomeOfEntry(entry)
    },
    async abandon(id) {
      const entry = known(id)
      if (entry.status === 'pending') entry.status = 'failed'
      return outcomeOfEntry(entry)
    },
    async refund(id) {
      if (bank.weather === 'lost') throw new Error('The request was lost.')
      known(id).status = 'refunded'
      if (bank.weather === 'unanswered') throw new Error('The answer was lost.')
    },
    forget: async () => undefined,
    async eventOf(body) {
      const { id, key } = JSON.parse(body.toString())
      return { id, key }
    },
  }
  return bank
}
