import { buildDocument, type IndexedProfile, waitForEventLoop } from '@research-platform/search-engine'
import { runInTransaction, type Transaction } from '#context.ts'
import type { TableCopy } from '#database/query/expressions.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { applyChanges } from './apply-documents.ts'
import { copies, getOtherCopy } from './copy-queries.ts'
import { pendingDocuments, profiles, versions } from './pending-queries.ts'

/** Documents applied in one transaction: few on SQLite, where writers wait for its end. */
const batchSize = { sqlite: 2, postgres: 32 }
/** A cache that is older than these versions begins empty. */
const keptVersions = 500

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
  const { active, version } = await versions.current.one(tx, {})
  const { applied, keys, blocks } = await applyPending(tx, active, batchSize[tx.db.engine])
  if (applied === 0) return 0
  await versions.add.run(tx, { version: version + 1, keys, blocks })
  await versions.forget.run(tx, { until: version + 1 - keptVersions })
  return applied
}

/** Applies some queued documents to a copy of the index; returns their number and the changed keys and blocks. */
export async function applyPending(tx: Transaction, copy: TableCopy, most: number) {
  const changed = await pendingDocuments.first.all(tx, { most }, copy)
  if (changed.length === 0) return { applied: 0, keys: [], blocks: [] }
  const documents = changed.map(({ researcher_id: id, before, after }) => ({ id, before, after }))
  const { keys, blocks } = await applyChanges(tx, copy, documents)
  await pendingDocuments.remove.run(tx, { ids: changed.map(({ researcher_id }) => researcher_id) }, copy)
  return { applied: changed.length, keys, blocks }
}
