import type { VisibilityScope } from '@research-platform/search-engine/query'
import type { Connection } from '#database/database.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import type { SearchedList } from '#database/tables/search.ts'
import { createStores, type IndexCache } from '../cache.ts'
import { readTexts } from '../profile-texts.ts'
import { createPostingReader, type Snapshot } from '../snapshot.ts'
import { type ChangedItem, countTail, listTail, readCurrent } from '../tail.ts'
import { getBuildStart, type ListIndex, listFormat } from './definition.ts'
import { lists, listVersions } from './queries.ts'

const megabyte = 1024 * 1024
/** The sizes of the caches of a list, shared by all worker threads. */
const maxBytes = { postings: 12 * megabyte, texts: 4 * megabyte }

/**
 * Rows that a search reads because the index does not have them as they are: more wait only while very many rows are written, such as by an
 * import, and while the index of a large list is built.
 */
const maxUnindexed = 2_000

/** How far an index is behind that is too far behind to search. */
export interface Lag {
  /** Rows that the index does not have as they are, and all rows; reckoned by ids, as if none were missing. */
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
  const waiting = await listTail(ctx, index.tail, maxUnindexed + 1)
  const unindexed = await addUnbuilt(ctx, index, waiting)
  const changed = unindexed.length > maxUnindexed ? null : await readCurrent(ctx, index.tail, unindexed)
  if (changed === null) return measureLag(ctx, index)
  const cache = await getListCache(ctx, index)
  return {
    changed,
    cache,
    readPostings: createPostingReader(ctx, { changed, cache }, scope),
    readTexts: (ids) => readTexts({ changed, cache }, ids, (missing) => index.readTexts(ctx, missing)),
  }
}

/** Adds the rows behind the end of an index that is being built, up to one row more than a search reads. */
async function addUnbuilt(
  ctx: WithConnection,
  index: ListIndex,
  waiting: readonly ChangedItem[],
): Promise<readonly ChangedItem[]> {
  const position = await readPosition(ctx, index)
  if (position === null) return waiting
  const slice = { position: position.last, limit: maxUnindexed + 1 }
  const ids = await (position.isOfFormat ? index.listUnbuiltIds(ctx, slice) : index.listIdsAfter(ctx, slice))
  const states = new Map(ids.map((id) => [id, 'unbuilt']))
  for (const { id, state } of waiting) states.set(id, state)
  return [...states].map(([id, state]) => ({ id, state }))
}

/** Returns the last row of an index that is being built, and whether it has the format of this version; null if it has all rows. */
async function readPosition(ctx: WithConnection, { list }: ListIndex) {
  const { format, position } = await lists.state.one(ctx, { name: list })
  return format === listFormat ? null : { last: getBuildStart({ format, position }), isOfFormat: format === 0 }
}

async function measureLag(ctx: WithConnection, index: ListIndex): Promise<Lag> {
  const position = await readPosition(ctx, index)
  const total = await index.readLastId(ctx)
  const unbuilt = position === null ? 0 : Math.max(0, total - position.last)
  return { unindexed: unbuilt + (await countTail(ctx, index.tail)), total }
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
