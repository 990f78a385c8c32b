import { setTimeout as pause } from 'node:timers/promises'
import type { AnyContext, Context, Transaction } from '#context.ts'
import { sanitizeFileName } from '#core/file-name.ts'
import { ignoreError } from '#core/ignored-errors.ts'
import { createUnavailable, ensure, invalidFields } from '#core/problem.ts'
import { ReceivedFile } from '#core/received-file.ts'
import { addDuration } from '#core/time.ts'
import type { FileType } from '#database/tables/files.ts'
import { recordActivity } from '#features/activity/index.ts'
import { fill } from '#language/sentence.ts'
import { parseFileType, rules } from '../file-types.ts'
import { getPublicFileUrl } from '../links.ts'
import { files } from '../queries.ts'
import type { StoredFile } from '../record.ts'
import type { CompletedFile, Completion } from '../schemas.ts'
import { receiveFile, removeFolderLater } from '../store-file.ts'
import { withJoinedChunks } from './joined-chunks.ts'
import { uploads } from './queries.ts'
import { getChunkFolder } from './service.ts'

const poll = 50
/** How long a repeated request waits for the file of the first one. */
const waitTimeoutMs = 30_000
/** The lease of the request that joins the chunks, and how often it is renewed. */
const hold = { seconds: 4 }
const renewedEvery = 1_000

export const unknownType = invalidFields({ file_type: ['The selected file type is invalid.'] })
const stillRunning = createUnavailable('The file is being put together; ask again.', 2)
const fileTooLarge = (most: string) =>
  invalidFields({ file: [fill('The file may not be larger than {most}.', { most })] })

interface Upload {
  id: number
  file_name: string
  file_size: number
  total_chunks: number
}

interface CompletedUpload {
  file: CompletedFile
  /** True unless this call created it. */
  again: boolean
}

/** Joins the chunks once; a repeated call returns the same file. */
export async function completeUpload(ctx: Context, completion: Completion): Promise<CompletedUpload> {
  const type = parseFileType(completion.file_type)
  ensure(type !== null, unknownType)
  for (let waited = 0; waited <= waitTimeoutMs; waited += poll) {
    const upload = await uploads.named.one(ctx, { user_id: ctx.actor.id, upload_id: completion.upload_id })
    if (upload.file_id !== null)
      return { file: presentFile(ctx, await files.byId.one(ctx, { id: upload.file_id })), again: true }
    const file = await lockUpload(ctx, upload.id, () => assemble(ctx, upload, type, completion.sha256 ?? null))
    if (file !== null) return { file, again: false }
    await pause(poll)
  }
  throw stillRunning
}

/** Does the work while no other request works on the upload; null if one does. */
export async function lockUpload<T>(ctx: Context, id: number, work: () => Promise<T>): Promise<T | null> {
  const now = ctx.clock.now()
  const held = await uploads.hold.run(ctx, { id, now, held_until: addDuration(now, hold) })
  return held === 1 ? withLease(ctx, id, work) : null
}

/** Renews the lease while the work runs. After a crash another request continues when the lease ends. */
async function withLease<T>(ctx: Context, id: number, work: () => Promise<T>): Promise<T> {
  let renewed: Promise<unknown> = Promise.resolve()
  const renewing = setInterval(() => {
    const held_until = addDuration(ctx.clock.now(), hold)
    renewed = uploads.holdOn.run(ctx, { id, held_until }).catch(ignoreError('lease of an upload'))
  }, renewedEvery)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await renewed
    await uploads.holdOn.run(ctx, { id, held_until: null })
  }
}

async function assemble(ctx: Context, upload: Upload, type: FileType, sha256: string | null): Promise<CompletedFile> {
  const { maxBytes, most } = rules[type]
  ensure(upload.file_size <= maxBytes, fileTooLarge(most))
  return withJoinedChunks(ctx, upload, sha256, (path) => {
    const file = new ReceivedFile({
      path,
      filename: sanitizeFileName(upload.file_name),
      size: upload.file_size,
    })
    const keeping = { type, area: 'public', purpose: 'upload', reserved: upload.file_size } as const
    return receiveFile(ctx, file, keeping, (tx, stored) => finish(tx, upload, stored))
  })
}

async function finish(tx: Transaction, { id }: Upload, file: StoredFile): Promise<CompletedFile> {
  ensure((await uploads.complete.run(tx, { id, file_id: file.id })) === 1, stillRunning)
  await removeFolderLater(tx, getChunkFolder(id))
  await recordActivity(tx, 'file_uploaded', { metadata: { file_id: file.id, filename: file.filename } })
  return presentFile(tx, file)
}

function presentFile(ctx: AnyContext, file: StoredFile): CompletedFile {
  return { id: file.id, url: getPublicFileUrl(ctx, file), filename: file.filename, size: file.size }
}
