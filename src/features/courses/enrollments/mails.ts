import type { Transaction } from '#context.ts'
import { findUser } from '#features/users/index.ts'
import { fill, stored } from '#language/sentence.ts'
import { writeMail } from '#platform/outbox.ts'

/** Mails that a payment failed after the request had ended. */
export async function reportFailedPurchase(
  tx: Transaction,
  userId: number,
  { title, reason }: { title: string; reason: string },
): Promise<void> {
  const user = await findUser(tx, userId)
  if (user === null || user.email === '') return
  await writeMail(tx, {
    to: user.email,
    locale: user.locale,
    subject: fill('Your payment failed – {organization}', { organization: tx.config.organizationName }),
    heading: 'Your payment failed',
    paragraphs: [
      fill('Hello {name},', { name: user.name }),
      fill('Your payment for “{title}” did not go through, and you are not enrolled.', { title }),
      stored(reason),
    ],
  })
}
