/** The mailbox of the sandbox: the outbox, as a developer reads it. */

import type { Context } from '#context.ts'
import type { Rows, Slice } from '#core/page.ts'
import { prepareList } from '#database/query/prepare.ts'
import type { StoredAttachment } from '#database/tables/index.ts'

export interface MailboxMail {
  id: number
  to: string
  subject: string
  text: string
  html: string
  attachments: Pick<StoredAttachment, 'filename' | 'content_type'>[]
  created_at: string
}

const mails = {
  newest: prepareList(
    (q, p: { to?: string }) => {
      const all = q
        .selectFrom('mails')
        .select(['id', 'to', 'subject', 'text', 'html', 'attachments', 'created_at'])
        .orderBy('id', 'desc')
      return p.to === undefined ? all : all.where('to', '=', p.to)
    },
    { optional: ['to'] },
  ),
}

/** Returns the mails of the sandbox mailbox, newest first, of one recipient or of all. */
export async function listMailbox(ctx: Context, query: Slice & { to?: string }): Promise<Rows<MailboxMail>> {
  const { rows, total } = await mails.newest.page(ctx, query)
  const presentAttachment = ({ filename, content_type }: StoredAttachment) => ({ filename, content_type })
  return {
    rows: rows.map((mail) => ({ ...mail, attachments: mail.attachments.map(presentAttachment) })),
    total,
  }
}
