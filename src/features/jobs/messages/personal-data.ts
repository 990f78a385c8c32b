import type { AnyContext, Transaction } from '#context.ts'
import { mapEach } from '#core/streamed-data.ts'
import { removeFiles } from '#features/files/index.ts'
import { messageFiles } from '../message-file-queries.ts'
import { messageRights } from '../rights.ts'
import { messages } from './queries.ts'

/** Exports the messages that the user wrote, and those about the user's own applications; of hidden ones of others no text. */
export const exportMessages = (ctx: AnyContext, userId: number) =>
  mapEach(messages.listByUser.iterate(ctx, { user_id: userId }), (row) => {
    const { user_id, ...message } = row
    const isReadable = messageRights.may.read({ id: userId, role: 'user' }, row)
    return { ...message, ...(isReadable ? {} : withheldText), own: user_id === userId }
  })

/** What the export has of a hidden message of another user. */
const withheldText = { body: '', hidden_reason: '' }

/** Erases the messages about the applications of a user, and the files that the user sent to others. */
export async function eraseMessages(tx: Transaction, userId: number): Promise<void> {
  const files = await messageFiles.ofUser.all(tx, { user_id: userId })
  await removeFiles(
    tx,
    files.map(({ file_id }) => file_id),
  )
  await messages.removeReportsAboutUser.run(tx, { user_id: userId })
  await messages.removeAboutUser.run(tx, { user_id: userId })
}
