import { renderMail } from '#adapters/mail/templates.ts'
import type { Transaction } from '#context.ts'
import { findUser } from '#features/users/index.ts'
import { queueMail } from '#platform/outbox.ts'

export interface Letter {
  subject: string
  heading: string
  paragraphs: string[]
}

/** Queues a mail about a payment, unless the account is deleted. */
export async function sendLetter(tx: Transaction, userId: number, { subject, heading, paragraphs }: Letter) {
  const user = await findUser(tx, userId)
  if (user === null || user.email === '') return
  const organization = tx.config.organizationName
  const content = renderMail({ organization, heading, paragraphs: [`Hello ${user.name},`, ...paragraphs] })
  await queueMail(tx, { to: user.email, subject: `${subject} – ${organization}`, ...content })
}
