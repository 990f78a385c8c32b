/** What a search merges with an index: the documents of the objects that changed since the follower of the index has read the journal. */

import { setTimeout as pause } from 'node:timers/promises'
import type { IndexDocument } from '@research-platform/search-engine'
import { LRUCache } from 'lru-cache'
import type { WithConnection } from '#database/query/prepare.ts'
import { workerThreads } from '#database/worker-threads.ts'
import { tailObjects } from './tail-queries.ts'

const megabyte = 1024 * 1024
/** The size of the documents that are kept, shared by all worker threads. */
const maxBytes = 24 * megabyte
/** A search reads what so many objects are now. More change only while very many are written, such as by an import. */
const mostChanged = 300
/** How long a search waits for the follower while more have changed. */
const patienceMs = 2_000
const pauseMs = 20

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

interface ChangedItem {
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

/** Reads what changed, each object once. Waits for the follower while that is very much; null if it stays so. */
export async function readTail(ctx: WithConnection, source: TailSource): Promise<CurrentDocument[] | null> {
  const { follower, kinds } = source
  for (const end = performance.now() + patienceMs; ; await pause(pauseMs)) {
    const rows = await tailObjects.all(ctx, { follower, kinds, limit: mostChanged + 1 })
    if (rows.length <= mostChanged) return readDocuments(ctx, source, rows.map(toObject))
    if (performance.now() > end) return null
  }
}

/** Reads all that changed, however much. */
export async function readWholeTail(ctx: WithConnection, source: TailSource): Promise<CurrentDocument[]> {
  const { follower, kinds } = source
  const rows = await tailObjects.all(ctx, { follower, kinds, limit: Number.MAX_SAFE_INTEGER })
  return readDocuments(ctx, source, rows.map(toObject))
}

const toObject = ({ kind, object_id, last, changes }: TailRow): ChangedObject => ({
  kind,
  object_id,
  state: `${last} ${changes}`,
})

type TailRow = Awaited<ReturnType<typeof tailObjects.all>>[number]

/** The documents of objects that have changed, by the follower, the document and its state. */
const built = new LRUCache<string, { after: IndexDocument | null }>({
  maxSize: maxBytes / workerThreads,
  sizeCalculation: ({ after }) => 200 + (after?.keys.length ?? 0) * 60 + (after?.terms.length ?? 0) * 100,
})

async function readDocuments(
  ctx: WithConnection,
  source: TailSource,
  objects: readonly ChangedObject[],
): Promise<CurrentDocument[]> {
  if (objects.length === 0) return []
  const states = new Map<number, string>()
  for (const { id, state } of await source.findDocuments(ctx, objects))
    states.set(id, states.has(id) ? `${states.get(id)}, ${state}` : state)
  const nameItem = (id: number) => `${source.follower} ${id} ${states.get(id)}`
  const ids = [...states.keys()]
  const known = new Map(
    ids.flatMap((id) => {
      const document = built.get(nameItem(id))
      return document === undefined ? [] : [[id, document] as const]
    }),
  )
  const missing = ids.filter((id) => !known.has(id))
  const read = missing.length === 0 ? new Map<number, IndexDocument>() : await source.readDocuments(ctx, missing)
  for (const id of missing) {
    const document = { after: read.get(id) ?? null }
    known.set(id, document)
    built.set(nameItem(id), document)
  }
  return ids.map((id) => ({ id, after: known.get(id)?.after ?? null }))
}
