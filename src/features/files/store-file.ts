import { rm } from 'node:fs/promises'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { chooseDisposition, formatContentDisposition, getExtension } from '#core/file-name.ts'
import { createRandomText } from '#core/random.ts'
import type { ReceivedFile } from '#core/received-file.ts'
import { addDuration, systemClock } from '#core/time.ts'
import type { FileArea, FileType } from '#database/tables/files.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { type CheckedFile, checkContent } from './content.ts'
import { files, pendingObjects } from './queries.ts'
import { checkQuota } from './quota.ts'
import type { StoredFile } from './record.ts'

export interface StoreOptions {
  /** The rules for size and format. */
  type: FileType
  /** `public` files have a public address; `private` ones need a signed link. */
  area: FileArea
  /**
   * One word. Files with another purpose than `upload` are not listed for their owner, who cannot delete them; the
   * feature removes them, also when the account is deleted.
   */
  purpose: string
  /** The owner; the actor by default. */
  ownerId?: number
  /** A path of segments of letters, digits, `-` and `_` before the name. */
  folder?: string | null
  /** The field for messages; `file` by default. */
  field?: string
  /** Bytes of the file that count as stored already: those of an unfinished upload. */
  reserved?: number
}

/**
 * Checks and stores a received file and runs the work in the transaction that adds its row: both are stored or neither.
 * Throws 422 for a file that the type does not accept. Check everything else before, because storing takes time. The
 * work may run several times.
 */
export const receiveFile = <T>(
  ctx: Context,
  received: ReceivedFile,
  options: StoreOptions,
  work: (tx: Transaction, file: StoredFile) => Promise<T>,
): Promise<T> =>
  receiveFiles(ctx, [{ received, options }], async (tx, [file]) => {
    if (file === undefined) throw new Error('The file was not stored.')
    return work(tx, file)
  })

/** A received file, and how it is stored. */
interface IncomingFile {
  received: ReceivedFile
  options: StoreOptions
}

interface OutgoingFile extends IncomingFile {
  key: string
  checked: CheckedFile
}

/** Does the same with several files: all of them are stored or none. */
export async function receiveFiles<T>(
  ctx: Context,
  incoming: readonly IncomingFile[],
  work: (tx: Transaction, files: readonly StoredFile[]) => Promise<T>,
): Promise<T> {
  const outgoing: OutgoingFile[] = []
  try {
    for (const { received, options } of incoming) {
      const { ownerId = ctx.actor.id, field, reserved = 0 } = options
      // Before it is stored, and again with what was stored at the same time.
      await checkQuota(ctx, ownerId, received.size - reserved, field)
      const checked = await checkContent(ctx, received, options.type, options.field ?? 'file')
      const key = createKey(options, checked.file.filename)
      outgoing.push({ received, options, checked, key })
      await store(ctx, key, checked)
    }
    return await runInTransaction(ctx, async (tx) => {
      const stored: StoredFile[] = []
      for (const { key, checked, options } of outgoing) stored.push(await addFile(tx, key, checked, options))
      const result = await work(tx, stored)
      for (const { options } of outgoing) await checkQuota(tx, options.ownerId ?? tx.actor.id, 0, options.field)
      return result
    })
  } catch (error) {
    for (const { key, checked } of outgoing) {
      await rm(checked.file.path, { recursive: true, force: true })
      await removeOrphan(ctx, key)
    }
    throw error
  }
}

/** Removes a file: its row now, its object in the background. */
export async function removeFile(tx: Transaction, id: number): Promise<void> {
  const { key } = await files.remove.one(tx, { id })
  await removeLater(tx, [key])
}

/** Removes several files; missing ones are ignored. */
export async function removeFiles(tx: Transaction, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const removed = await files.removeAll.all(tx, { ids })
  await removeLater(
    tx,
    removed.map(({ key }) => key),
  )
}

/** Removes the other files of an owner with the same purpose. */
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

/** Removes all files of an owner with a purpose. */
export const removeFilesOf = (tx: Transaction, owned: Pick<StoredFile, 'user_id' | 'purpose'>): Promise<void> =>
  removeOtherFiles(tx, { ...owned, id: 0 })

/** A random key, so that the address of a public file cannot be guessed. */
function createKey({ area, folder }: StoreOptions, filename: string): string {
  const extension = getExtension(filename)
  return [area, ...(folder ? [folder] : []), createRandomText(24) + (extension === '' ? '' : `.${extension}`)].join('/')
}

async function store(ctx: Context, key: string, { file, mime_type }: CheckedFile) {
  // Registered first, so that the sweep removes the object if the process dies.
  await pendingObjects.add.run(ctx, { key, now: systemClock.now() })
  const disposition = formatContentDisposition(chooseDisposition(mime_type), file.filename)
  await ctx.storage.keep(key, file.path, file.size, { contentType: mime_type, disposition })
}

/** Stores the local file, which becomes that of a row in `finishMove`. Its name for the reader is that of the row. */
export async function storePrivately(
  ctx: Context,
  key: string,
  { path, size, mime_type }: { path: string; size: number; mime_type: string },
) {
  await pendingObjects.add.run(ctx, { key, now: systemClock.now() })
  const disposition = formatContentDisposition(chooseDisposition(mime_type), key.slice(key.lastIndexOf('/') + 1))
  await ctx.storage.keep(key, path, size, { contentType: mime_type, disposition })
}

/** Notes that a row has the new object, and removes the former one in the background. */
export async function finishMove(tx: Transaction, { from, to }: { from: string; to: string }): Promise<void> {
  await pendingObjects.remove.run(tx, { key: to })
  await removeLater(tx, [from])
}

async function addFile(tx: Transaction, key: string, { file, mime_type }: CheckedFile, keeping: StoreOptions) {
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
 * Removes objects without a row; what cannot be removed now is left to the sweep. An object that is not registered any
 * more has a row, because a commit can succeed although its answer is lost. The check writes, so that it waits for a
 * concurrent commit.
 */
export async function removeOrphan(ctx: Context, key: string) {
  try {
    if ((await pendingObjects.renew.run(ctx, { key, now: systemClock.now() })) === 0) return
    await ctx.storage.remove(key)
    await pendingObjects.remove.run(ctx, { key })
  } catch (error) {
    ctx.log.warn({ err: error, key }, 'file removal failed')
  }
}

const removedAtOnce = 1_000

/** Queues the removal from the storage. */
async function removeLater(tx: Transaction, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += removedAtOnce)
    await addTask(tx, removeObjects, { keys: keys.slice(at, at + removedAtOnce) })
}

export const removeObjects = defineTask<{ keys: string[] }>({
  kind: 'remove_objects',
  async handle(ctx, { keys }) {
    for (const key of keys) await ctx.storage.remove(key)
  },
})

/** Time for writes that were in progress when the folder was removed. */
const straggling = { minutes: 15 }

/** Queues the removal of a folder from the storage, and a second one for objects that were written meanwhile. */
export async function removeFolderLater(tx: Transaction, folder: string): Promise<void> {
  await addTask(tx, removeFolder, { folder })
  await addTask(tx, removeFolder, { folder }, { runAt: addDuration(tx.clock.now(), straggling) })
}

export const removeFolder = defineTask<{ folder: string }>({
  kind: 'remove_folder',
  handle: (ctx, { folder }) => ctx.storage.removeFolder(folder),
})
