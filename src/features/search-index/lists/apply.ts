import { createSpellings, waitForEventLoop } from '@research-platform/search-engine'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import type { RepeatedWork } from '#features/feature.ts'
import { applyDocuments, type ChangedDocument } from '../apply-documents.ts'
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
  const { version } = await lists.lock.one(tx, { name: list })
  const changed = await index.readChanged(tx, limit)
  const keys = await applyToIndex(tx, index, changed)
  await saveVersion(tx, index, { version, keys, items: changed.map(({ id }) => id) })
  await listChanges.remove.run(tx, { list, rows: changed.map(({ id, last }) => [id, last] as const) })
}

/** Indexes the next rows as they are; returns whether all rows are indexed. */
async function buildBatch(tx: Transaction, index: ListIndex, limit: number): Promise<boolean> {
  const { list } = index
  const { format, position, version } = await lists.lock.one(tx, { name: list })
  if (format === listFormat) return true
  const start = format === 0 ? position : 0
  const rows = await index.readDocumentsAfter(tx, { position: start, limit })
  const changed = rows.map(({ id, document }) => ({ id, before: null, after: document }))
  const keys = await applyToIndex(tx, index, changed)
  await saveVersion(tx, index, { version, keys, items: changed.map(({ id }) => id) })
  const last = rows.at(-1)?.id ?? Number.MAX_SAFE_INTEGER
  await listChanges.removeBetween.run(tx, { list, after: start, until: last })
  const isWhole = rows.length < limit
  await lists.save.run(tx, { name: list, format: isWhole ? listFormat : 0, position: rows.at(-1)?.id ?? start })
  return isWhole
}

/** Applies documents, and removes the terms that no document has any more; returns the changed keys. */
async function applyToIndex(tx: Transaction, { area }: ListIndex, changed: readonly ChangedDocument[]) {
  if (changed.length === 0) return []
  const keys = await applyDocuments(tx, area, changed)
  const removed = changed.flatMap(({ before }) => before?.terms ?? [])
  if (removed.length === 0) return keys
  const terms = removed.map(([kind, term]) => ({ kind, term: area.prefix + term }))
  const unused = await unusedTerms.remove.all(tx, { terms })
  const words = unused.filter(({ kind }) => kind === 'word').map(({ term }) => term)
  const spellings = words.flatMap((word) =>
    createSpellings(word.slice(area.prefix.length)).map((spelling) => area.prefix + spelling),
  )
  if (words.length > 0) await unusedTerms.removeSpellings.run(tx, { spellings, terms: words })
  return keys
}

interface Version {
  version: number
  keys: string[]
  items: number[]
}

async function saveVersion(tx: Transaction, { list }: ListIndex, { version, keys, items }: Version) {
  await listVersions.add.run(tx, { list, version, keys, items })
  await listVersions.forget.run(tx, { list, until: version - keptVersions })
}
