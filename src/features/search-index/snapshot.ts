import {
  addAll,
  addTo,
  type Bitmap,
  createBitmap,
  decodeChunk,
  has,
  postingKey,
  subtract,
  unite,
} from '@research-platform/search-engine'
import type { VisibilityScope } from '@research-platform/search-engine/query'
import type { WithConnection } from '#database/query/prepare.ts'
import { getCache, getKnownCopy, type IndexCache } from './cache.ts'
import { type PendingDocument, pendingDocuments } from './pending-queries.ts'
import { postings } from './posting-queries.ts'

/** The index at one moment. */
export interface Snapshot {
  changed: readonly PendingDocument[]
  cache: IndexCache
  /** Returns the posting lists of the keys, limited to visible documents. */
  readPostings(keys: readonly string[]): Promise<ReadonlyMap<string, Bitmap>>
}

/**
 * Reads the pending documents first, then the version, then posting lists. Documents applied before the version was
 * read are removed from the cache and read again; documents applied later are among the pending ones, which take
 * precedence. In any other order, documents applied in between could be missing in both.
 */
export async function createSnapshot(ctx: WithConnection, scope: VisibilityScope): Promise<Snapshot> {
  const { changed, cache } = await readPending(ctx)
  const changedIds = createBitmap(changed.map(({ researcher_id }) => researcher_id))
  const current = changed.flatMap(({ researcher_id, after }) =>
    after === null ? [] : [{ id: researcher_id, keys: new Set(after.keys) }],
  )
  const seesPrivate = scope === 'everything' || scope.researchers.length > 0

  return {
    changed,
    cache,
    async readPostings(keys) {
      const wanted = [...new Set(keys)]
      const read = seesPrivate ? [...wanted, ...wanted.map(postingKey.private)] : wanted
      const stored = new Map<string, Bitmap>(read.map((key) => [key, cache.postings.get(key) ?? new Map()]))
      const missing = read.filter((key) => cache.postings.get(key) === undefined)
      const rows = missing.length === 0 ? [] : await postings.ofKeys.all(ctx, { keys: missing }, cache.copy)
      for (const { key, chunk, docs } of rows) {
        const set = stored.get(key)
        if (set) decodeChunk(set, chunk, docs)
      }
      if (cache.isCurrent()) for (const key of missing) cache.postings.set(key, stored.get(key) ?? new Map())
      const present = (key: string) => {
        const known = stored.get(key) ?? new Map()
        if (changed.length === 0) return known
        const set = subtract(known, changedIds)
        for (const { id, keys: mine } of current) if (mine.has(key)) addTo(set, id)
        return set
      }
      return new Map(wanted.map((key) => [key, mergePrivate(present, key, scope)]))
    },
  }
}

/** Reads again when the other copy has become active in between. */
async function readPending(ctx: WithConnection) {
  for (let copy = getKnownCopy(ctx); ; ) {
    const changed = await pendingDocuments.all.all(ctx, {}, copy)
    const cache = await getCache(ctx)
    if (cache.copy === copy) return { changed, cache }
    copy = cache.copy
  }
}

function mergePrivate(present: (key: string) => Bitmap, key: string, scope: VisibilityScope): Bitmap {
  const known = present(key)
  if (scope !== 'everything' && scope.researchers.length === 0) return known
  const set = unite([known])
  const hidden = present(postingKey.private(key))
  if (scope === 'everything') return addAll(set, hidden)
  for (const id of scope.researchers) if (has(hidden, id)) addTo(set, id)
  return set
}
