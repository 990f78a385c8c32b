import type { Transaction } from '#context.ts'
import { notify } from '#features/notifications/index.ts'
import { findUser, getUser } from '#features/users/index.ts'
import { fill, verbatim } from '#language/sentence.ts'
import type { ApplicationRow } from '../applications/access.ts'
import { getNameForReviewers, isConcealed, removeIdentity } from '../blind.ts'
import { createApplicationButton, mailAboutApplication } from '../mails.ts'
import { messages } from './queries.ts'

interface MessageMail {
  id: number
  body: string
}

/**
 * Notifies the other side of a message, and mails it. The recruiter is told as of an application, and so are the colleagues who have
 * written about it before.
 */
export async function notifyRecipients(tx: Transaction, row: ApplicationRow, sent: MessageMail): Promise<void> {
  for (const recipient of await listRecipients(tx, row)) await notifyRecipient(tx, row, recipient, sent)
}

async function listRecipients(tx: Transaction, { id, user_id, recruiter_id }: ApplicationRow): Promise<number[]> {
  if (tx.actor.id !== user_id) return [user_id]
  const colleagues = await messages.colleagues.all(tx, { application_id: id, recruiter_id })
  const managers = [recruiter_id, ...colleagues.map((colleague) => colleague.user_id)]
  // A post of a company may have passed to an applicant, who is its recruiter since.
  return managers.filter((manager) => manager !== user_id)
}

async function notifyRecipient(tx: Transaction, row: ApplicationRow, recipient: number, { id, body }: MessageMail) {
  const isCandidate = tx.actor.id === row.user_id
  const sender = isCandidate ? getNameForReviewers(row) : (await getUser(tx, tx.actor.id)).name
  const values = { name: sender, title: row.job_post.title }
  await notify(tx, recipient, 'job_application', {
    title: 'New message',
    message: fill('{name} wrote to you about {title}.', values),
    data: { url: `/job-applications/${row.id}`, action: 'view_application' },
    event: `application:${row.id}:message:${id}`,
  })
  const text = isConcealed({ id: recipient }, row) ? removeIdentity(body, row) : body
  const user = await findUser(tx, recipient)
  if (user === null) return
  await mailAboutApplication(tx, {
    recipient,
    sender: tx.actor.id,
    subject: fill('{name} wrote to you about {title}', values),
    heading: 'New message',
    paragraphs: [
      fill('Hello {name},', { name: isCandidate ? user.name : getAddressee(row) }),
      fill('{name} wrote to you about {title}.', values),
      text.split('\n').map(verbatim),
    ],
    button: createApplicationButton(tx, row),
    subjectKey: getMailKey(id),
  })
}

/** The key by which the mails that carry a message are canceled. */
export const getMailKey = (messageId: number): string => `message:${messageId}`

const getAddressee = ({ first_name, last_name }: ApplicationRow) => `${first_name} ${last_name}`.trim()
