import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectMissing } from '#adapters/storage/storage.ts'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { getExtension } from '#core/file-name.ts'
import { ignoreError } from '#core/ignored-errors.ts'
import { rethrowUnlessMissing } from '#core/missing-files.ts'
import { ensure } from '#core/problem.ts'
import { createRandomText } from '#core/random.ts'
import { copyObject, createUnknownUpload, getUpload } from './claim-upload.ts'
import { files } from './queries.ts'
import type { StoredFile } from './record.ts'
import { finishMove, removeOrphan, storePrivately } from './store-file.ts'

interface Destination {
  /** The id of an upload of the actor. */
  id: number
  /** The field for messages. */
  field: string
  /** The name of the field in messages. */
  label: string
  /** What it must have been uploaded as. */
  type: StoredFile['type']
  purpose: string
}

/**
 * Makes an upload of the actor a private file of a feature: it keeps its id, its former address ends, and its owner neither lists nor
 * deletes it any more. The work runs in the transaction that does so. Of two concurrent calls, one throws 422.
 */
export async function moveUpload(
  ctx: Context,
  { id, field, label, type, purpose }: Destination,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  const file = await getUpload(ctx, id, field, label)
  ensure(file.type === type, createUnknownUpload(field, label))
  const path = join(await ctx.storage.incoming(), createRandomText(18))
  const key = ['private', `${createRandomText(24)}.${getExtension(file.filename)}`].join('/')
  try {
    await copyObject(ctx, file, path).catch((error: unknown) => {
      throw error instanceof ObjectMissing ? createUnknownUpload(field, label) : error
    })
    await storePrivately(ctx, key, { path, size: file.size, mime_type: file.mime_type })
    await runInTransaction(ctx, async (tx) => {
      const moved = await files.move.run(tx, { id, user_id: tx.actor.id, key, purpose })
      ensure(moved === 1, createUnknownUpload(field, label))
      await finishMove(tx, { from: file.key, to: key })
      await work(tx)
    })
  } catch (error) {
    await removeOrphan(ctx, key)
    throw error
  } finally {
    await rethrowUnlessMissing(unlink(path)).catch(ignoreError('removal of a received file'))
  }
}

/** Gives a file another name with the same extension. */
export async function renameFile(tx: Transaction, id: number, name: string): Promise<void> {
  const { filename } = await files.byId.one(tx, { id })
  await files.rename.run(tx, { id, filename: `${name}.${getExtension(filename)}` })
}
