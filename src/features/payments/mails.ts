import type { Transaction } from '#context.ts'
import { findUser } from '#features/users/index.ts'
import { embed, type FilledSentence, fill, type PlainTemplate, type Sentence } from '#language/sentence.ts'
import { type NewMail, writeMail } from '#platform/outbox.ts'

export interface PaymentMail {
  subject: PlainTemplate | FilledSentence
  heading: Sentence
  paragraphs: Sentence[]
  button?: NewMail['button']
}

/** Queues a mail about a payment, unless the account is deleted. */
export async function mailBuyer(
  tx: Transaction,
  userId: number,
  { subject, heading, paragraphs, button }: PaymentMail,
) {
  const user = await findUser(tx, userId)
  if (user === null || user.email === '') return
  const organization = tx.config.organizationName
  await writeMail(tx, {
    to: user.email,
    locale: user.locale,
    subject: fill('{subject} – {organization}', {
      subject: typeof subject === 'string' ? embed(subject) : subject,
      organization,
    }),
    heading,
    paragraphs: [fill('Hello {name},', { name: user.name }), ...paragraphs],
    ...(button && { button }),
  })
}
