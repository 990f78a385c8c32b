import type { AnyContext, Context } from '#context.ts'
import { ensure, notFound, Problem } from '#core/problem.ts'
import { presentFile } from '#features/files/index.ts'
import { cancelMails } from '#platform/mail-cancellation.ts'
import { type ContentSource, type ContentText, defineUnpublishedContent } from '#platform/moderation.ts'
import { getCorrespondence } from '../applications/access.ts'
import { messageFiles } from '../message-file-queries.ts'
import { messageRights } from '../rights.ts'
import { messageContents } from './content-queries.ts'
import { getMailKey } from './mails.ts'
import { messages } from './queries.ts'

/** Messages about applications as administrators hide them: from all but their author. */
export const messageContent: ContentSource = defineUnpublishedContent({
  kind: 'message',
  ensureReadable,
  getText,
  reads: messageContents,
  /** The messages of a suspended user stay, because those who got them work with them. */
  listOwned: async () => [],
  async setHidden(tx, id, hidden) {
    await messages.setHidden.run(tx, { id, ...hidden })
    if (hidden.hidden_at !== null) await cancelMails(tx, getMailKey(id))
  },
})

/** Throws 404 unless the actor takes part in the correspondence, whose ids others do not learn, and may read the message. */
async function ensureReadable(ctx: Context, id: number): Promise<void> {
  const message = await messages.byId.one(ctx, { id })
  try {
    await getCorrespondence(ctx, message.application_id)
  } catch (error) {
    if (error instanceof Problem) throw notFound
    throw error
  }
  ensure(messageRights.may.read(ctx.actor, message), notFound)
}

/** Returns the text and the files for administrators, who read them as they were sent, also those of blind candidates. */
async function getText(ctx: AnyContext, id: number): Promise<ContentText> {
  const { body, hidden_at } = await messages.byId.one(ctx, { id })
  const files = await messageFiles.of.all(ctx, { message_ids: [id] })
  return {
    text: body,
    files: files.map((file) => {
      const { filename, url } = presentFile(ctx, file, { isHidden: hidden_at !== null })
      return { id: file.id, filename, url }
    }),
  }
}
