import type { Transaction } from '#context.ts'
import { removeFiles } from '#features/files/index.ts'
import { messageFiles } from './message-file-queries.ts'

/** Removes the files of the messages about an application. */
export async function removeMessageFiles(tx: Transaction, application: { id: number }): Promise<void> {
  const files = await messageFiles.ofApplication.all(tx, { application_id: application.id })
  await removeFiles(
    tx,
    files.map(({ file_id }) => file_id),
  )
}
