/** What changed documents change in the posting lists. */

import {
  type ChunkChange,
  denseChunkBytes,
  encodeIds,
  getChunkNumber,
  PackedBytes,
  updateChunk,
  waitForEventLoop,
} from '@research-platform/search-engine'
import type { WithConnection } from '#database/query/prepare.ts'
import type { Area } from './area.ts'
import type { ChangedDocument, Write } from './changed-document.ts'
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

/** Returns the keys whose posting lists change, without the prefix, and what writes them. */
export async function preparePostings(
  ctx: WithConnection,
  area: Area,
  changed: readonly ChangedDocument[],
): Promise<{ keys: string[]; writes: Write[] }> {
  const { keys, chunks } = listChunks(area, changed)
  const writes: Write[] = []
  for (const some of splitBatches(chunks)) {
    writes.push(await prepareChunks(ctx, area, some))
    await waitForEventLoop()
  }
  return { keys: [...keys], writes }
}

/** Lists each chunk once, whatever the number of documents that change it. */
function listChunks({ prefix }: Area, changed: readonly ChangedDocument[]) {
  const keys = new Set<string>()
  const chunks = new Map<number, Map<string, ChangedChunk>>()
  for (const { id, before, after } of changed) {
    const chunk = getChunkNumber(id)
    const known = chunks.get(chunk) ?? new Map<string, ChangedChunk>()
    chunks.set(chunk, known)
    const find = (key: string) => {
      const change = known.get(key) ?? { key: prefix + key, chunk, added: new Set(), removed: new Set() }
      if (change.added.size + change.removed.size === 0) known.set(key, change)
      keys.add(key)
      return change
    }
    const [had, has] = [new Set(before?.keys), new Set(after?.keys)]
    for (const key of has) if (!had.has(key)) find(key).added.add(id)
    for (const key of had) if (!has.has(key)) find(key).removed.add(id)
  }
  const all = [...chunks.values()].flatMap((known) => [...known.values()])
  return { keys, chunks: all.sort((a, b) => (a.key < b.key ? -1 : 1)) }
}

/**
 * Ids are appended to lists that are not read, which is most of what a new document needs. Chunks that are bitmaps, or become one, and those
 * that lose ids are read and written.
 */
async function prepareChunks(ctx: WithConnection, { table }: Area, changed: readonly ChangedChunk[]): Promise<Write> {
  const stored = await readChunks(ctx, table, changed)
  const [appended, put] = [new PackedBytes(), new PackedBytes()]
  const rows: Record<'appended' | 'put', StoredRow[]> = { appended: [], put: [] }
  const emptied: ChangedChunk[] = []
  for (const change of changed) {
    const { key, chunk, added, removed } = change
    const docs = stored.get(`${chunk} ${key}`)
    if (docs === undefined && removed.size === 0)
      rows.appended.push([key, chunk, ...appended.append(encodeIds(chunk, [...added]))])
    else {
      const after = updateChunk(docs ?? new Uint8Array(), chunk, change)
      if (after.length === 0) emptied.push(change)
      rows.put.push([key, chunk, ...put.append(after)])
    }
  }
  return async (tx) => {
    if (rows.appended.length > 0)
      await postings.append.run(tx, { rows: rows.appended, bytes: appended.toBuffer() }, table)
    if (rows.put.length > 0) await postings.put.run(tx, { rows: rows.put, bytes: put.toBuffer() }, table)
    if (emptied.length > 0) await postings.removeEmpty.run(tx, nameChunks(emptied), table)
    await waitForEventLoop()
  }
}

/** Reads the chunks that lose ids, and of the others those to which no more can be appended. */
async function readChunks(ctx: WithConnection, table: Area['table'], changed: readonly ChangedChunk[]) {
  const [growing, shrinking] = [
    changed.filter(({ removed }) => removed.size === 0),
    changed.filter(({ removed }) => removed.size > 0),
  ]
  const most = growing.reduce((size, { added }) => Math.max(size, added.size), 0)
  const leastBytes = Math.max(1, denseChunkBytes - 2 * most)
  const read = [
    ...(growing.length === 0 ? [] : await postings.inChunks.all(ctx, { ...nameChunks(growing), leastBytes }, table)),
    ...(shrinking.length === 0
      ? []
      : await postings.inChunks.all(ctx, { ...nameChunks(shrinking), leastBytes: 0 }, table)),
  ]
  return new Map(read.map(({ key, chunk, docs }) => [`${chunk} ${key}`, docs]))
}

const nameChunks = (changed: readonly ChangedChunk[]) => ({
  keys: [...new Set(changed.map(({ key }) => key))],
  chunks: [...new Set(changed.map(({ chunk }) => chunk))],
})
