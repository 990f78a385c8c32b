import { renderMail } from '#adapters/mail/templates.ts'
import type { Transaction } from '#context.ts'
import { findUser } from '#features/users/index.ts'
import { queueMail } from '#platform/outbox.ts'

/** Mails that a payment failed after the request had ended. */
export async function reportFailedPurchase(
  tx: Transaction,
  userId: number,
  { title, reason }: { title: string; reason: string },
): Promise<void> {
  const user = await findUser(tx, userId)
  if (user === null || user.email === '') return
  const organization = tx.config.organizationName
  const content = renderMail({
    organization,
    heading: 'Your payment failed',
    paragraphs: [
      `Hello ${user.name},`,
      `Your payment for “${title}” did not go through, and you are not enrolled.`,
      reason,
    ],
  })
  await queueMail(tx, { to: user.email, subject: `Your payment failed – ${organization}`, ...content })
}
