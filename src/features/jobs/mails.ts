import { type MailContent, renderMail } from '#adapters/mail/templates.ts'
import type { Transaction } from '#context.ts'
import { wantsMail } from '#features/notifications/index.ts'
import { type QueuedMail, queueMail } from '#platform/outbox.ts'

interface ApplicationMail extends Omit<MailContent, 'organization'> {
  /** Empty when the account is deleted; then no mail is sent. */
  to: string
  subject: string
  attachments?: NonNullable<QueuedMail['attachments']>
}

/** Queues a mail about an application, unless the user has switched such mails off. */
export async function queueApplicationMail(
  tx: Transaction,
  userId: number,
  { to, subject, attachments = [], ...content }: ApplicationMail,
) {
  if (to === '' || !(await wantsMail(tx, userId, 'job_application'))) return
  const parts = renderMail({ organization: tx.config.organizationName, ...content })
  await queueMail(tx, { to, subject, attachments, ...parts })
}

/** The button of a mail, with the address of the application in the frontend. */
export const applicationButton = (tx: Transaction, { id }: { id: number }) => ({
  text: 'View the application',
  url: `${tx.config.frontendUrl}/job-applications/${id}`,
})
