/** What a worker thread that searches keeps in memory, within stated sizes. */

import { type Bitmap, chunkSize, getBlockNumber } from '@research-platform/search-engine'
import { LRUCache } from 'lru-cache'
import type { Connection } from '#database/database.ts'
import type { TableCopy } from '#database/query/expressions.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import { workerThreads } from '#database/worker-threads.ts'
import type { Area } from './area.ts'
import { versions } from './pending-queries.ts'

const megabyte = 1024 * 1024
/** The size of the cache, shared by all worker threads. */
const maxBytes = { postings: 48 * megabyte, blocks: 12 * megabyte, texts: 12 * megabyte }

/** A text of a profile, with the field in which it stands. */
export interface ProfileText {
  field: string
  text: string
}

/** Values in the cache are shared and must not be changed. */
export interface IndexCache {
  /** The version of the index that the values belong to, and where it is stored. */
  readonly version: number
  readonly area: Area
  readonly postings: LRUCache<string, Bitmap>
  /** The texts of documents, for highlights. */
  readonly texts: LRUCache<number, readonly ProfileText[]>
  /** False once a newer version is cached; values that were read before must not be added then. */
  isCurrent(): boolean
}

/** The cache of the index of researchers. */
export interface ResearcherCache extends IndexCache {
  readonly copy: TableCopy
  readonly blocks: LRUCache<number, Uint8Array>
}

const caches = new WeakMap<object, ResearcherCache>()

/** Keeps something that begins anew in each version of the index. */
export function cachePerVersion<T>(create: () => T): (cache: IndexCache) => T {
  const values = new WeakMap<IndexCache, T>()
  return (cache) => {
    const value = values.get(cache) ?? create()
    values.set(cache, value)
    return value
  }
}

/** Creates the stores of postings and texts, of these sizes in all threads together. */
export const createStores = (maxBytes: {
  postings: number
  texts: number
}): Pick<IndexCache, 'postings' | 'texts'> => ({
  postings: new LRUCache({
    maxSize: maxBytes.postings / workerThreads,
    sizeCalculation: (postings) => 200 + postings.size * (chunkSize / 8 + 100),
  }),
  texts: new LRUCache({
    maxSize: maxBytes.texts / workerThreads,
    // Two bytes a character at worst.
    sizeCalculation: (texts) => texts.reduce((sum, { text }) => sum + 80 + text.length * 2, 200),
  }),
})

const createBlocks = (): ResearcherCache['blocks'] =>
  new LRUCache({
    maxSize: maxBytes.blocks / workerThreads,
    sizeCalculation: (block) => 200 + block.length,
  })

type CurrentCache = Pick<ResearcherCache, 'version' | 'copy'>

function createCache(
  db: Connection,
  { version, copy }: CurrentCache,
  stores: Pick<ResearcherCache, 'postings' | 'texts' | 'blocks'> = {
    ...createStores(maxBytes),
    blocks: createBlocks(),
  },
): ResearcherCache {
  const cache: ResearcherCache = {
    ...stores,
    version,
    copy,
    area: { table: copy, prefix: '' },
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
export async function getCache({ db }: WithConnection): Promise<ResearcherCache> {
  const { active: copy, version } = await versions.current.one({ db }, {})
  const known = caches.get(db)
  if (known === undefined || known.copy !== copy) return createCache(db, { version, copy })
  if (version <= known.version) return known
  const changes = await versions.after.all({ db }, { version: known.version })
  const latest = caches.get(db) ?? known
  const newest = changes.at(-1)?.version ?? 0
  if (newest <= latest.version) return latest
  if (changes[0]?.version !== known.version + 1) return createCache(db, { version: newest, copy })
  const { postings, blocks, texts } = latest
  const cache = createCache(db, { version: newest, copy }, { postings, blocks, texts })
  const changedBlocks = new Set(changes.flatMap((change) => change.blocks))
  for (const { keys } of changes) for (const key of keys) postings.delete(key)
  for (const block of changedBlocks) blocks.delete(block)
  for (const id of [...texts.keys()]) if (changedBlocks.has(getBlockNumber(id))) texts.delete(id)
  return cache
}
