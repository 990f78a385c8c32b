/** Mails that the acts of others cause. They go to proven addresses only, and are limited per recipient and sender. */

import type { Transaction } from '#context.ts'
import { runInTransaction } from '#context.ts'
import { addDuration } from '#core/time.ts'
import { findUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { type NewMail, writeMail } from '#platform/outbox.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { countUse } from '#platform/throttle.ts'
import { isMailWanted } from './preferences/service.ts'
import type { NotificationType } from './record.ts'
import { countUnread } from './service.ts'

const day = { days: 1 }
/** The summary of mails that were not sent waits for more of them. */
const summaryDelay = { hours: 1 }

export interface CausedMail extends Omit<NewMail, 'to' | 'locale'> {
  recipient: number
  /** The user whose act causes the mail. */
  sender: number
  type: NotificationType
}

/**
 * Queues a mail, unless the recipient has switched such mails off or has no proven address. Beyond the limit of the
 * recipient (`MAILS_PER_RECIPIENT`), one mail a day says that more waits in the app; beyond that of the sender
 * (`MAILS_PER_SENDER`), there is none. Notifications are not limited.
 */
export async function mailUser(tx: Transaction, { recipient, sender, type, ...mail }: CausedMail): Promise<void> {
  const user = await findUser(tx, recipient)
  if (user === null || !user.email_verified || !(await isMailWanted(tx, recipient, type))) return
  const { mailsPerSender, mailsPerRecipient } = tx.config.rateLimits
  const bySender = { limit: mailsPerSender, window: day }
  if ((await countUse(tx, 'mails-by-sender', [String(sender)], bySender)) !== null) return
  const toRecipient = { limit: mailsPerRecipient, window: day }
  if ((await countUse(tx, 'mails-to-recipient', [String(recipient)], toRecipient)) !== null) {
    const runAt = addDuration(tx.clock.now(), summaryDelay)
    await addTask(tx, mailSummary, { user_id: recipient }, { runAt, key: `mail_summary:${recipient}` })
    return
  }
  await writeMail(tx, { to: user.email, locale: user.locale, ...mail })
}

/** Says once a day how many notifications wait, when there were too many mails to send all. */
export const mailSummary = defineTask<{ user_id: number }>({
  kind: 'mail_summary',
  handle: (ctx, { user_id }) =>
    runInTransaction(ctx, async (tx) => {
      const user = await findUser(tx, user_id)
      const unread = await countUnread(tx, user_id)
      if (user === null || unread === 0) return
      if ((await countUse(tx, 'mail-summaries', [String(user_id)], { limit: 1, window: day })) !== null) return
      const organization = tx.config.organizationName
      await writeMail(tx, {
        to: user.email,
        locale: user.locale,
        subject: fill(
          '{unread, plural, one {{unread} notification waits at {organization}} other {{unread} notifications wait at {organization}}}',
          { unread, organization },
        ),
        heading: 'More is waiting for you',
        paragraphs: [
          fill('Hello {name},', { name: user.name }),
          fill(
            '{unread, plural, one {{unread} notification waits for you at {organization}.} other {{unread} notifications wait for you at {organization}.}} There were more today than we send by mail.',
            { unread, organization },
          ),
        ],
        button: { text: 'Open the notifications', url: `${tx.config.frontendUrl}/notifications` },
      })
    }),
})
