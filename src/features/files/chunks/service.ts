import { type Context, inTransaction, type Transaction } from '../../../context.ts'
import { ensure, invalid, problem } from '../../../core/problem.ts'
import { randomText } from '../../../core/random.ts'
import type { ReceivedFile } from '../../../core/received-file.ts'
import { after } from '../../../core/time.ts'
import { removeLater } from '../keeping.ts'
import { pendingObjects } from '../queries.ts'
import type { ChunkReceived, NewChunk, UploadState } from '../schemas.ts'
import { chunks, uploads } from './queries.ts'

export const beyondTotal = problem('chunkIndex', 'The chunkIndex must be less than totalChunks.')
export const emptyChunk = problem('chunk', 'The chunk is empty.')
export const tooMuch = problem('chunk', 'The chunks together are larger than fileSize.')
const changed = (field: string) => [`The ${field} must stay as it was in the first chunk of this upload.`]

export async function receiveChunk(ctx: Context, given: NewChunk): Promise<ChunkReceived> {
  const { chunk, chunkIndex: position, uploadId: upload_id } = given
  ensure(position < given.totalChunks, beyondTotal)
  ensure(chunk.size > 0, emptyChunk)
  const upload = await uploadFor(ctx, given)
  // A chunk that is sent once more after the end was there already.
  if (upload.file_id === null) {
    const { total } = await chunks.sizeOfOthers.one(ctx, { upload: upload.id, position })
    ensure(total + chunk.size <= upload.file_size, tooMuch)
    await keepChunk(ctx, { upload: upload.id, position }, chunk)
  }
  return { chunk_received: true, upload_id }
}

/** The upload of this name, begun by its first chunk, whichever that is. */
async function uploadFor(ctx: Context, { uploadId, totalChunks, fileSize, fileName }: NewChunk) {
  const name = { user_id: ctx.actor.id, upload_id: uploadId }
  const totals = { file_size: fileSize, total_chunks: totalChunks }
  const known = await uploads.named.maybe(ctx, name)
  if (known === null)
    await uploads.begin.run(ctx, { ...name, ...totals, file_name: fileName, now: ctx.clock.now() })
  const upload = known ?? (await uploads.named.one(ctx, name))
  const errors = {
    ...(upload.total_chunks === totalChunks ? {} : { totalChunks: changed('totalChunks') }),
    ...(upload.file_size === fileSize ? {} : { fileSize: changed('fileSize') }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return upload
}

/** Under a name of its own, so that the same chunk sent twice at one moment is one of the two and never both. */
async function keepChunk(ctx: Context, { upload, position }: Place, { path, size }: ReceivedFile) {
  const key = `chunks/${upload}/${position}-${randomText(9)}`
  await pendingObjects.add.run(ctx, { key, now: ctx.clock.now() })
  await ctx.storage.keep(key, path, size, {
    contentType: 'application/octet-stream',
    disposition: 'attachment',
  })
  await inTransaction(ctx, async (tx) => {
    await pendingObjects.remove.run(tx, { key })
    if ((await uploads.unfinished.maybe(tx, { id: upload })) === null) return removeLater(tx, [key])
    const before = await chunks.at.maybe(tx, { upload, position })
    await chunks.put.run(tx, { upload, position, size, key, now: tx.clock.now() })
    // Not at once: somebody may be putting the file together from it.
    if (before !== null) await removeLater(tx, [before.key], after(tx.clock.now(), { hours: 1 }))
  })
}

interface Place {
  upload: number
  position: number
}

/** Which chunks arrived, to go on after an interruption. */
export async function showUpload(ctx: Context, upload_id: string): Promise<UploadState> {
  const upload = await uploads.named.one(ctx, { user_id: ctx.actor.id, upload_id })
  const places = Array.from({ length: upload.total_chunks }, (_, position) => position)
  const arrived = new Set((await chunks.of.all(ctx, { upload: upload.id })).map(({ position }) => position))
  const isHere = (position: number) => upload.file_id !== null || arrived.has(position)
  return {
    upload_id,
    received: places.filter(isHere),
    missing: places.filter((position) => !isHere(position)),
    total_chunks: upload.total_chunks,
    file_size: upload.file_size,
  }
}

/** Removes an upload with its chunks. */
export async function removeUpload(tx: Transaction, id: number): Promise<void> {
  const removed = await chunks.removeAll.all(tx, { upload: id })
  await removeLater(
    tx,
    removed.map(({ key }) => key),
  )
  await uploads.remove.run(tx, { id })
}

export async function removeAllUploads(tx: Transaction, userId: number): Promise<void> {
  for (const { id } of await uploads.ofUser.all(tx, { user_id: userId })) await removeUpload(tx, id)
}
