import { type Context, runInTransaction } from '#context.ts'
import { sanitizeFileName } from '#core/file-name.ts'
import { ensure, invalidFields, isInvalidFields, Problem } from '#core/problem.ts'
import { createRandomText } from '#core/random.ts'
import { addDuration } from '#core/time.ts'
import { fill } from '#language/sentence.ts'
import { completeUpload, lockUpload } from '../chunks/assembly.ts'
import { uploads } from '../chunks/queries.ts'
import { beginUpload, getChunkFolder, getMaxParts, listArrivedChunks, removeUpload } from '../chunks/service.ts'
import { detectFileType, parseFileType, rules } from '../file-types.ts'
import type { CompletedFile } from '../schemas.ts'
import { type Checksum, parseMetadata, uploadIsBusy, wrongOffset } from './protocol.ts'
import { receiveParts } from './receive-parts.ts'

/** Bytes of a file at most, as for uploads in chunks. */
export const maxLength = 5 * 1024 ** 3

/** An upload without activity is removed after this time. */
const keptFor = { hours: 24 }

/** Each part is stored as a file. */
const maxParts = 10_000

const wrongLength = new Problem(413, 'The header Upload-Length must be from 1 byte to 5 GB.')
const tooManyParts = new Problem(413, 'The upload has too many parts; please send larger ones.')
const unknownType = invalidFields({ file_type: ['The selected file type is invalid.'] })
const tooLarge = (most: string) => new Problem(413, fill('The file may not be larger than {most}.', { most }))

export interface TusUpload {
  upload_id: string
  offset: number
  length: number
  metadata: string
  expires_at: string
  /** Null until all bytes have arrived. */
  file: CompletedFile | null
}

interface Creation {
  length: number
  /** The header `Upload-Metadata`. */
  metadata: string | undefined
}

/** Begins an upload and returns its id. Its type is `file_type` of the metadata, or follows from the name. */
export async function createUpload(ctx: Context, { length, metadata = '' }: Creation): Promise<TusUpload> {
  ensure(length >= 1 && length <= maxLength, wrongLength)
  const input = parseMetadata(metadata)
  const file_name = sanitizeFileName(input.get('filename') || input.get('name') || 'file')
  const named = input.get('file_type')
  const type = named === undefined ? detectFileType(file_name) : parseFileType(named)
  ensure(type !== null, unknownType)
  const { maxBytes, most } = rules[type]
  ensure(length <= maxBytes, tooLarge(most))
  const upload_id = `tus-${createRandomText(18)}`
  const now = ctx.clock.now()
  await beginUpload(ctx, {
    user_id: ctx.actor.id,
    upload_id,
    file_name,
    file_size: length,
    // One more with each part.
    total_chunks: 0,
    file_type: type,
    metadata,
    now,
  })
  return { upload_id, offset: 0, length, metadata, expires_at: addDuration(now, keptFor), file: null }
}

type Row = Awaited<ReturnType<typeof uploads.named.one>>

/** Returns the upload. 404 if the actor has none with the id, or it was sent in chunks. */
async function getUpload(ctx: Context, upload_id: string): Promise<Row & { file_type: string; metadata: string }> {
  const { file_type, metadata, ...row } = await uploads.resumable.one(ctx, { user_id: ctx.actor.id, upload_id })
  return { ...row, file_type: file_type ?? '', metadata: metadata ?? '' }
}

/** Returns how far an upload is. One whose bytes have all arrived becomes a file, should that not have happened yet. */
export async function showTusUpload(ctx: Context, upload_id: string): Promise<TusUpload> {
  const upload = await getUpload(ctx, upload_id)
  const { offset } = await measure(ctx, upload)
  const file = offset === upload.file_size ? await complete(ctx, upload_id, upload) : null
  return present(upload_id, upload, offset, file)
}

const present = (
  upload_id: string,
  { file_size, metadata, touched_at }: Row & { metadata: string },
  offset: number,
  file: CompletedFile | null,
): TusUpload => ({ upload_id, offset, length: file_size, metadata, expires_at: addDuration(touched_at, keptFor), file })

/** Returns how many bytes have arrived, and in how many parts. */
async function measure(ctx: Context, { id, file_id, file_size }: Row): Promise<{ offset: number; parts: number }> {
  if (file_id !== null) return { offset: file_size, parts: 0 }
  const arrived = await listArrivedChunks(ctx, id)
  let [offset, parts] = [0, 0]
  for (let size = arrived.get(0); size !== undefined; size = arrived.get(parts)) {
    offset += size
    parts++
  }
  return { offset, parts }
}

export interface NewPart {
  offset: number
  checksum: Checksum | null
  body: AsyncIterable<Buffer>
}

/** Appends the bytes to the upload. The last ones make it a file. */
export async function appendPart(ctx: Context, upload_id: string, input: NewPart): Promise<TusUpload> {
  const upload = await getUpload(ctx, upload_id)
  if (upload.file_id === null) {
    const held = await lockUpload(ctx, upload.id, () => storePart(ctx, upload, input))
    ensure(held !== null, uploadIsBusy)
  } else ensure(input.offset === upload.file_size, wrongOffset)
  return showTusUpload(ctx, upload_id)
}

async function storePart(ctx: Context, { id, file_size, ...row }: Row, { offset, checksum, body }: NewPart) {
  const known = await measure(ctx, { id, file_size, ...row })
  ensure(offset === known.offset, wrongOffset)
  let { parts } = known
  let stored = offset
  await receiveParts(ctx, {
    body,
    most: file_size - offset,
    checksum,
    async keep(path, size) {
      ensure(parts < Math.min(maxParts, getMaxParts(stored + size)), tooManyParts)
      const labels = { contentType: 'application/octet-stream', disposition: 'attachment' }
      await ctx.storage.keep(`${getChunkFolder(id)}/${parts}`, path, size, labels)
      parts++
      stored += size
      await uploads.setParts.run(ctx, { id, total_chunks: parts, stored_bytes: stored, now: ctx.clock.now() })
    },
  })
  return true
}

/** Makes the upload a file. One that is refused leaves nothing behind. */
async function complete(ctx: Context, upload_id: string, { id, file_type }: Row & { file_type: string }) {
  try {
    const { file } = await completeUpload(ctx, { upload_id, file_type })
    return file
  } catch (error) {
    if (isInvalidFields(error)) await runInTransaction(ctx, (tx) => removeUpload(tx, id))
    throw error
  }
}

/** Ends an upload that is no file yet. */
export async function endUpload(ctx: Context, upload_id: string): Promise<void> {
  const { id, file_id } = await getUpload(ctx, upload_id)
  // What has become a file is deleted as a file.
  if (file_id === null) await runInTransaction(ctx, (tx) => removeUpload(tx, id))
}
