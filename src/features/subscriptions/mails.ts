import type { Transaction } from '#context.ts'
import { getDateInTimezone } from '#core/time-zone.ts'
import { notify } from '#features/notifications/index.ts'
import { type Charge, createPaymentUrl, mailBuyer } from '#features/payments/index.ts'
import { getTimezone } from '#features/users/index.ts'
import { type Day, fill, stored } from '#language/sentence.ts'

interface PurchaseMail {
  plan: string
  amount: number
  currency: string
  end: string
}

/** Returns the date in the time zone of the user. */
export const getLocalDate = async (tx: Transaction, userId: number, moment: string): Promise<Day> => ({
  day: getDateInTimezone(moment, await getTimezone(tx, userId)),
})

export const confirmSubscription = async (
  tx: Transaction,
  userId: number,
  { plan, amount, currency, end }: PurchaseMail,
) =>
  mailBuyer(tx, userId, {
    subject: fill('Your plan is {plan}', { plan }),
    heading: fill('Your plan is {plan}', { plan }),
    paragraphs: [
      fill('Thank you. Your subscription to {plan} is active.', { plan }),
      amount > 0
        ? fill('We charged {amount}. The invoice is in your billing history.', { amount: { minor: amount, currency } })
        : 'There was nothing to pay today.',
      fill('It renews on {day} unless you cancel it before then.', { day: await getLocalDate(tx, userId, end) }),
    ],
  })

export const reportFailedPayment = (tx: Transaction, userId: number, plan: string, reason: string) =>
  mailBuyer(tx, userId, {
    subject: 'Your payment failed',
    heading: 'Your payment failed',
    paragraphs: [
      fill('Your payment for {plan} did not go through, and nothing has changed.', { plan }),
      stored(reason),
    ],
  })

export const reportFailedRenewal = async (tx: Transaction, userId: number, plan: string, retryAt: string) =>
  mailBuyer(tx, userId, {
    subject: fill('Your subscription to {plan} could not be renewed', { plan }),
    heading: 'We could not renew your subscription',
    paragraphs: [
      fill('The payment for {plan} did not go through. You keep everything your plan gives you for now.', { plan }),
      fill('We will try again on {day}, with your default payment method. Please make sure that it can be charged.', {
        day: await getLocalDate(tx, userId, retryAt),
      }),
    ],
  })

/** Asks the person to confirm a renewal at the bank, by mail and notification with the link. */
export async function requestConfirmation(tx: Transaction, charge: Charge, plan: string): Promise<void> {
  const { id, user_id, amount, currency } = charge
  await mailBuyer(tx, user_id, {
    subject: fill('Confirm the payment for {plan}', { plan }),
    heading: 'Your bank asks you to confirm a payment',
    paragraphs: [
      fill('Your bank wants you to confirm {amount} for {plan}. You keep everything your plan gives you for now.', {
        amount: { minor: amount, currency },
        plan,
      }),
    ],
    button: { text: 'Confirm the payment', url: createPaymentUrl(tx, id) },
  })
  await notify(tx, user_id, 'subscription_expiring', {
    title: 'Confirm a payment',
    message: fill('Your bank wants you to confirm the payment for {plan}.', { plan }),
    data: { url: `/pay/${id}`, action: 'view_billing' },
    event: `charge:${id}:confirmation`,
  })
}

export const reportExpiry = (tx: Transaction, userId: number, plan: string) =>
  mailBuyer(tx, userId, {
    subject: fill('Your subscription to {plan} has expired', { plan }),
    heading: 'Your subscription has expired',
    paragraphs: [fill('We could not collect the payment for {plan}, so you are on the free plan now.', { plan })],
  })
