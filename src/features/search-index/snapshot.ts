import type { WithConnection } from '#database/query/prepare.ts'
import { addAll, addTo, type Bitmap, createBitmap, decodeChunk, has, subtract, unionOf } from './bitmaps.ts'
import { getCache, type IndexCache } from './cache.ts'
import { postingKey } from './document.ts'
import { type PendingDocument, pendingDocuments } from './pending-queries.ts'
import { postings } from './posting-queries.ts'
import type { VisibilityScope } from './request.ts'

/** The index as it is at one moment. */
export interface Snapshot {
  changed: readonly PendingDocument[]
  cache: IndexCache
  /** The sets of the keys, of those whom the asker may see. */
  readPostings(keys: readonly string[]): Promise<ReadonlyMap<string, Bitmap>>
}

/**
 * What is pending is read first, then the version, then the sets. What is brought into the sets before the version is
 * read is forgotten by cache and read anew; what is brought in later is among the pending entries, and these decide.
 * The other way round, what came in between would be neither pending nor in the sets that cache still has.
 */
export async function createSnapshot(ctx: WithConnection, scope: VisibilityScope): Promise<Snapshot> {
  const changed = await pendingDocuments.all.all(ctx, {})
  const cache = await getCache(ctx)
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
      const rows = missing.length === 0 ? [] : await postings.ofKeys.all(ctx, { keys: missing })
      for (const { key, chunk, docs } of rows) {
        const set = stored.get(key)
        if (set) decodeChunk(set, chunk, docs)
      }
      if (cache.isCurrent()) for (const key of missing) cache.postings.set(key, stored.get(key) ?? new Map())
      const present = (key: string) => {
        const set = subtract(stored.get(key) ?? new Map(), changedIds)
        for (const { id, keys: mine } of current) if (mine.has(key)) addTo(set, id)
        return set
      }
      return new Map(wanted.map((key) => [key, mergePrivate(present, key, scope)]))
    },
  }
}

function mergePrivate(present: (key: string) => Bitmap, key: string, scope: VisibilityScope): Bitmap {
  const known = present(key)
  if (scope !== 'everything' && scope.researchers.length === 0) return known
  const set = unionOf([known])
  const hidden = present(postingKey.private(key))
  if (scope === 'everything') return addAll(set, hidden)
  for (const id of scope.researchers) if (has(hidden, id)) addTo(set, id)
  return set
}
