import type { Context, Transaction } from '#context.ts'
import type { ReceivedFile } from '#core/received-file.ts'
import { claimUpload, collectUpload, detectFileType, receiveFiles, type StoredFile } from '#features/files/index.ts'

/** Any file that a message accepts is smaller. */
const megabyte = 1024 * 1024
const maxFileBytes = 25 * megabyte

const toOptions = ({ filename, size }: ReceivedFile) =>
  ({
    type: detectFileType(filename) === 'image' ? 'image' : 'document',
    area: 'private',
    purpose: 'message',
    field: 'files',
    reserved: size,
  }) as const

/** Moves uploads of the actor to private files, and runs the work in the transaction that adds them. */
export async function collectAttachments<T>(
  ctx: Context,
  ids: readonly number[],
  work: (tx: Transaction, files: readonly StoredFile[]) => Promise<T>,
  collected: readonly ReceivedFile[] = [],
): Promise<T> {
  const next = ids[collected.length]
  if (next === undefined)
    return receiveFiles(
      ctx,
      collected.map((received) => ({ received, options: toOptions(received) })),
      async (tx, files) => {
        for (const id of ids) await claimUpload(tx, id, 'files')
        return work(tx, files)
      },
    )
  const tooLarge = 'The file may not be larger than 25 MB.' as const
  const upload = { id: next, field: 'files', maxBytes: maxFileBytes, tooLarge }
  return collectUpload(ctx, upload, (received) => collectAttachments(ctx, ids, work, [...collected, received]))
}
