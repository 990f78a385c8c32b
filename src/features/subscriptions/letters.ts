import { renderMail } from '../../adapters/mail/templates.ts'
import { queueMail } from '../../background/outbox.ts'
import type { Transaction } from '../../context.ts'
import { writtenMoney } from '../../core/money.ts'
import { dateOf } from '../../core/periods.ts'
import { users } from '../users/index.ts'

interface Letter {
  subject: string
  heading: string
  paragraphs: string[]
}

async function send(tx: Transaction, userId: number, { subject, heading, paragraphs }: Letter) {
  const user = await users.byId.maybe(tx, { id: userId })
  if (user === null || user.email === '') return
  const organization = tx.config.organizationName
  const content = renderMail({ organization, heading, paragraphs: [`Hello ${user.name},`, ...paragraphs] })
  await queueMail(tx, { to: user.email, subject: `${subject} – ${organization}`, ...content })
}

interface Bought {
  plan: string
  amount: number
  currency: string
  end: string
}

export const confirmSubscription = (
  tx: Transaction,
  userId: number,
  { plan, amount, currency, end }: Bought,
) =>
  send(tx, userId, {
    subject: `Your plan is ${plan}`,
    heading: `Your plan is ${plan}`,
    paragraphs: [
      `thank you. Your subscription to ${plan} is active.`,
      amount > 0
        ? `We charged ${writtenMoney(amount, currency)}. The invoice is in your billing history.`
        : 'There was nothing to pay today.',
      `It renews on ${dateOf(end)} unless you cancel it before.`,
    ],
  })

export const reportFailedPayment = (tx: Transaction, userId: number, plan: string, reason: string) =>
  send(tx, userId, {
    subject: 'Your payment failed',
    heading: 'Your payment failed',
    paragraphs: [`your payment for ${plan} did not go through, and nothing changed.`, reason],
  })

export const reportFailedRenewal = (tx: Transaction, userId: number, plan: string, retryAt: string) =>
  send(tx, userId, {
    subject: `Your subscription to ${plan} could not be renewed`,
    heading: 'We could not renew your subscription',
    paragraphs: [
      `the payment for ${plan} did not go through. You keep everything your plan gives you for now.`,
      `We try again on ${dateOf(retryAt)}, with your default payment method. Please see to it that it can be charged.`,
    ],
  })

export const reportExpiry = (tx: Transaction, userId: number, plan: string) =>
  send(tx, userId, {
    subject: `Your subscription to ${plan} has expired`,
    heading: 'Your subscription has expired',
    paragraphs: [`we could not collect the payment for ${plan}, so you are on the free plan now.`],
  })
