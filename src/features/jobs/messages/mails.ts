import type { Transaction } from '#context.ts'
import { notify } from '#features/notifications/index.ts'
import { findUser, getUser } from '#features/users/index.ts'
import { fill, verbatim } from '#language/sentence.ts'
import type { ApplicationRow } from '../applications/access.ts'
import { getNameForReviewers, isConcealed, removeIdentity } from '../blind.ts'
import { createApplicationButton, mailAboutApplication } from '../mails.ts'

interface Sent {
  id: number
  body: string
}

/** Notifies the other side of a message, and mails it. */
export async function notifyRecipient(tx: Transaction, row: ApplicationRow, { id, body }: Sent): Promise<void> {
  const isCandidate = tx.actor.id === row.user_id
  const recipient = isCandidate ? row.recruiter_id : row.user_id
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
  })
}

const getAddressee = ({ first_name, last_name }: ApplicationRow) => `${first_name} ${last_name}`.trim()
