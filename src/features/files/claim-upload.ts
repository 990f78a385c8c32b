import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ObjectMissing } from '#adapters/storage/storage.ts'
import type { AnyContext, Context, Transaction } from '#context.ts'
import { ignoreError } from '#core/ignored-errors.ts'
import { rethrowUnlessMissing } from '#core/missing-files.ts'
import { ensure, invalidFields } from '#core/problem.ts'
import { createRandomText } from '#core/random.ts'
import { ReceivedFile } from '#core/received-file.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { files } from './queries.ts'
import type { StoredFile } from './record.ts'
import { removeFile } from './store-file.ts'

interface UploadReference {
  /** The id of an upload of the actor. */
  id: number
  /** The field for messages. */
  field: string
  maxBytes: number
  tooLarge: Sentence
}

/** Names the field as `label` in the message, where the path of the field has no name. A field with several ids is named as such. */
export const createUnknownUpload = (path: string, label = path) => {
  const field = { field: label }
  return invalidFields({
    [path]: [
      label === 'files'
        ? fill('One of the selected {field} is not one of your uploads.', { field })
        : fill('The selected {field} is not one of your uploads.', { field }),
    ],
  })
}

/**
 * Passes a finished upload of the actor to the work as a received file, with its SHA-256. The address of the upload is
 * public, so a caller that stores it elsewhere must call `claimUpload` in the same transaction.
 */
export async function collectUpload<T>(
  ctx: Context,
  { id, field, maxBytes, tooLarge }: UploadReference,
  work: (received: ReceivedFile) => Promise<T>,
): Promise<T> {
  const file = await getUpload(ctx, id, field)
  ensure(file.size <= maxBytes, invalidFields({ [field]: [tooLarge] }))
  const path = join(await ctx.storage.incoming(), createRandomText(18))
  try {
    const digest = await copyObject(ctx, file, path).catch((error: unknown) => {
      throw error instanceof ObjectMissing ? createUnknownUpload(field) : error
    })
    return await work(new ReceivedFile({ path, filename: file.filename, size: file.size, digest }))
  } finally {
    // A function that stored the file has moved it.
    await rethrowUnlessMissing(unlink(path)).catch(ignoreError('removal of a received file'))
  }
}

/** Throws 422 if the actor has no such upload. */
export async function checkUpload(ctx: AnyContext, { file_id }: { file_id?: number }): Promise<void> {
  if (file_id !== undefined) await getUpload(ctx, file_id, 'file_id')
}

/** Removes the upload; of two concurrent calls, one throws. */
export async function claimUpload(tx: Transaction, id: number, field: string): Promise<void> {
  await getUpload(tx, id, field)
  await removeFile(tx, id)
}

/** Returns the upload of the actor. 422 for another file. */
export async function getUpload(ctx: AnyContext, id: number, field: string, label = field): Promise<StoredFile> {
  const file = await files.mine.maybe(ctx, { user_id: ctx.actor.id, purpose: 'upload', id })
  ensure(file !== null, createUnknownUpload(field, label))
  return file
}

/** Copies the content of a file to a path, and returns its SHA-256. */
export async function copyObject(ctx: Context, { key }: StoredFile, path: string): Promise<string> {
  const hash = createHash('sha256')
  const bytes = await ctx.storage.open(key)
  bytes.on('data', (piece: Buffer) => hash.update(piece))
  await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: ctx.storage.kind === 'disk' }))
  return hash.digest('base64url')
}
