/** Mails that are canceled before they are sent, because others may not read any more what they carry. */

import type { Transaction } from '#context.ts'
import { prepare } from '#database/query/prepare.ts'
import type { StoredAttachment } from '#database/tables/index.ts'

const mails = {
  cancel: prepare((q, p: { subject_key: string; now: string; none: StoredAttachment[] }) =>
    q
      .updateTable('mails')
      .set({ canceled_at: p.now, text: '', html: '', attachments: p.none, unsubscribe_url: null })
      .where('subject_key', '=', p.subject_key)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('canceled_at', 'is', null),
  ),
}

/** Cancels the mails that carry it and were not sent, and deletes their content. */
export async function cancelMails(tx: Transaction, subjectKey: string): Promise<void> {
  await mails.cancel.run(tx, { subject_key: subjectKey, now: tx.clock.now(), none: [] })
}
