import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getPartPath, readThrough } from '#adapters/storage/pieces.ts'
import { ObjectMissing } from '#adapters/storage/storage.ts'
import type { Context } from '#context.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { createRandomText } from '#core/random.ts'
import { fill } from '#language/sentence.ts'
import { wholeUpTo } from '../file-types.ts'
import { filterChunkPositions, getChunkFolder, listArrivedChunks } from './service.ts'

/** The number of missing chunks that the message names. */
const named = 100
/** A file with smaller pieces on average would be slow to read. */
const smallestPieces = 1024 * 1024

export const differs = createFieldProblem('sha256', 'The sha256 differs from that of the file that arrived.')
const missingChunks = (places: readonly number[]) => {
  const chunks = places.slice(0, named).join(', ')
  const more = places.length - named
  return createFieldProblem(
    'upload_id',
    more > 0
      ? fill('These chunks are missing: {chunks}, and {more} more.', { chunks, more })
      : fill('These chunks are missing: {chunks}.', { chunks }),
  )
}
const wrongSize = (size: number, expected: number) =>
  createFieldProblem(
    'upload_id',
    fill('The chunks have {size} bytes together, but fileSize was {expected}.', { size, expected }),
  )

interface Chunks {
  id: number
  file_size: number
  total_chunks: number
}

/**
 * Makes one local file of the chunks for the duration of the work. The chunks of a large file become its pieces without
 * copying; a small file is copied.
 */
export async function withJoinedChunks<T>(
  ctx: Context,
  chunks: Chunks,
  sha256: string | null,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = join(await ctx.storage.incoming(), createRandomText(18))
  const single = `${folder}.joined`
  try {
    await gatherChunks(ctx, chunks, folder)
    ensure(sha256 === null || (await computeDigest(folder)) === sha256.toLowerCase(), differs)
    if (shouldStayInPieces(chunks)) return await work(folder)
    await copy(folder, single)
    return await work(single)
  } finally {
    for (const path of [folder, single]) await rm(path, { recursive: true, force: true })
  }
}

const shouldStayInPieces = ({ file_size, total_chunks }: Chunks) =>
  file_size > wholeUpTo && file_size / total_chunks >= smallestPieces

/** Links the chunks into the folder as pieces, so that a chunk that is sent again does not change them. */
async function gatherChunks(ctx: Context, chunks: Chunks, folder: string) {
  await ensureComplete(ctx, chunks)
  await mkdir(folder, { mode: 0o700 })
  let size = 0
  for (const place of filterChunkPositions(chunks, () => true))
    size += await fetchChunk(ctx, chunks.id, place, getPartPath(folder, size))
  // A chunk may have been sent again with another size meanwhile.
  ensure(size === chunks.file_size, wrongSize(size, chunks.file_size))
}

async function ensureComplete(ctx: Context, chunks: Chunks) {
  const arrived = await listArrivedChunks(ctx, chunks.id)
  const absent = filterChunkPositions(chunks, (place) => !arrived.has(place))
  if (absent.length > 0) throw missingChunks(absent)
  const size = filterChunkPositions(chunks, () => true).reduce((sum, place) => sum + (arrived.get(place) ?? 0), 0)
  ensure(size === chunks.file_size, wrongSize(size, chunks.file_size))
}

async function fetchChunk(ctx: Context, upload: number, place: number, path: string): Promise<number> {
  try {
    return await ctx.storage.fetch(`${getChunkFolder(upload)}/${place}`, path)
  } catch (error) {
    throw error instanceof ObjectMissing ? missingChunks([place]) : error
  }
}

async function computeDigest(path: string): Promise<string> {
  const hash = createHash('sha256')
  await readThrough(path, (bytes) => void hash.update(bytes))
  return hash.digest('hex')
}

async function copy(from: string, to: string) {
  const target = await open(to, 'wx', 0o600)
  try {
    await readThrough(from, (bytes) => target.appendFile(bytes))
  } finally {
    await target.close()
  }
}
