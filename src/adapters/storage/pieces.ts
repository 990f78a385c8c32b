/**
 * Local files that may consist of pieces. A large file that arrived in chunks is a folder whose pieces are named after
 * their first byte, so that chunks become a file without copying.
 */

import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ByteRange } from './storage.ts'

interface Piece {
  path: string
  start: number
}

const blockSize = 256 * 1024
const everything: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY }

/** Returns the path of the piece that begins with this byte. */
export const getPartPath = (folder: string, start: number) => join(folder, String(start))

/** Returns the pieces in order. A plain file is one piece. */
export async function listPieces(path: string): Promise<Piece[]> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return null
    throw error
  })
  if (names === null) return [{ path, start: 0 }]
  const pieces = names.map((name) => ({ path: join(path, name), start: Number(name) }))
  return pieces.sort((a, b) => a.start - b.start)
}

/** Opens the bytes of the file, or of a range. */
export async function openReader(path: string, range = everything): Promise<Readable> {
  const pieces = await listPieces(path)
  if (pieces.length > 1) return Readable.from(readBytes(pieces, range), { objectMode: false })
  const only = await open(pieces[0]?.path ?? path)
  return only.createReadStream({ ...range, highWaterMark: blockSize })
}

async function* readBytes(pieces: readonly Piece[], { start, end }: ByteRange): AsyncGenerator<Buffer> {
  for (const [at, piece] of pieces.entries()) {
    const last = (pieces[at + 1]?.start ?? Number.POSITIVE_INFINITY) - 1
    if (last < start || piece.start > end) continue
    const range = { start: Math.max(start - piece.start, 0), end: Math.min(end, last) - piece.start }
    yield* createReadStream(piece.path, { ...range, highWaterMark: blockSize })
  }
}

/** Reads all bytes through one shared buffer, because a stream allocates a new one for each block. */
export async function readThrough(path: string, take: (bytes: Buffer) => Promise<void> | void): Promise<void> {
  const block = Buffer.allocUnsafeSlow(blockSize)
  for (const piece of await listPieces(path)) {
    const file = await open(piece.path)
    try {
      for (;;) {
        const { bytesRead } = await file.read(block, 0, blockSize)
        if (bytesRead === 0) break
        await take(block.subarray(0, bytesRead))
      }
    } finally {
      await file.close()
    }
  }
}
