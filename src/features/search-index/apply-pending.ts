import { buildDocument, type IndexedProfile, waitForEventLoop } from '@research-platform/search-engine'
import { runInTransaction, type Transaction } from '#context.ts'
import type { TableCopy } from '#database/query/expressions.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { copies, getOtherCopy } from './copy-queries.ts'
import { pendingDocuments, profiles } from './pending-queries.ts'
import { prepareProfiles } from './prepare-profiles.ts'

/** Documents applied in one transaction: few on SQLite, where writers wait for its end. */
const batchSize = { sqlite: 2, postgres: 32 }
/** Reads what the index knows of a profile, for `queueDocument`. */
export async function readProfile(tx: Transaction, id: number): Promise<IndexedProfile | null> {
  return profiles.ofResearcher.maybe(tx, { id })
}

/**
 * Queues the new document of a profile, in the transaction that changes the profile. It writes one row, which every
 * search reads. The posting lists are updated in the background, so that concurrent changes of profiles do not conflict
 * on their rows.
 */
export async function queueDocument(tx: Transaction, id: number, before: IndexedProfile | null): Promise<void> {
  const after = await readProfile(tx, id)
  const entryBefore = before && buildDocument(before)
  await waitForEventLoop()
  const entryAfter = after && buildDocument(after)
  await waitForEventLoop()
  const document = { researcher_id: id, before: entryBefore, after: entryAfter }
  const { active, building_version, position } = await copies.state.one(tx, {})
  await pendingDocuments.put.run(tx, document, active)
  const isInOther = building_version !== null && id <= position
  if (isInOther) await pendingDocuments.put.run(tx, document, getOtherCopy(active))
  await addTask(tx, applyPendingDocuments, {}, { key: 'apply-pending-documents' })
}

/** Applies the queued documents to the active copy of the index. */
export const applyPendingDocuments = defineTask<Record<string, never>>({
  kind: 'apply_pending_documents',
  async handle(ctx) {
    while ((await runInTransaction(ctx, applyBatch)) === batchSize[ctx.db.engine]) await waitForEventLoop()
  },
})

async function applyBatch(tx: Transaction): Promise<number> {
  const { active } = await copies.state.one(tx, {})
  const ids = await listPending(tx, active, batchSize[tx.db.engine])
  if (ids.length > 0) await (await prepareProfiles(tx, ids))(tx)
  return ids.length
}

export const listPending = async (tx: Transaction, copy: TableCopy, most: number) =>
  (await pendingDocuments.first.all(tx, { most }, copy)).map(({ researcher_id }) => researcher_id)
