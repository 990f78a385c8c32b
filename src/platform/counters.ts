/** Named counters for totals of lists, so that a page of a list does not count its rows. */

import { sql } from 'kysely'
import { type AnyContext, runInTransaction, type Transaction } from '#context.ts'
import { textList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { defineTask } from './tasks.ts'

/**
 * A counter is the sum of the changes in its rows. Each change adds a row, so that transactions that count at one time
 * do not conflict on one row; a schedule replaces the rows by their sum.
 */
const counters = {
  add: prepare((q, p: { name: string; change: number }) =>
    q.insertInto('counters').values({ name: p.name, change: p.change }),
  ),

  sum: prepare((q, p: { names: string[] }) =>
    q
      .selectFrom('counters')
      .select(sql<number>`coalesce(sum(change), 0)`.as('total'))
      .where('name', 'in', textList(p.names)),
  ),

  all: prepare((q) =>
    q
      .selectFrom('counters')
      .select(['name', sql<number>`sum(change)`.as('total'), sql<number>`max(id)`.as('last_id')])
      .groupBy('name')
      .having(sql<boolean>`count(*) > 1`),
  ),

  removeUpTo: prepare((q, p: { name: string; last_id: number }) =>
    q.deleteFrom('counters').where('name', '=', p.name).where('id', '<=', p.last_id),
  ),
}

/** Adds the change to the counter, in the transaction that adds or removes what is counted. */
export async function addToCounter(tx: Transaction, name: string, change: number): Promise<void> {
  if (change !== 0) await counters.add.run(tx, { name, change })
}

/** Returns the sum of the named counters. */
export async function readCounters(ctx: AnyContext, ...names: string[]): Promise<number> {
  return (await counters.sum.one(ctx, { names })).total
}

/** Replaces the changes of each counter by their sum. */
export const compactCounters = defineTask<Record<string, never>>({
  kind: 'compact_counters',
  async handle(ctx) {
    await runInTransaction(ctx, async (tx) => {
      for (const { name, total, last_id } of await counters.all.all(tx, {})) {
        await counters.removeUpTo.run(tx, { name, last_id })
        await counters.add.run(tx, { name, change: total })
      }
    })
  },
})
