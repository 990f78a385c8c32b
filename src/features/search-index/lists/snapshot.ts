import type { VisibilityScope } from '@research-platform/search-engine/query'
import type { Connection } from '#database/database.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import type { SearchedList } from '#database/tables/search.ts'
import { createStores, type IndexCache } from '../cache.ts'
import { readTexts } from '../profile-texts.ts'
import { createPostingReader, type Snapshot } from '../snapshot.ts'
import { readTail } from '../tail.ts'
import { type ListIndex, listFormat } from './definition.ts'
import { lists, listVersions } from './queries.ts'

const megabyte = 1024 * 1024
/** The sizes of the caches of a list, shared by all worker threads. */
const maxBytes = { postings: 12 * megabyte, texts: 4 * megabyte }

/**
 * Reads what has changed first, then the version, then posting lists, as that of researchers does. Null while the index is being
 * built, and while too much has changed since.
 */
export async function createListSnapshot(
  ctx: WithConnection,
  index: ListIndex,
  scope: VisibilityScope,
): Promise<Snapshot | null> {
  const changed = await readTail(ctx, index.tail)
  if (changed === null) return null
  const cache = await getListCache(ctx, index)
  if (cache === null) return null
  return {
    changed,
    cache,
    readPostings: createPostingReader(ctx, { changed, cache }, scope),
    readTexts: (ids) => readTexts({ changed, cache }, ids, (missing) => index.readTexts(ctx, missing)),
  }
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

/** Returns the cache for the current version of the index, without what has changed since; null while the index is being built. */
async function getListCache(ctx: WithConnection, index: ListIndex): Promise<IndexCache | null> {
  const { db } = ctx
  const { list } = index
  const { format, version } = await lists.state.one(ctx, { name: list })
  if (format !== listFormat) return null
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
