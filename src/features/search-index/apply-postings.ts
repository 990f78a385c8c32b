/** Brings changed documents into the posting lists. */

import {
  type ChunkChange,
  changeChunk,
  denseChunkBytes,
  encodeIds,
  getChunkNumber,
  PackedBytes,
  waitForEventLoop,
} from '@research-platform/search-engine'
import type { Transaction } from '#context.ts'
import type { ChangedDocument } from './apply-documents.ts'
import type { Area } from './area.ts'
import { postings, type StoredRow } from './posting-queries.ts'
import { splitBatches } from './statement-batches.ts'

/** A chunk of a posting list, and which ids it gets and loses. */
interface ChangedChunk extends ChunkChange {
  /** As it is stored, with the prefix of the area. */
  key: string
  chunk: number
  added: Set<number>
  removed: Set<number>
}

/** Returns the keys whose posting lists changed, without the prefix. */
export async function applyPostings(
  tx: Transaction,
  area: Area,
  changed: readonly ChangedDocument[],
): Promise<string[]> {
  const { keys, chunks } = listChunks(area, changed)
  const isGrowing = ({ removed }: ChangedChunk) => removed.size === 0
  for (const some of splitBatches(chunks.filter(isGrowing))) {
    await appendIds(tx, area, some)
    await waitForEventLoop()
  }
  for (const some of splitBatches(chunks.filter((chunk) => !isGrowing(chunk)))) {
    await rewriteChunks(tx, area, some, 0)
    await waitForEventLoop()
  }
  return [...keys]
}

/** Lists each chunk once, whatever the number of documents that change it. */
function listChunks({ prefix }: Area, changed: readonly ChangedDocument[]) {
  const keys = new Set<string>()
  const chunks = new Map<string, ChangedChunk>()
  for (const { id, before, after } of changed) {
    const chunk = getChunkNumber(id)
    const [had, has] = [new Set(before?.keys), new Set(after?.keys)]
    for (const key of had.symmetricDifference(has)) {
      const name = `${chunk} ${key}`
      const known = chunks.get(name) ?? { key: prefix + key, chunk, added: new Set(), removed: new Set() }
      known[has.has(key) ? 'added' : 'removed'].add(id)
      chunks.set(name, known)
      keys.add(key)
    }
  }
  return { keys, chunks: [...chunks.values()] }
}

/**
 * Appends ids to lists without reading them, which is most of what a new document needs. Chunks that are bitmaps, or become one, are
 * read and written.
 */
async function appendIds(tx: Transaction, area: Area, chunks: readonly ChangedChunk[]): Promise<void> {
  const bytes = new PackedBytes()
  const rows = chunks.map(
    ({ key, chunk, added }): StoredRow => [key, chunk, ...bytes.append(encodeIds(chunk, [...added]))],
  )
  const appended = await postings.append.run(tx, { rows, bytes: bytes.toBuffer(), limit: denseChunkBytes }, area.table)
  if (appended === chunks.length) return
  const most = Math.max(...chunks.map(({ added }) => added.size))
  await rewriteChunks(tx, area, chunks, Math.max(1, denseChunkBytes - 2 * most))
}

/** Reads those of the chunks that have at least so many bytes, and writes them as they are with the change. */
async function rewriteChunks(
  tx: Transaction,
  { table }: Area,
  changed: readonly ChangedChunk[],
  leastBytes: number,
): Promise<void> {
  const keys = [...new Set(changed.map(({ key }) => key))]
  const chunks = [...new Set(changed.map(({ chunk }) => chunk))]
  const stored = await postings.inChunks.all(tx, { keys, chunks, leastBytes }, table)
  const byName = new Map(stored.map(({ key, chunk, docs }) => [`${chunk} ${key}`, docs]))
  const bytes = new PackedBytes()
  let hasEmpty = false
  const rows = changed.flatMap((change): StoredRow[] => {
    const docs = byName.get(`${change.chunk} ${change.key}`)
    if (docs === undefined && leastBytes > 0) return []
    const after = changeChunk(docs ?? new Uint8Array(), change.chunk, change)
    hasEmpty ||= after.length === 0
    return [[change.key, change.chunk, ...bytes.append(after)]]
  })
  await postings.put.run(tx, { rows, bytes: bytes.toBuffer() }, table)
  if (hasEmpty) await postings.removeEmpty.run(tx, { keys, chunks }, table)
}
