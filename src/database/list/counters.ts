/** Counters of lists by the values that they are filtered by, which triggers maintain (migration `0033-list-totals`). */

import { sql } from 'kysely'
import { lastCharacter } from '#core/terms.ts'
import { prepare, type WithConnection } from '../query/prepare.ts'

/** A counter for each combination of values: `job_posts.open|full_time|mid|remote|`. */
const readCounters = prepare((q, p: { from: string; end: string }) =>
  q
    .selectFrom('counters')
    .select(['name', sql<number>`sum(change)`.as('total')])
    .where('name', '>=', p.from)
    .where('name', '<', p.end)
    .groupBy('name'),
)

const separator = '|'

export interface Total {
  /** The number of rows with the wanted values. */
  matching: number
  /** The number of all rows whose counter has the prefix. */
  all: number
}

/**
 * Counts the rows whose counter begins with the names of `prefix`, and those of them that have the wanted values, in the order
 * in which the migration names them; undefined stands for any value.
 */
export async function readTotal(
  ctx: WithConnection,
  prefix: readonly string[],
  wanted: readonly (string | undefined)[],
): Promise<Total> {
  const from = [...prefix, ''].join(separator)
  const counted = { matching: 0, all: 0 }
  for (const { name, total } of await readCounters.all(ctx, { from, end: from + lastCharacter })) {
    const values = name.slice(from.length).split(separator).slice(0, -1)
    // The counters of a longer prefix that begins with this one have more parts.
    if (values.length !== wanted.length) continue
    counted.all += total
    if (wanted.every((value, index) => value === undefined || value === values[index])) counted.matching += total
  }
  return counted
}
