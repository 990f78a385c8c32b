import {
  addAll,
  addTo,
  type Bitmap,
  createBitmap,
  decodeChunk,
  type IndexDocument,
  intersect,
  postingKey,
  subtract,
  unite,
} from '@research-platform/search-engine'
import type { VisibilityScope } from '@research-platform/search-engine/query'
import type { WithConnection } from '#database/query/prepare.ts'
import { getCache, getKnownCopy, type IndexCache, type ProfileText, type ResearcherCache } from './cache.ts'
import { pendingDocuments } from './pending-queries.ts'
import { postings } from './posting-queries.ts'
import { profileTail } from './profile-tail.ts'
import { createTextReader } from './profile-texts.ts'
import { type CurrentDocument, readTail } from './tail.ts'

/** The index at one moment. */
export interface Snapshot {
  changed: readonly CurrentDocument[]
  cache: IndexCache
  /** Returns the posting lists of the keys, limited to visible documents. */
  readPostings(keys: readonly string[]): Promise<ReadonlyMap<string, Bitmap>>
  /** Returns the texts of documents, for highlights and quoted phrases. */
  readTexts(ids: readonly number[]): Promise<ReadonlyMap<number, readonly ProfileText[]>>
}

/** The index of researchers at one moment. */
export interface ProfileSnapshot extends Snapshot {
  cache: ResearcherCache
}

/**
 * Reads what has changed first, then the version, then posting lists. Documents applied before the version was
 * read are removed from the cache and read again; documents applied later are among those that changed, which take
 * precedence. In any other order, documents applied in between could be missing in both.
 */
export async function createSnapshot(ctx: WithConnection, scope: VisibilityScope): Promise<ProfileSnapshot> {
  const { changed, cache } = await readChanged(ctx)
  const readTexts = createTextReader(ctx, { changed, cache })
  return { changed, cache, readPostings: createPostingReader(ctx, { changed, cache }, scope), readTexts }
}

const keySets = new WeakMap<IndexDocument, ReadonlySet<string>>()

/** Returns the keys of a document, made once for all searches that read it. */
function getKeys(document: IndexDocument): ReadonlySet<string> {
  const known = keySets.get(document)
  if (known) return known
  const keys = new Set(document.keys)
  keySets.set(document, keys)
  return keys
}

type SnapshotView = Pick<Snapshot, 'changed' | 'cache'>

/** Creates the function that reads posting lists as they are with the changed documents. */
export function createPostingReader(
  ctx: WithConnection,
  { changed, cache }: SnapshotView,
  scope: VisibilityScope,
): Snapshot['readPostings'] {
  const { table, prefix } = cache.area
  const changedIds = createBitmap(changed.map(({ id }) => id))
  const current = changed.flatMap(({ id, after }) => (after === null ? [] : [{ id, keys: getKeys(after) }]))
  const visible = scope === 'everything' ? null : createBitmap(scope.ids)
  const seesPrivate = visible?.size !== 0
  return async (keys) => {
    const wanted = [...new Set(keys)]
    const read = seesPrivate ? [...wanted, ...wanted.map(postingKey.private)] : wanted
    const stored = new Map<string, Bitmap>(read.map((key) => [key, cache.postings.get(key) ?? new Map()]))
    const missing = read.filter((key) => cache.postings.get(key) === undefined)
    const names = missing.map((key) => prefix + key)
    const rows = names.length === 0 ? [] : await postings.ofKeys.all(ctx, { keys: names }, table)
    for (const { key, chunk, docs } of rows) {
      const set = stored.get(key.slice(prefix.length))
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
    return new Map(wanted.map((key) => [key, mergePrivate(present, key, visible)]))
  }
}

/** Reads again when the other copy has become active in between. */
async function readChanged(ctx: WithConnection): Promise<Pick<ProfileSnapshot, 'changed' | 'cache'>> {
  for (let copy = getKnownCopy(ctx); ; ) {
    const tail = await readTail(ctx, profileTail)
    // What an earlier release has queued.
    const queued = await pendingDocuments.all.all(ctx, {}, copy)
    const cache = await getCache(ctx)
    const changed = new Map(queued.map(({ researcher_id: id, after }) => [id, { id, after }]))
    for (const document of tail) changed.set(document.id, document)
    if (cache.copy === copy) return { changed: [...changed.values()].sort((a, b) => a.id - b.id), cache }
    copy = cache.copy
  }
}

/** Adds the private documents that the actor may see; `visible` is null for all of them. */
function mergePrivate(present: (key: string) => Bitmap, key: string, visible: Bitmap | null): Bitmap {
  const known = present(key)
  if (visible?.size === 0) return known
  const hidden = present(postingKey.private(key))
  return addAll(unite([known]), visible === null ? hidden : intersect(hidden, visible))
}
