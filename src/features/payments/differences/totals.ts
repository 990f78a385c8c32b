import type { StatementLine } from '#adapters/payments/statement.ts'
import type { Charge, Refund } from './queries.ts'

/** Money of one currency in a period, in minor units. */
export interface Total {
  currency: string
  paid_here: number
  /** Null where the gateway has no report with amounts. */
  paid_there: number | null
  refunded_here: number
  refunded_there: number | null
}

/** Returns the sums of both sides by currency. */
export function calculateTotals(
  lines: readonly StatementLine[],
  lists: readonly StatementLine['kind'][],
  charges: readonly Charge[],
  refunds: readonly Refund[],
): Total[] {
  const currencies = new Set([...lines, ...charges, ...refunds].map(({ currency }) => currency))
  const paid = charges.filter(({ status }) => status === 'succeeded' || status === 'refunded')
  const returned = refunds.filter(({ status }) => status === 'succeeded')
  const there = (kind: StatementLine['kind'], currency: string) =>
    lists.includes(kind)
      ? sum(
          lines.filter((line) => line.kind === kind),
          currency,
        )
      : null
  return [...currencies].sort().map((currency) => ({
    currency,
    paid_here: sum(paid, currency),
    paid_there: there('payment', currency),
    refunded_here: sum(returned, currency),
    refunded_there: there('refund', currency),
  }))
}

const sum = (rows: readonly { amount: number; currency: string }[], currency: string): number =>
  rows.filter((row) => row.currency === currency).reduce((total, { amount }) => total + amount, 0)
