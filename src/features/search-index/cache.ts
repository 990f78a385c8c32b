/** Posting lists and facets in memory, for the worker thread that searches. */

import { LRUCache } from 'lru-cache'
import type { Connection } from '#database/database.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import { type Bitmap, chunkSize } from './bitmaps.ts'
import { versions } from './pending-queries.ts'

/** For each of the two caches. */
const maxBytes = 96 * 1024 * 1024

/** Values in the cache are shared and must not be changed. */
export interface IndexCache {
  /** The version of the index that the values belong to. */
  readonly version: number
  readonly postings: LRUCache<string, Bitmap>
  readonly blocks: LRUCache<number, Uint8Array>
  /** False once a newer version is cached; values that were read before must not be added then. */
  isCurrent(): boolean
}

const caches = new WeakMap<object, IndexCache>()

const createPostingCache = () =>
  new LRUCache<string, Bitmap>({
    maxSize: maxBytes,
    sizeCalculation: (postings) => 200 + postings.size * (chunkSize / 8 + 100),
  })
const createBlockCache = () =>
  new LRUCache<number, Uint8Array>({ maxSize: maxBytes, sizeCalculation: (block) => 200 + block.length })

function createCache(
  db: Connection,
  version: number,
  postings = createPostingCache(),
  blocks = createBlockCache(),
): IndexCache {
  const cache: IndexCache = { version, postings, blocks, isCurrent: () => caches.get(db) === cache }
  caches.set(db, cache)
  return cache
}

/**
 * Returns the cache for the current version of the index. When the index has changed since, the changed keys and blocks
 * are removed; a cache that is too old to know them begins empty.
 */
export async function getCache({ db }: WithConnection): Promise<IndexCache> {
  const known = caches.get(db) ?? createCache(db, 0)
  const [current] = await versions.current.all({ db }, {})
  if ((current?.version ?? 0) <= known.version) return known
  const changes = await versions.after.all({ db }, { version: known.version })
  const latest = caches.get(db) ?? known
  const version = changes.at(-1)?.version ?? 0
  if (version <= latest.version) return latest
  if (changes[0]?.version !== known.version + 1) return createCache(db, version)
  const cache = createCache(db, version, latest.postings, latest.blocks)
  for (const { keys, blocks } of changes) {
    for (const key of keys) cache.postings.delete(key)
    for (const block of blocks) cache.blocks.delete(block)
  }
  return cache
}
