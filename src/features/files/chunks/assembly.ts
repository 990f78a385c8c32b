import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ObjectMissing } from '../../../adapters/storage/storage.ts'
import type { Context, Transaction } from '../../../context.ts'
import { safeFileName } from '../../../core/file-name.ts'
import { ensure, problem, unavailable } from '../../../core/problem.ts'
import { randomText } from '../../../core/random.ts'
import { ReceivedFile } from '../../../core/received-file.ts'
import { after } from '../../../core/time.ts'
import type { FileType } from '../../../database/file-tables.ts'
import { recordActivity } from '../../activity/index.ts'
import { fileTypeOf, rules } from '../file-types.ts'
import { receiveFile, removeFolderLater } from '../keeping.ts'
import { publicLink } from '../links.ts'
import { files, type StoredFile } from '../queries.ts'
import type { CompletedFile, Completion } from '../schemas.ts'
import { uploads } from './queries.ts'
import { arrivedChunks, folderOf, placesOf } from './service.ts'

/** Whoever puts a file together has it for so long, and says again and again that it is still at work. */
const hold = { minutes: 5 }
const renewedEvery = 30_000
const poll = 50
/** How long another call waits for the first one's file, in milliseconds. */
const patience = 30_000
/** So many missing chunks are named. */
const named = 100

export const unknownType = problem('file_type', 'The selected file type is invalid.')
export const differs = problem('sha256', 'The sha256 differs from that of the file that arrived.')
const stillRunning = unavailable('The file is being put together; ask again.', 2)
const missing = (positions: readonly number[]) => {
  const more = positions.length > named ? `, and ${positions.length - named} more` : ''
  return problem('upload_id', `These chunks are missing: ${positions.slice(0, named).join(', ')}${more}.`)
}
const wrongSize = (size: number, expected: number) =>
  problem('upload_id', `The chunks have ${size} bytes together, but fileSize was ${expected}.`)
const tooLarge = (most: string) => problem('file', `The file may not be larger than ${most}.`)

interface Upload {
  id: number
  file_name: string
  file_size: number
  total_chunks: number
  file_id: number | null
}

interface Completed {
  file: CompletedFile
  /** True unless this call made it. */
  again: boolean
}

/** Puts the chunks together, once: whoever asks again gets the same file. */
export async function completeUpload(ctx: Context, completion: Completion): Promise<Completed> {
  const type = fileTypeOf(completion.file_type)
  ensure(type !== null, unknownType)
  for (let waited = 0; waited <= patience; waited += poll) {
    const upload = await uploads.named.one(ctx, { user_id: ctx.actor.id, upload_id: completion.upload_id })
    if (upload.file_id !== null)
      return { file: shown(ctx, await files.byId.one(ctx, { id: upload.file_id })), again: true }
    const now = ctx.clock.now()
    if ((await uploads.hold.run(ctx, { id: upload.id, now, held_until: after(now, hold) })) === 1)
      return { file: await assemble(ctx, upload, type, completion.sha256 ?? null), again: false }
    await pause(poll)
  }
  throw stillRunning
}

async function assemble(
  ctx: Context,
  upload: Upload,
  type: FileType,
  sha256: string | null,
): Promise<CompletedFile> {
  const path = join(await ctx.storage.incoming(), randomText(18))
  try {
    const { mostBytes, most } = rules[type]
    ensure(upload.file_size <= mostBytes, tooLarge(most))
    const hash = sha256 === null ? null : createHash('sha256')
    const size = await joinChunks(ctx, upload, path, hash)
    ensure(hash === null || hash.digest('hex') === sha256?.toLowerCase(), differs)
    const whole = new ReceivedFile({ path, filename: safeFileName(upload.file_name), size })
    const keeping = { type, area: 'public', purpose: 'upload' } as const
    return await receiveFile(ctx, whole, keeping, (tx, file) => finish(tx, upload, file))
  } catch (error) {
    await uploads.holdOn.run(ctx, { id: upload.id, held_until: null })
    throw error
  } finally {
    await unlink(path).catch(() => undefined)
  }
}

async function finish(tx: Transaction, { id }: Upload, file: StoredFile): Promise<CompletedFile> {
  ensure((await uploads.complete.run(tx, { id, file_id: file.id })) === 1, stillRunning)
  await removeFolderLater(tx, folderOf(id))
  await recordActivity(tx, 'file_uploaded', { metadata: { file_id: file.id, filename: file.filename } })
  return shown(tx, file)
}

/** Writes all chunks behind each other; answers the size. */
async function joinChunks(ctx: Context, upload: Upload, path: string, hash: Hash | null): Promise<number> {
  const arrived = await arrivedChunks(ctx, upload.id)
  ensureAllThere(upload, arrived)
  const places = placesOf(upload, () => true)
  const size = places.reduce((sum, place) => sum + (arrived.get(place) ?? 0), 0)
  ensure(size === upload.file_size, wrongSize(size, upload.file_size))
  const target = await open(path, 'wx', 0o600)
  try {
    let written = 0
    let renewed = performance.now()
    for (const place of places) {
      written += await appendChunk(ctx, { upload: upload.id, place, target, hash })
      if (performance.now() - renewed < renewedEvery) continue
      renewed = performance.now()
      await uploads.holdOn.run(ctx, { id: upload.id, held_until: after(ctx.clock.now(), hold) })
    }
    // One may have been sent again, with another size, in between.
    ensure(written === size, wrongSize(written, upload.file_size))
    return size
  } finally {
    await target.close()
  }
}

function ensureAllThere(upload: Upload, arrived: ReadonlyMap<number, number>) {
  const absent = placesOf(upload, (place) => !arrived.has(place))
  if (absent.length > 0) throw missing(absent)
}

interface Place {
  upload: number
  place: number
  target: FileHandle
  hash: Hash | null
}

async function appendChunk(ctx: Context, { upload, place, target, hash }: Place): Promise<number> {
  try {
    return await ctx.storage.append(`${folderOf(upload)}/${place}`, target, (bytes) => hash?.update(bytes))
  } catch (error) {
    throw error instanceof ObjectMissing ? missing([place]) : error
  }
}

function shown(ctx: Context | Transaction, file: StoredFile): CompletedFile {
  return { id: file.id, url: publicLink(ctx, file), filename: file.filename, size: file.size }
}
