import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { KeyedMutex } from '#core/concurrency.ts'
import { createFieldProblem, ensure, invalidFields } from '#core/problem.ts'
import { subtractDuration } from '#core/time.ts'
import { fill } from '#language/sentence.ts'
import { checkQuota } from '../quota.ts'
import type { ChunkReceived, NewChunk, UploadState } from '../schemas.ts'
import { removeFolderLater } from '../store-file.ts'
import { uploads } from './queries.ts'

/** The precision of the time of the last chunk, so that not every chunk writes a row. */
const touchedEvery = { hours: 1 }

const maxOpen = 20
const bytesPerPart = 64 * 1024
const freeParts = 100

/** Returns how many parts may have this many bytes: each is a file, which every request about the upload lists. */
export const getMaxParts = (bytes: number): number => freeParts + Math.floor(bytes / bytesPerPart)

const tooManyChunks = invalidFields({ totalChunks: ['The upload has too many parts; please send larger ones.'] })
const tooManyBytes = invalidFields({ chunk: ['The chunks together are larger than fileSize.'] })
const tooManyOpen = createFieldProblem(
  'uploadId',
  fill('You have {most} unfinished uploads. Finish one first, or wait: unfinished ones are removed after a day.', {
    most: maxOpen,
  }),
)
const changedField = (field: string) => [
  fill('The {field} must stay as it was in the first chunk of this upload.', { field: { field } }),
]

/**
 * Stores each chunk as an object named by its index; a repeated chunk replaces it atomically. The storage knows which
 * chunks have arrived, so that they need no rows and any instance can continue.
 */
export const getChunkFolder = (upload: number) => `chunks/${upload}.parts`

export async function receiveChunk(ctx: Context, input: NewChunk): Promise<ChunkReceived> {
  const { chunk, chunkIndex, fileSize, uploadId: upload_id } = input
  // Before the upload begins, so that a refused first chunk opens none.
  ensure(chunk.size <= fileSize, tooManyBytes)
  const upload = await uploadFor(ctx, input)
  // A chunk that is repeated after the end was received already.
  if (upload.file_id === null) {
    const labels = { contentType: 'application/octet-stream', disposition: 'attachment' }
    await reserve(ctx, upload.id, input)
    await ctx.storage.keep(`${getChunkFolder(upload.id)}/${chunkIndex}`, chunk.path, chunk.size, labels)
  }
  return { chunk_received: true, upload_id }
}

/** Counts of one upload run one after the other. */
const counting = new KeyedMutex()

/** Throws 422 when the chunks together would have more bytes than the file. Counts the chunks again if one was repeated. */
async function reserve(ctx: Context, id: number, { chunk: { size }, chunkIndex, fileSize }: NewChunk): Promise<void> {
  if ((await uploads.reserve.run(ctx, { id, size })) === 1) return
  await counting.runExclusive(String(id), async () => {
    const arrived = await listArrivedChunks(ctx, id)
    const others = [...arrived].reduce((sum, [place, bytes]) => sum + (place === chunkIndex ? 0 : bytes), 0)
    ensure(others + size <= fileSize, tooManyBytes)
    await uploads.setStored.run(ctx, { id, size: others + size })
  })
}

/** Finds or creates the upload; any chunk may come first. */
async function uploadFor(ctx: Context, { uploadId, totalChunks, fileSize, fileName }: NewChunk) {
  const name = { user_id: ctx.actor.id, upload_id: uploadId }
  const totals = { file_size: fileSize, total_chunks: totalChunks }
  const now = ctx.clock.now()
  const known = await uploads.named.maybe(ctx, name)
  if (known === null) ensure(totalChunks <= getMaxParts(fileSize), tooManyChunks)
  if (known === null)
    await beginUpload(ctx, { ...name, ...totals, file_name: fileName, file_type: null, metadata: null, now })
  const upload = known ?? (await uploads.named.one(ctx, name))
  const errors = {
    ...(upload.total_chunks === totalChunks ? {} : { totalChunks: changedField('totalChunks') }),
    ...(upload.file_size === fileSize ? {} : { fileSize: changedField('fileSize') }),
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  if (upload.touched_at < subtractDuration(now, touchedEvery)) await uploads.touch.run(ctx, { id: upload.id, now })
  return upload
}

/** Begins an upload. Throws 422 for one too many, or when there is no room for it. */
export const beginUpload = (ctx: Context, upload: Parameters<typeof uploads.begin.run>[1]): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const { total } = await uploads.countOpen.one(tx, { user_id: upload.user_id })
    ensure(total < maxOpen, tooManyOpen)
    await checkQuota(tx, upload.user_id, upload.file_size)
    await uploads.begin.run(tx, upload)
  })

/** Returns the sizes of the received chunks by index. */
export async function listArrivedChunks(ctx: Context, upload: number): Promise<Map<number, number>> {
  const found = await ctx.storage.list(getChunkFolder(upload))
  return new Map(found.map(({ name, size }) => [Number(name), size]))
}

/** Returns the indexes that match the condition. */
export const filterChunkPositions = ({ total_chunks }: { total_chunks: number }, holds: (place: number) => boolean) =>
  Array.from({ length: total_chunks }, (_, place) => place).filter(holds)

/** Returns which chunks were received, to resume an upload. */
export async function showUpload(ctx: Context, upload_id: string): Promise<UploadState> {
  const upload = await uploads.named.one(ctx, { user_id: ctx.actor.id, upload_id })
  const arrived = await listArrivedChunks(ctx, upload.id)
  const isHere = (place: number) => upload.file_id !== null || arrived.has(place)
  return {
    upload_id,
    received: filterChunkPositions(upload, isHere),
    missing: filterChunkPositions(upload, (place) => !isHere(place)),
    total_chunks: upload.total_chunks,
    file_size: upload.file_size,
  }
}

/** Removes an upload with its chunks. */
export async function removeUpload(tx: Transaction, id: number): Promise<void> {
  await uploads.remove.run(tx, { id })
  await removeFolderLater(tx, getChunkFolder(id))
}

export async function removeAllUploads(tx: Transaction, userId: number): Promise<void> {
  for (const { id } of await uploads.ofUser.all(tx, { user_id: userId })) await removeUpload(tx, id)
}
