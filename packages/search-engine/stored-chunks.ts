/** Changes a stored chunk of a posting list in place, without a bitmap in between. */

import { type Bitmap, chunkSize, decodeChunk, denseChunkBytes, encodeChunk, encodeIds } from './bitmaps.ts'

/** Ids that a chunk gets and loses; none is in both. */
export interface ChunkChange {
  added: ReadonlySet<number>
  removed: ReadonlySet<number>
}

/** Returns the chunk with some ids added and others removed; empty when no id is left. */
export function updateChunk(stored: Uint8Array, chunk: number, change: ChunkChange): Uint8Array {
  if (stored.length === denseChunkBytes) return changeBits(stored, chunk, change)
  const first = chunk * chunkSize
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength)
  // An offset may stand in the list twice.
  const ids = new Set(change.added)
  for (let at = 0; at < stored.length; at += 2) {
    const id = first + view.getUint16(at, true)
    if (!change.removed.has(id)) ids.add(id)
  }
  return encodeIds(chunk, [...ids])
}

function changeBits(stored: Uint8Array, chunk: number, { added, removed }: ChunkChange): Uint8Array {
  const bytes = stored.slice()
  for (const id of added) {
    const bit = id % chunkSize
    bytes[bit >>> 3] = (bytes[bit >>> 3] ?? 0) | (1 << (bit & 7))
  }
  for (const id of removed) {
    const bit = id % chunkSize
    bytes[bit >>> 3] = (bytes[bit >>> 3] ?? 0) & ~(1 << (bit & 7))
  }
  if (removed.size === 0) return bytes
  // With few ids left it becomes a list.
  const set: Bitmap = new Map()
  decodeChunk(set, chunk, bytes)
  return encodeChunk(set, chunk)
}
