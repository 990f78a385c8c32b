import type { Transaction } from '#context.ts'
import { formatMoney } from '#core/money.ts'
import { dateInTimezone } from '#core/time-zone.ts'
import { sendLetter } from '#features/payments/index.ts'
import { getTimezone } from '#features/users/index.ts'

interface Bought {
  plan: string
  amount: number
  currency: string
  end: string
}

/** Returns the date in the time zone of the user. */
export const getLocalDate = async (tx: Transaction, userId: number, moment: string) =>
  dateInTimezone(moment, await getTimezone(tx, userId))

export const confirmSubscription = async (tx: Transaction, userId: number, { plan, amount, currency, end }: Bought) =>
  sendLetter(tx, userId, {
    subject: `Your plan is ${plan}`,
    heading: `Your plan is ${plan}`,
    paragraphs: [
      `Thank you. Your subscription to ${plan} is active.`,
      amount > 0
        ? `We charged ${formatMoney(amount, currency)}. The invoice is in your billing history.`
        : 'There was nothing to pay today.',
      `It renews on ${await getLocalDate(tx, userId, end)} unless you cancel it before then.`,
    ],
  })

export const reportFailedPayment = (tx: Transaction, userId: number, plan: string, reason: string) =>
  sendLetter(tx, userId, {
    subject: 'Your payment failed',
    heading: 'Your payment failed',
    paragraphs: [`Your payment for ${plan} did not go through, and nothing has changed.`, reason],
  })

export const reportFailedRenewal = async (tx: Transaction, userId: number, plan: string, retryAt: string) =>
  sendLetter(tx, userId, {
    subject: `Your subscription to ${plan} could not be renewed`,
    heading: 'We could not renew your subscription',
    paragraphs: [
      `The payment for ${plan} did not go through. You keep everything your plan gives you for now.`,
      `We will try again on ${await getLocalDate(tx, userId, retryAt)}, with your default payment method. Please make sure that it can be charged.`,
    ],
  })

export const reportExpiry = (tx: Transaction, userId: number, plan: string) =>
  sendLetter(tx, userId, {
    subject: `Your subscription to ${plan} has expired`,
    heading: 'Your subscription has expired',
    paragraphs: [`We could not collect the payment for ${plan}, so you are on the free plan now.`],
  })
