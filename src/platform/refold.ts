/**
 * Folds again what is stored folded, after a migration that says that the folding has changed. The migration queues the
 * tasks twice: at once, and for rows that an instance of the last release writes meanwhile.
 */

import { runInTransaction, type Transaction } from '#context.ts'
import { addTask, defineTask, type Task } from './tasks.ts'

/** Few, because a transaction should be short on SQLite. */
const batch = 50

export interface RefoldSlice {
  /** Only rows with larger ids. */
  after: number
  most: number
}

/** Defines a task that folds rows again, in batches. `refold` returns the rows that it has read, in the order of their ids. */
export function defineRefold(
  kind: `refold_${string}`,
  refold: (tx: Transaction, slice: RefoldSlice) => Promise<readonly { id: number }[]>,
): Task<{ after: number }> {
  const task = defineTask<{ after: number }>({
    kind,
    handle: (ctx, { after }) =>
      runInTransaction(ctx, async (tx) => {
        const rows = await refold(tx, { after, most: batch })
        const last = rows.at(-1)
        if (last !== undefined && rows.length === batch) await addTask(tx, task, { after: last.id })
      }),
  })
  return task
}
