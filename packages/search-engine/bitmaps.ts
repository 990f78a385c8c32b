/** A set of ids as a bitmap: one bit per id, in chunks of 16,384 ids; empty chunks are omitted. */
export type Bitmap = Map<number, Uint32Array>

const chunkBits = 14
/** Ids per chunk. */
export const chunkSize = 1 << chunkBits
const wordsInChunk = chunkSize / 32
/** Bytes of a stored chunk with many ids. */
export const denseChunkBytes = wordsInChunk * 4

export const getChunkNumber = (id: number): number => Math.floor(id / chunkSize)
const getBitNumber = (id: number): number => id % chunkSize

const createChunk = () => new Uint32Array(wordsInChunk)

/** Returns the chunk, creating it if it is missing. */
function getOrCreateChunk(set: Bitmap, chunk: number): Uint32Array {
  const known = set.get(chunk)
  if (known) return known
  const made = createChunk()
  set.set(chunk, made)
  return made
}

export function removeFrom(set: Bitmap, id: number): void {
  const bit = getBitNumber(id)
  const words = set.get(getChunkNumber(id))
  if (words) words[bit >>> 5] = (words[bit >>> 5] ?? 0) & ~(1 << (bit & 31))
}

export function addTo(set: Bitmap, id: number): void {
  const bit = getBitNumber(id)
  const words = getOrCreateChunk(set, getChunkNumber(id))
  words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31))
}

export const createBitmap = (ids: Iterable<number>): Bitmap => {
  const set: Bitmap = new Map()
  for (const id of ids) addTo(set, id)
  return set
}

export function has(set: Bitmap, id: number): boolean {
  const bit = getBitNumber(id)
  return (((set.get(getChunkNumber(id))?.[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1
}

/** Adds all ids of the other set to the first. */
export function addAll(set: Bitmap, other: Bitmap): Bitmap {
  for (const [chunk, words] of other) {
    const mine = set.get(chunk)
    if (mine) for (let index = 0; index < wordsInChunk; index++) mine[index] = (mine[index] ?? 0) | (words[index] ?? 0)
    else set.set(chunk, words.slice())
  }
  return set
}

export const unite = (sets: readonly Bitmap[]): Bitmap => sets.reduce(addAll, new Map())

export function intersect(a: Bitmap, b: Bitmap): Bitmap {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  const result: Bitmap = new Map()
  for (const [chunk, words] of small) {
    const others = large.get(chunk)
    if (others === undefined) continue
    const both = createChunk()
    for (let index = 0; index < wordsInChunk; index++) both[index] = (words[index] ?? 0) & (others[index] ?? 0)
    result.set(chunk, both)
  }
  return result
}

/** Returns the ids of the first set that are not in the second. */
export function subtract(a: Bitmap, b: Bitmap): Bitmap {
  const result: Bitmap = new Map()
  for (const [chunk, words] of a) {
    const others = b.get(chunk)
    if (others === undefined) {
      result.set(chunk, words)
      continue
    }
    const rest = createChunk()
    for (let index = 0; index < wordsInChunk; index++) rest[index] = (words[index] ?? 0) & ~(others[index] ?? 0)
    result.set(chunk, rest)
  }
  return result
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

function countChunk(words: Uint32Array): number {
  let size = 0
  for (let index = 0; index < wordsInChunk; index++) size += countBits(words[index] ?? 0)
  return size
}

export function countIds(set: Bitmap): number {
  let size = 0
  for (const words of set.values()) size += countChunk(words)
  return size
}

/** Iterates over the ids in ascending order. */
export function* iterateIds(set: Bitmap): Generator<number> {
  for (const chunk of [...set.keys()].sort((a, b) => a - b)) yield* listIdsInChunk(set, chunk)
}

/** Iterates over the ids in descending order. */
export function* iterateIdsDescending(set: Bitmap): Generator<number> {
  for (const chunk of [...set.keys()].sort((a, b) => b - a)) yield* listIdsInChunk(set, chunk).reverse()
}

/** Returns the ids of a chunk in ascending order. */
export function listIdsInChunk(set: Bitmap, chunk: number): number[] {
  const ids: number[] = []
  const first = chunk * chunkSize
  set.get(chunk)?.forEach((bits, index) => {
    for (let rest = bits; rest !== 0; rest &= rest - 1) ids.push(first + index * 32 + 31 - Math.clz32(rest & -rest))
  })
  return ids
}

/**
 * Decodes a stored chunk into the set: a bitmap, or for few ids a list of two-byte offsets in any order, which may repeat. Both are
 * little-endian.
 */
export function decodeChunk(set: Bitmap, chunk: number, stored: Uint8Array): void {
  const words = getOrCreateChunk(set, chunk)
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength)
  if (stored.length === denseChunkBytes) {
    for (let index = 0; index < wordsInChunk; index++)
      words[index] = (words[index] ?? 0) | view.getUint32(index * 4, true)
    return
  }
  for (let at = 0; at < stored.length; at += 2) {
    const bit = view.getUint16(at, true)
    words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31))
  }
}

/** Encodes a chunk for storage. */
export function encodeChunk(set: Bitmap, chunk: number): Uint8Array {
  const words = set.get(chunk) ?? new Uint32Array()
  if (countChunk(words) * 2 < denseChunkBytes) return encodeIds(chunk, listIdsInChunk(set, chunk))
  const view = new DataView(new ArrayBuffer(denseChunkBytes))
  words.forEach((word, index) => {
    view.setUint32(index * 4, word, true)
  })
  return new Uint8Array(view.buffer)
}

/** Encodes the ids of one chunk for storage. */
export function encodeIds(chunk: number, ids: readonly number[]): Uint8Array {
  const first = chunk * chunkSize
  if (ids.length * 2 < denseChunkBytes) {
    const view = new DataView(new ArrayBuffer(ids.length * 2))
    ids.forEach((id, index) => {
      view.setUint16(index * 2, id - first, true)
    })
    return new Uint8Array(view.buffer)
  }
  const view = new DataView(new ArrayBuffer(denseChunkBytes))
  for (const id of ids) {
    const at = ((id - first) >>> 5) * 4
    view.setUint32(at, view.getUint32(at, true) | (1 << ((id - first) & 31)), true)
  }
  return new Uint8Array(view.buffer)
}
