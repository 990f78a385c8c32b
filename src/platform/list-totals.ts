/** Totals of lists by the values that they are filtered by, which triggers keep (migration `0033-list-totals`). */

import { sql } from 'kysely'
import type { AnyContext } from '#context.ts'
import { lastCharacter } from '#core/terms.ts'
import { prepare } from '#database/query/prepare.ts'

/** A counter for each combination of values: `job_posts.open|full_time|mid|remote|`. */
const readCells = prepare((q, p: { from: string; end: string }) =>
  q
    .selectFrom('counters')
    .select(['name', sql<number>`sum(change)`.as('total')])
    .where('name', '>=', p.from)
    .where('name', '<', p.end)
    .groupBy('name'),
)

const separator = '|'

/** The values that are wanted; without one, rows with any value are counted. */
type Wanted<Column extends string> = Partial<Record<Column, string | undefined>>

export interface Total {
  /** The number of rows with the wanted values. */
  matching: number
  /** The number of all rows, or of all rows of the group. */
  all: number
}

export type ListTotals<Column extends string> = (
  ctx: AnyContext,
  wanted: Wanted<Column>,
  ...group: string[]
) => Promise<Total>

/**
 * Returns a function that counts the rows of a list by the values of the columns, which have few different values. If
 * the migration names other columns before these, the group is their values.
 */
export const defineListTotals =
  <Column extends string>(list: string, columns: readonly Column[]): ListTotals<Column> =>
  async (ctx, wanted, ...group) => {
    const from = [list, ...group, ''].join(separator)
    const counted = { matching: 0, all: 0 }
    for (const { name, total } of await readCells.all(ctx, { from, end: from + lastCharacter })) {
      const values = name.slice(from.length).split(separator).slice(0, -1)
      // The counters of a longer group that begins with this one have more parts.
      if (values.length !== columns.length) continue
      counted.all += total
      if (columns.every((column, index) => wanted[column] === undefined || wanted[column] === values[index]))
        counted.matching += total
    }
    return counted
  }
