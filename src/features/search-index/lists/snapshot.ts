import { type IndexDocument, waitForEventLoop } from '@research-platform/search-engine'
import type { VisibilityScope } from '@research-platform/search-engine/query'
import { LRUCache } from 'lru-cache'
import type { Connection } from '#database/database.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import type { SearchedList } from '#database/tables/search.ts'
import { createStores, type IndexCache } from '../cache.ts'
import { readTexts } from '../profile-texts.ts'
import { type CurrentDocument, createPostingReader, type Snapshot } from '../snapshot.ts'
import { getBuildStart, type ListIndex, listFormat } from './definition.ts'
import { listChanges, lists, listVersions } from './queries.ts'

const megabyte = 1024 * 1024
/** The sizes of the caches of a list, shared by all worker threads. */
const maxBytes = { postings: 12 * megabyte, texts: 4 * megabyte }

/**
 * Rows that a search reads because the index does not have them as they are, and the size of their documents, which each worker thread
 * keeps. Changes are applied about each second, so that more wait only while very many rows are written, such as by an import, and
 * while the index of a large list is built.
 */
const mostUnindexed = 2_000
const maxDocumentBytes = 32 * megabyte
/** Rows whose documents are built before other searches of the thread go on. */
const batchSize = 50

/** How far an index is behind that is too far behind to search. */
export interface Lag {
  /** Rows that the index does not have as they are, and all rows. */
  unindexed: number
  total: number
}

/**
 * Reads first which rows the index does not have as they are, then the version, then posting lists, as the snapshot of researchers
 * does. Returns the lag if these rows are too many to be read by a search.
 */
export async function createListSnapshot(
  ctx: WithConnection,
  index: ListIndex,
  scope: VisibilityScope,
): Promise<Snapshot | Lag> {
  const unindexed = await listUnindexed(ctx, index)
  const changed = unindexed.length > mostUnindexed ? null : await readChanged(ctx, index, unindexed)
  if (changed === null) return index.measure(ctx, await readPosition(ctx, index))
  const cache = await getListCache(ctx, index)
  return {
    changed,
    cache,
    readPostings: createPostingReader(ctx, { changed, cache }, scope),
    readTexts: (ids) => readTexts({ changed, cache }, ids, (missing) => index.readTexts(ctx, missing)),
  }
}

/** A row that the index does not have as it is, and its last change; 0 for a row that has not changed since it was written. */
interface Unindexed {
  id: number
  last: number
}

/** Returns up to one row more than a search reads: those that have changed, and those behind the end of an index that is being built. */
async function listUnindexed(ctx: WithConnection, index: ListIndex): Promise<Unindexed[]> {
  const limit = mostUnindexed + 1
  const waiting = await listChanges.waiting.all(ctx, { list: index.list, limit })
  const position = await readPosition(ctx, index)
  const unbuilt = position === null ? [] : await index.listIdsAfter(ctx, { position, limit })
  const lastChanges = new Map(unbuilt.map((id) => [id, 0]))
  for (const { item_id: id, last } of waiting) lastChanges.set(id, last)
  return [...lastChanges].map(([id, last]) => ({ id, last }))
}

/** Returns the last row of an index that is being built; null if it has all rows. */
async function readPosition(ctx: WithConnection, { list }: ListIndex): Promise<number | null> {
  const { format, position } = await lists.state.one(ctx, { name: list })
  return format === listFormat ? null : getBuildStart({ format, position })
}

const measureDocument = (document: IndexDocument | null) =>
  200 + (document?.keys.length ?? 0) * 60 + (document?.terms.length ?? 0) * 100

/** The documents of rows that the index does not have, by the row and its last change. */
const built = new LRUCache<string, { after: IndexDocument | null }>({
  maxSize: maxDocumentBytes,
  sizeCalculation: ({ after }) => measureDocument(after),
})

/** Reads the documents of rows; null if they are too large for a search. */
async function readChanged(
  ctx: WithConnection,
  index: ListIndex,
  unindexed: readonly Unindexed[],
): Promise<CurrentDocument[] | null> {
  const changed: CurrentDocument[] = []
  let bytes = 0
  for (let start = 0; start < unindexed.length; start += batchSize) {
    const documents = await readBatch(ctx, index, unindexed.slice(start, start + batchSize))
    changed.push(...documents)
    for (const { after } of documents) bytes += measureDocument(after)
    if (bytes > maxDocumentBytes) return null
  }
  return changed
}

async function readBatch(ctx: WithConnection, index: ListIndex, batch: readonly Unindexed[]) {
  const rows = batch.map(({ id, last }) => ({ id, key: `${index.list} ${id} ${last}` }))
  const known = new Map(rows.flatMap(({ id, key }) => (built.has(key) ? [[id, built.get(key)?.after ?? null]] : [])))
  const missing = rows.filter(({ id }) => !known.has(id))
  if (missing.length > 0) {
    const ids = missing.map(({ id }) => id)
    const documents = await index.readDocuments(ctx, ids)
    for (const { id, key } of missing) {
      const after = documents.get(id) ?? null
      known.set(id, after)
      built.set(key, { after })
    }
    await waitForEventLoop()
  }
  return rows.map(({ id }) => ({ id, after: known.get(id) ?? null }))
}

const caches = new WeakMap<object, Map<SearchedList, IndexCache>>()

function createCache(
  db: Connection,
  { list, area }: ListIndex,
  version: number,
  stores = createStores(maxBytes),
): IndexCache {
  const mine = caches.get(db) ?? new Map<SearchedList, IndexCache>()
  caches.set(db, mine)
  const cache: IndexCache = { ...stores, version, area, isCurrent: () => mine.get(list) === cache }
  mine.set(list, cache)
  return cache
}

/** Returns the cache for the current version of the index, without what has changed since. */
async function getListCache(ctx: WithConnection, index: ListIndex): Promise<IndexCache> {
  const { db } = ctx
  const { list } = index
  const { version } = await lists.state.one(ctx, { name: list })
  const known = caches.get(db)?.get(list)
  if (known === undefined) return createCache(db, index, version)
  if (version <= known.version) return known
  const changes = await listVersions.after.all(ctx, { list, version: known.version })
  const latest = caches.get(db)?.get(list) ?? known
  const newest = changes.at(-1)?.version ?? version
  if (newest <= latest.version) return latest
  if (changes[0]?.version !== known.version + 1) return createCache(db, index, newest)
  const { postings, texts } = latest
  for (const { keys, items } of changes) {
    for (const key of keys) postings.delete(key)
    for (const id of items) texts.delete(id)
  }
  return createCache(db, index, newest, { postings, texts })
}
