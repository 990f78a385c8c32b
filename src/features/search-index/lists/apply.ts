import { createSpellings, waitForEventLoop } from '@research-platform/search-engine'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import type { RepeatedWork } from '#features/feature.ts'
import { clearTexts } from '../forward-index-queries.ts'
import { type ChangedDocument, prepareDocuments, type Write } from '../prepare-changes.ts'
import { type ListIndex, listFormat } from './definition.ts'
import { listChanges, lists, listVersions, unusedTerms } from './queries.ts'

/** Rows in one transaction: few on SQLite, where writers wait for its end. */
const batchSize = { sqlite: 16, postgres: 32 }
/** A cache that is older than these versions begins empty. */
const keptVersions = 500

/** The work that keeps the index of a list up to date. */
export const defineIndexRefresh = (name: string, index: ListIndex): RepeatedWork => ({
  name,
  create: (ctx) => ({ run: () => refreshListIndex(ctx, index) }),
})

/** Brings the index of a list up to date: builds what is missing, and applies what has changed. */
export async function refreshListIndex(ctx: Context, index: ListIndex): Promise<void> {
  const { list } = index
  const limit = batchSize[ctx.db.engine]
  const { format } = await lists.state.one(ctx, { name: list })
  if (format !== listFormat) while (!(await runInTransaction(ctx, (tx) => buildBatch(tx, index, limit)))) await rest()
  while ((await listChanges.any.maybe(ctx, { list })) !== null) {
    await runInTransaction(ctx, (tx) => applyBatch(tx, index, limit), { locksFirst: true })
    await rest()
  }
}

/** Lets others use the event loop and the database between two transactions. */
const rest = waitForEventLoop

async function applyBatch(tx: Transaction, index: ListIndex, limit: number): Promise<void> {
  const { list } = index
  await lists.hold.one(tx, { name: list })
  const waiting = await listChanges.waiting.all(tx, { list, limit })
  const write = await prepareRows(
    tx,
    index,
    waiting.map(({ item_id }) => item_id),
  )
  await write(tx)
  await listChanges.remove.run(tx, { list, rows: waiting.map(({ item_id, last }) => [item_id, last] as const) })
}

/** Indexes the next rows as they are; returns whether all rows are indexed. */
async function buildBatch(tx: Transaction, index: ListIndex, limit: number): Promise<boolean> {
  const { list } = index
  const { format, position } = await lists.hold.one(tx, { name: list })
  if (format === listFormat) return true
  const start = format === 0 ? position : 0
  if (start === 0) await clearTexts.run(tx, { area: list })
  const ids = await index.listIdsAfter(tx, { position: start, limit })
  const write = await prepareRows(tx, index, ids)
  await write(tx)
  const isWhole = ids.length < limit
  const last = ids.at(-1) ?? start
  await listChanges.removeBetween.run(tx, { list, after: start, until: isWhole ? Number.MAX_SAFE_INTEGER : last })
  await lists.save.run(tx, { name: list, format: isWhole ? listFormat : 0, position: last })
  return isWhole
}

/** Reads what differs between the rows and what the index has of them, and returns what writes it. */
export async function prepareRows(ctx: WithConnection, index: ListIndex, ids: readonly number[]): Promise<Write> {
  const { list, area } = index
  const { documents, writeTexts } = await index.prepareRows(ctx, ids)
  if (documents.length === 0) return async () => undefined
  const { keys, write } = await prepareDocuments(ctx, area, documents)
  return async (tx) => {
    const { version } = await lists.advance.one(tx, { name: list })
    await write(tx)
    await removeUnusedTerms(tx, index, documents)
    await writeTexts(tx)
    await listVersions.add.run(tx, { list, version, keys, items: documents.map(({ id }) => id) })
    await listVersions.forget.run(tx, { list, until: version - keptVersions })
  }
}

/** Removes the terms that no document has any more. */
async function removeUnusedTerms(tx: WithConnection, { area }: ListIndex, changed: readonly ChangedDocument[]) {
  const removed = changed.flatMap(({ before }) => before?.terms ?? []).map(([, term]) => area.prefix + term)
  if (removed.length === 0) return
  const unused = await unusedTerms.remove.all(tx, { terms: [...new Set(removed)] })
  const words = unused.filter(({ kind }) => kind === 'word').map(({ term }) => term)
  const spellings = words.flatMap((word) =>
    createSpellings(word.slice(area.prefix.length)).map((spelling) => area.prefix + spelling),
  )
  if (words.length > 0) await unusedTerms.removeSpellings.run(tx, { spellings, terms: words })
}
