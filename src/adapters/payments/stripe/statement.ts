/** What Stripe booked on the account: https://docs.stripe.com/api/balance_transactions */

import type Stripe from 'stripe'
import type { Period, StatementLine } from '../statement.ts'
import { fromStripeAmount } from './amounts.ts'

/** Far more than an account books in the days that are compared; beyond it the report is not taken for complete. */
const maxLines = 1_000_000
const pageSize = 100

/** Returns the payments, refunds and disputes that were booked between two times. Payouts and fees are left out. */
export async function listStatement(stripe: Stripe, { from, to }: Period): Promise<StatementLine[]> {
  const created = { gte: toSeconds(from), lt: toSeconds(to) }
  const lines: StatementLine[] = []
  const returned = new Set<string>()
  let read = 0
  for await (const booked of stripe.balanceTransactions.list({ created, limit: pageSize, expand: ['data.source'] })) {
    read++
    if (read > maxLines) throw new Error('Stripe booked more than can be compared; compare fewer days.')
    const line = toLine(booked)
    // The money of a refund that failed later is back on the account.
    if (booked.type === 'refund_failure' || booked.type === 'payment_failure_refund')
      returned.add(line?.reference ?? '')
    else if (line !== null) lines.push(line)
  }
  return lines.filter(({ kind, reference }) => kind !== 'refund' || !returned.has(reference))
}

const toSeconds = (moment: string) => Math.floor(Date.parse(moment) / 1000)

function toLine({ source, created }: Stripe.BalanceTransaction): StatementLine | null {
  if (typeof source !== 'object' || source === null) return null
  const at = new Date(created * 1000).toISOString()
  if (source.object === 'charge')
    return { kind: 'payment', reference: toId(source.payment_intent) ?? source.id, ...toMoney(source), at }
  if (source.object === 'refund') return { kind: 'refund', reference: source.id, ...toMoney(source), at }
  if (source.object === 'dispute') return { kind: 'dispute', reference: source.id, ...toMoney(source), at }
  return null
}

const toId = (object: string | { id: string } | null) => (typeof object === 'object' ? (object?.id ?? null) : object)

/** In the currency of the payment; the account may be in another one. */
function toMoney(source: { amount: number; currency: string }) {
  const currency = source.currency.toUpperCase()
  return { amount: fromStripeAmount(source.amount, currency), currency }
}
