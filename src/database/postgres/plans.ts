/** How connections to PostgreSQL plan statements while tables grow (docs/decisions/0048-plans-while-tables-grow.md). */

import type pg from 'pg'

/**
 * A merge join looks cheap when the statistics know only small ids, because it would end after them. With statistics from before the tables
 * grew, every twentieth statement would read a table from its beginning for one row.
 *
 * A named statement has one plan for all values, the one that `test/contract/plans.test.ts` holds. Left alone, the server plans a statement with a
 * limit at each execution once its tables are analyzed, because it takes a limit that it does not know for a tenth of the rows.
 */
export const planSettings = 'set enable_mergejoin = off; set plan_cache_mode = force_generic_plan'

/** It waits for a statement before it that may take as long as it needs; the driver takes 0 as no choice. */
const discard = { text: 'discard plans', query_timeout: 2 ** 31 - 1 }

/** The longest time for which a plan is kept, in milliseconds. */
const maxAgeMs = 60_000
/** How old a connection usually is when it discards its plans for the first time, in milliseconds. */
export const firstAgeMs = 1_000
/** How long a connection waits for the end of a transaction before it looks again, in milliseconds. */
const retryMs = 50

/**
 * Discards the plans of the connection when it is as old again as it was when they were made, and once a minute. A named statement, a check of
 * a foreign key and a function of a trigger keep their plans: one that was made while a table was small reads all of it, also when it has grown, until the server has
 * analyzed it. A new plan is made for the present size of the table, so a table that grows evenly is at most twice as large as its plans assume.
 */
export function renewPlans(client: pg.PoolClient, firstMs: number): void {
  let timer: NodeJS.Timeout | undefined
  const wait = (delayMs: number, ageMs: number) => {
    timer = setTimeout(() => {
      // Within a transaction it would hide from the server that the session is idle.
      if (client.getTransactionStatus() !== 'I') return wait(retryMs, ageMs)
      // A connection that is lost refuses it; the next one has no plans.
      client.query(discard).catch(() => undefined)
      const nextMs = Math.min(ageMs * 2, maxAgeMs)
      wait(nextMs, nextMs)
    }, delayMs)
    timer.unref()
  }
  wait(firstMs, firstMs)
  client.once('end', () => clearTimeout(timer))
}
