import { runInTransaction, type Transaction } from '#context.ts'
import type { TableCopy } from '#database/query/expressions.ts'
import { defineTask } from '#platform/tasks.ts'
import { copies } from './copy-queries.ts'
import { pendingDocuments } from './pending-queries.ts'

/** Documents applied in one transaction. */
const batchSize = 16

/** Applies what an earlier release has queued, which wrote the documents themselves. */
export const applyPendingDocuments = defineTask<Record<string, never>>({
  kind: 'apply_pending_documents',
  async handle(ctx) {
    while ((await runInTransaction(ctx, applyBatch)) > 0);
  },
})

async function applyBatch(tx: Transaction): Promise<number> {
  const { active } = await copies.state.one(tx, {})
  const ids = await listPending(tx, active, batchSize)
  if (ids.length === 0) return 0
  const { prepareProfiles } = await import('./prepare-profiles.ts')
  await (await prepareProfiles(tx, ids))(tx)
  return ids.length
}

export const listPending = async (tx: Transaction, copy: TableCopy, most: number): Promise<number[]> =>
  (await pendingDocuments.first.all(tx, { most }, copy)).map(({ researcher_id }) => researcher_id)
