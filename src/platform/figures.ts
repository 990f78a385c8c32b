/** Counts of what happens in the business, by day and since the beginning. All instances count into the same rows. */

import { sql } from 'kysely'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { toDate } from '#core/periods.ts'
import { prepare } from '#database/query/prepare.ts'
import { addToCounter } from './counters.ts'

/**
 * The figures are counters (`counters.ts`) with the day in their name. When the figures of a day are stored, its
 * counters are added to one without a day, so that reading all of them reads few rows.
 */
const prefix = 'figure:'
/** The least text that is greater than all names with the prefix. */
const prefixEnd = 'figure;'

const figureCounters = {
  sums: prepare((q, p: { from: string; end: string }) =>
    q
      .selectFrom('counters')
      .select(['name', sql<number>`cast(sum(change) as bigint)`.as('total'), sql<number>`max(id)`.as('last_id')])
      .where('name', '>=', p.from)
      .where('name', '<', p.end)
      .groupBy('name'),
  ),

  removeUpTo: prepare((q, p: { name: string; last_id: number }) =>
    q.deleteFrom('counters').where('name', '=', p.name).where('id', '<=', p.last_id),
  ),
}

/** The names have few values: methods of sign-in, gateways and currencies are settings, outcomes are words of ours. */
export type FigureName =
  | 'sign_ups'
  | 'applications'
  | 'enrollments'
  | 'attempts'
  | 'certificates'
  | `sign_ins.${string}.${'done' | 'refused' | 'throttled'}`
  | `mails.${'sent' | 'refused' | 'canceled'}`
  | `payments.${string}.${'succeeded' | 'failed'}`
  | `received.${string}`
  | `refunded.${string}`

export interface Figure {
  /** The day in UTC; empty for the sum of all days that are stored. */
  day: string
  name: string
  value: number
}

/** Adds to a figure of today, in the transaction that does what is counted. Money is in minor units. */
export const recordFigure = (tx: Transaction, name: FigureName, change = 1): Promise<void> =>
  addToCounter(tx, `${prefix}${toDate(tx.clock.now())}:${name}`, change)

function parseFigure({ name, total }: { name: string; total: number }): Figure {
  const end = name.indexOf(':', prefix.length)
  return { day: name.slice(prefix.length, end), name: name.slice(end + 1), value: total }
}

/** Returns what was counted on each day from `from` to before `until`, unless it is stored already. */
export async function listFigureCounts(ctx: Context, from: string, until: string): Promise<Figure[]> {
  const rows = await figureCounters.sums.inBackground(ctx, { from: prefix + from, end: prefix + until })
  return rows.map(parseFigure)
}

/** Returns all that was counted since the beginning, by name. */
export async function readFigureTotals(ctx: Pick<Context, 'db'>): Promise<Map<string, number>> {
  const totals = new Map<string, number>()
  for (const row of await figureCounters.sums.inBackground(ctx, { from: prefix, end: prefixEnd })) {
    const { name, value } = parseFigure(row)
    totals.set(name, (totals.get(name) ?? 0) + value)
  }
  return totals
}

/** Adds the counts of the days before `until` to those without a day; runs when they are stored by day. */
export const mergeFigures = (ctx: Context, until: string): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    // Digits are less than the colon after the prefix of a counter without a day.
    const rows = await figureCounters.sums.all(tx, { from: `${prefix}0`, end: prefix + until })
    for (const { name, total, last_id } of rows) {
      await figureCounters.removeUpTo.run(tx, { name, last_id })
      await addToCounter(tx, `${prefix}:${parseFigure({ name, total }).name}`, total)
    }
  })
