/** What a worker thread that searches keeps in memory, within stated sizes. */

import { LRUCache } from 'lru-cache'
import type { Connection } from '#database/database.ts'
import type { TableCopy } from '#database/query/expressions.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import { workerThreads } from '#database/worker-threads.ts'
import { type Bitmap, chunkSize } from './bitmaps.ts'
import { getBlockNumber } from './facets.ts'
import { versions } from './pending-queries.ts'

const megabyte = 1024 * 1024
/** The size of the cache, shared by all worker threads. */
const maxBytes = { postings: 48 * megabyte, blocks: 12 * megabyte, profiles: 12 * megabyte }

/** A text of a profile, with the field in which it stands. */
export interface ProfileText {
  field: string
  text: string
}

/** Values in the cache are shared and must not be changed. */
export interface IndexCache {
  /** The version of the index that the values belong to, and its copy. */
  readonly version: number
  readonly copy: TableCopy
  readonly postings: LRUCache<string, Bitmap>
  readonly blocks: LRUCache<number, Uint8Array>
  /** The texts of profiles, for highlights. */
  readonly profiles: LRUCache<number, readonly ProfileText[]>
  /** False once a newer version is cached; values that were read before must not be added then. */
  isCurrent(): boolean
}

const caches = new WeakMap<object, IndexCache>()

/** Keeps something that begins anew in each version of the index. */
export function cachePerVersion<T>(create: () => T): (cache: IndexCache) => T {
  const values = new WeakMap<IndexCache, T>()
  return (cache) => {
    const value = values.get(cache) ?? create()
    values.set(cache, value)
    return value
  }
}

const createStores = (): Pick<IndexCache, 'postings' | 'blocks' | 'profiles'> => ({
  postings: new LRUCache({
    maxSize: maxBytes.postings / workerThreads,
    sizeCalculation: (postings) => 200 + postings.size * (chunkSize / 8 + 100),
  }),
  blocks: new LRUCache({
    maxSize: maxBytes.blocks / workerThreads,
    sizeCalculation: (block) => 200 + block.length,
  }),
  profiles: new LRUCache({
    maxSize: maxBytes.profiles / workerThreads,
    // Two bytes a character at worst.
    sizeCalculation: (texts) => texts.reduce((sum, { text }) => sum + 80 + text.length * 2, 200),
  }),
})

type Current = Pick<IndexCache, 'version' | 'copy'>

function createCache(db: Connection, { version, copy }: Current, stores = createStores()): IndexCache {
  const cache: IndexCache = {
    ...stores,
    version,
    copy,
    isCurrent: () => caches.get(db) === cache,
  }
  caches.set(db, cache)
  return cache
}

/** The copy that was active when this thread last looked. */
export const getKnownCopy = ({ db }: WithConnection): TableCopy => caches.get(db)?.copy ?? '1'

/**
 * Returns the cache for the current version of the index. When the index has changed since, the changed keys, blocks and
 * profiles are removed; a cache that is too old to know them begins empty.
 */
export async function getCache({ db }: WithConnection): Promise<IndexCache> {
  const { active: copy, version } = await versions.current.one({ db }, {})
  const known = caches.get(db)
  if (known === undefined || known.copy !== copy) return createCache(db, { version, copy })
  if (version <= known.version) return known
  const changes = await versions.after.all({ db }, { version: known.version })
  const latest = caches.get(db) ?? known
  const newest = changes.at(-1)?.version ?? 0
  if (newest <= latest.version) return latest
  if (changes[0]?.version !== known.version + 1) return createCache(db, { version: newest, copy })
  const { postings, blocks, profiles } = latest
  const cache = createCache(db, { version: newest, copy }, { postings, blocks, profiles })
  const changedBlocks = new Set(changes.flatMap((change) => change.blocks))
  for (const { keys } of changes) for (const key of keys) postings.delete(key)
  for (const block of changedBlocks) blocks.delete(block)
  for (const id of [...profiles.keys()]) if (changedBlocks.has(getBlockNumber(id))) profiles.delete(id)
  return cache
}
