import { rm } from 'node:fs/promises'
import { type Context, inTransaction, type Transaction } from '#context.ts'
import { contentDisposition, getExtension } from '#core/file-name.ts'
import { randomText } from '#core/random.ts'
import type { ReceivedFile } from '#core/received-file.ts'
import { addDuration } from '#core/time.ts'
import type { FileArea, FileType } from '#database/tables/files.ts'
import { chooseDisposition } from '#http/file-reply.ts'
import { defineTask, enqueue } from '#platform/tasks.ts'
import { type CheckedFile, checkContent } from './content.ts'
import { files, pendingObjects, type StoredFile } from './queries.ts'

export interface Keeping {
  /** Which sizes and formats are taken. */
  type: FileType
  /** `public` files have an address for everybody; `private` ones are reached by `signedLink`. */
  area: FileArea
  /**
   * What the file is kept for, in one word. Files with another purpose than `upload` are not listed for their owner and
   * cannot be deleted by them; the feature removes them, also when the account goes.
   */
  purpose: string
  /** Whose it is; the actor's unless given. */
  ownerId?: number
  /** Segments of letters, digits, `-` and `_`, in front of the name. */
  folder?: string | null
  /** The field of the request that refusals are about; `file` unless given. */
  field?: string
}

/**
 * Checks a received file, stores it, and runs the work in the transaction that makes it known: afterwards both the file
 * and what the work wrote are there, or neither. A file that is not what the type takes is a 422 on the field. Check
 * everything else before, because storing may take its time. The work may run several times.
 */
export async function receiveFile<T>(
  ctx: Context,
  received: ReceivedFile,
  keeping: Keeping,
  work: (tx: Transaction, file: StoredFile) => Promise<T>,
): Promise<T> {
  const checked = await checkContent(ctx, received, keeping.type, keeping.field ?? 'file')
  const key = createKey(keeping, checked.file.filename)
  try {
    await store(ctx, key, checked)
    return await inTransaction(ctx, async (tx) => work(tx, await addFile(tx, key, checked, keeping)))
  } catch (error) {
    await rm(checked.file.path, { recursive: true, force: true })
    await forget(ctx, key)
    throw error
  }
}

/** Removes a file that is no longer needed: at once for everybody, and from the storage soon. */
export async function removeFile(tx: Transaction, id: number): Promise<void> {
  const { key } = await files.remove.one(tx, { id })
  await removeLater(tx, [key])
}

/** The same for many; those that are gone already do no harm. */
export async function removeFiles(tx: Transaction, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const removed = await files.removeAll.all(tx, { ids })
  await removeLater(
    tx,
    removed.map(({ key }) => key),
  )
}

/** Removes what was kept for the same purpose before: of an owner, all but the one file. */
export async function removeOtherFiles(
  tx: Transaction,
  { user_id, purpose, id }: Pick<StoredFile, 'user_id' | 'purpose' | 'id'>,
): Promise<void> {
  const removed = await files.removeOthers.all(tx, { user_id, purpose, id })
  await removeLater(
    tx,
    removed.map(({ key }) => key),
  )
}

/** Unguessable, so that the address of a public file is known only to whom it was given. */
function createKey({ area, folder }: Keeping, filename: string): string {
  const extension = getExtension(filename)
  return [area, ...(folder ? [folder] : []), randomText(24) + (extension === '' ? '' : `.${extension}`)].join(
    '/',
  )
}

async function store(ctx: Context, key: string, { file, mime_type }: CheckedFile) {
  // Noted before it is there: if the process dies, the sweep knows.
  await pendingObjects.add.run(ctx, { key, now: ctx.clock.now() })
  const disposition = contentDisposition(chooseDisposition(mime_type), file.filename)
  await ctx.storage.keep(key, file.path, file.size, { contentType: mime_type, disposition })
}

async function addFile(tx: Transaction, key: string, { file, mime_type }: CheckedFile, keeping: Keeping) {
  await pendingObjects.remove.run(tx, { key })
  return files.add.one(tx, {
    user_id: keeping.ownerId ?? tx.actor.id,
    key,
    area: keeping.area,
    purpose: keeping.purpose,
    type: keeping.type,
    filename: file.filename,
    size: file.size,
    mime_type,
    uploaded_at: tx.clock.now(),
  })
}

/**
 * Takes back what no row needs; what cannot be removed now stays noted for the sweep. Without its note it has a row: a
 * commit can succeed although its answer is lost. Written, not read, so that a commit under way is waited for.
 */
async function forget(ctx: Context, key: string) {
  try {
    if ((await pendingObjects.renew.run(ctx, { key, now: ctx.clock.now() })) === 0) return
    await ctx.storage.remove(key)
    await pendingObjects.remove.run(ctx, { key })
  } catch (error) {
    ctx.log.warn({ err: error, key }, 'a refused file could not be removed from the storage')
  }
}

const removedAtOnce = 1_000

/** Queues the removal from the storage. */
async function removeLater(tx: Transaction, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += removedAtOnce)
    await enqueue(tx, removeObjects, { keys: keys.slice(at, at + removedAtOnce) })
}

export const removeObjects = defineTask<{ keys: string[] }>({
  kind: 'remove_objects',
  async handle(ctx, { keys }) {
    for (const key of keys) await ctx.storage.remove(key)
  },
})

/** How long what was still on its way into a folder may take to get there. */
const straggling = { minutes: 15 }

/** Queues the removal of a folder from the storage, and looks once more for what came while it was removed. */
export async function removeFolderLater(tx: Transaction, folder: string): Promise<void> {
  await enqueue(tx, removeFolder, { folder })
  await enqueue(tx, removeFolder, { folder }, { runAt: addDuration(tx.clock.now(), straggling) })
}

export const removeFolder = defineTask<{ folder: string }>({
  kind: 'remove_folder',
  handle: (ctx, { folder }) => ctx.storage.removeFolder(folder),
})
