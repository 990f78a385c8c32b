/** Stores the hashes of the tree in tiles of 256, as the logs of C2SP do (tlog-tiles). */

import { hashNode, type ReadNode } from '@research-platform/credentials'
import type { AnyContext, Transaction } from '#context.ts'
import { logTiles } from './queries.ts'

const hashLength = 32
/** A tile has the hashes of 2^8 subtrees. */
const tileHeight = 8
const tileLength = 2 ** tileHeight

/** Returns `length` hashes of a tile. */
const listHashes = (tile: Uint8Array, start: number, length: number): Uint8Array[] =>
  Array.from({ length }, (_, index) => tile.subarray((start + index) * hashLength, (start + index + 1) * hashLength))

/** Returns a function that reads hashes of complete subtrees; it keeps what it has read. */
export function createNodeReader(ctx: AnyContext): ReadNode {
  const tiles = new Map<string, Promise<Uint8Array>>()
  const nodes = new Map<string, Uint8Array>()
  const readTile = (level: number, position: number): Promise<Uint8Array> => {
    const key = `${level} ${position}`
    const known = tiles.get(key) ?? logTiles.get.one(ctx, { level, position }).then(({ hashes }) => hashes)
    tiles.set(key, known)
    return known
  }
  const read: ReadNode = async (level, index) => {
    const key = `${level} ${index}`
    const known = nodes.get(key)
    if (known !== undefined) return known
    const length = 2 ** (level % tileHeight)
    const tile = await readTile(Math.floor(level / tileHeight), Math.floor((index * length) / tileLength))
    const node = hashRow(listHashes(tile, (index * length) % tileLength, length))
    nodes.set(key, node)
    return node
  }
  return read
}

/** Appends hashes of leaves to a tree of `size` leaves. */
export async function appendHashes(
  tx: Transaction,
  size: number,
  hashes: readonly Uint8Array[],
  level = 0,
): Promise<void> {
  const complete: Uint8Array[] = []
  let position = Math.floor(size / tileLength)
  const begun = size % tileLength === 0 ? null : await logTiles.get.one(tx, { level, position })
  let tile: Uint8Array[] = begun === null ? [] : [begun.hashes]
  let length = size % tileLength
  const store = () => logTiles.set.run(tx, { level, position, hashes: Buffer.concat(tile) })
  for (const one of hashes) {
    tile.push(one)
    length++
    if (length < tileLength) continue
    await store()
    complete.push(hashRow(listHashes(Buffer.concat(tile), 0, tileLength)))
    position++
    tile = []
    length = 0
  }
  if (length > 0) await store()
  if (complete.length > 0) await appendHashes(tx, Math.floor(size / tileLength), complete, level + 1)
}

/** Returns the hash over a row of hashes, whose number is a power of two. */
function hashRow(hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, index) =>
      hashNode(getAt(row, 2 * index), getAt(row, 2 * index + 1)),
    )
  return getAt(row, 0)
}

function getAt(row: readonly Uint8Array[], index: number): Uint8Array {
  const one = row[index]
  if (one === undefined) throw new RangeError('The tile is too short.')
  return one
}
