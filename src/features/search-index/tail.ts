/** What a search merges with an index: the documents of the objects that changed since the follower of the index has read the journal. */

import { setTimeout as pause } from 'node:timers/promises'
import type { IndexDocument } from '@research-platform/search-engine'
import { waitForEventLoop } from '@research-platform/search-engine/words'
import { LRUCache } from 'lru-cache'
import type { WithConnection } from '#database/query/prepare.ts'
import { countTailObjects, tailObjects } from './tail-queries.ts'

const megabyte = 1024 * 1024
/**
 * The size of the documents that a search of a list reads, and of those that each worker thread keeps. The latter is larger, so that searches that
 * wait do not build the same documents time and again.
 */
const maxBytes = 48 * megabyte
const maxKeptBytes = 64 * megabyte
/** A search of researchers waits while more objects have changed, which is so while very many are written, such as by an import. */
const maxChanged = 2_000
/** How long it waits for the follower; then it reads all. */
const patienceMs = 2_000
const pauseMs = 20
/** Rows whose documents are built before other searches of the thread go on. */
const batchSize = 50

/** A follower, and how the objects of its kinds are documents of its index. */
export interface TailSource {
  follower: string
  kinds: readonly string[]
  /** Returns the ids of the documents that the objects are or belong to. */
  findDocuments(ctx: WithConnection, objects: readonly ChangedObject[]): Promise<readonly ChangedItem[]>
  readDocuments(ctx: WithConnection, ids: readonly number[]): Promise<ReadonlyMap<number, IndexDocument>>
}

export interface ChangedObject {
  kind: string
  object_id: string
  /** Differs after each change. */
  state: string
}

/** A document that an index may not have as it is. */
export interface ChangedItem {
  id: number
  state: string
}

/** Whether an index may have to follow a row of the journal; one with only other groups of fields, such as who may see an object, is of no matter. */
export const isIndexed = ({ parts }: { parts: string }): boolean => /\b(?:shown|found)\b/.test(parts)

/** A document that an index does not have yet; null where there is none any more. */
export interface CurrentDocument {
  id: number
  after: IndexDocument | null
}

/** Lists the documents of the objects that changed, up to a number of objects. */
export async function listTail(ctx: WithConnection, source: TailSource, limit: number): Promise<ChangedItem[]> {
  const { follower, kinds } = source
  const rows = await tailObjects.all(ctx, { follower, kinds, limit })
  if (rows.length === 0) return []
  const states = new Map<number, string>()
  const objects = rows.map(({ kind, object_id, last, changes }) => ({ kind, object_id, state: `${last} ${changes}` }))
  for (const { id, state } of await source.findDocuments(ctx, objects))
    states.set(id, states.has(id) ? `${states.get(id)}, ${state}` : state)
  return [...states].map(([id, state]) => ({ id, state }))
}

/** Counts the objects that changed. */
export const countTail = async (ctx: WithConnection, { follower, kinds }: TailSource): Promise<number> =>
  (await countTailObjects.one(ctx, { follower, kinds })).total

/** Reads the documents of all objects that changed; waits for the follower while these are very many. */
export async function readTail(ctx: WithConnection, source: TailSource): Promise<CurrentDocument[]> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await pause(pauseMs)) {
    const items = await listTail(ctx, source, maxChanged + 1)
    if (items.length <= maxChanged) return readDocuments(ctx, source, items)
  }
  return readDocuments(ctx, source, await listTail(ctx, source, Number.MAX_SAFE_INTEGER))
}

const measureDocument = (document: IndexDocument | null) =>
  200 + (document?.keys.length ?? 0) * 100 + (document?.terms.length ?? 0) * 100

/** The documents of what has changed, by the connection, and by the follower, the document and its state. */
const builtFor = new WeakMap<object, LRUCache<string, CurrentDocument>>()

function getBuilt({ db }: WithConnection): LRUCache<string, CurrentDocument> {
  const known = builtFor.get(db)
  if (known !== undefined) return known
  const built = new LRUCache<string, CurrentDocument>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ after }) => measureDocument(after),
  })
  builtFor.set(db, built)
  return built
}

/** Reads documents as they are; null if they are too large for a search. */
export async function readCurrent(
  ctx: WithConnection,
  source: TailSource,
  items: readonly ChangedItem[],
): Promise<CurrentDocument[] | null> {
  const documents: CurrentDocument[] = []
  let bytes = 0
  for (let start = 0; start < items.length; start += batchSize) {
    const some = await readDocuments(ctx, source, items.slice(start, start + batchSize))
    documents.push(...some)
    for (const { after } of some) bytes += measureDocument(after)
    if (bytes > maxBytes) return null
    await waitForEventLoop()
  }
  return documents
}

async function readDocuments(
  ctx: WithConnection,
  source: TailSource,
  items: readonly ChangedItem[],
): Promise<CurrentDocument[]> {
  const built = getBuilt(ctx)
  const keys = new Map(items.map(({ id, state }) => [id, `${source.follower} ${id} ${state}`]))
  const known = new Map<number, CurrentDocument>()
  for (const [id, key] of keys) {
    const document = built.get(key)
    if (document !== undefined) known.set(id, document)
  }
  const missing = [...keys.keys()].filter((id) => !known.has(id))
  const read = missing.length === 0 ? new Map<number, IndexDocument>() : await source.readDocuments(ctx, missing)
  for (const id of missing) {
    const document = { id, after: read.get(id) ?? null }
    known.set(id, document)
    built.set(keys.get(id) ?? '', document)
  }
  return items.flatMap(({ id }) => known.get(id) ?? [])
}
