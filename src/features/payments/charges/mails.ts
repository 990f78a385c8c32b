import type { Transaction } from '#context.ts'
import { fill } from '#language/sentence.ts'
import { mailBuyer } from '../mails.ts'
import { describePurchase } from '../purchases.ts'
import type { Charge } from './record.ts'

/** Tells the user that a payment was refunded, in whole or in part; `note` is the number of the credit note. */
export const mailRefund = (
  tx: Transaction,
  { user_id, currency, title }: Charge,
  amount: number,
  note: string | null,
) =>
  mailBuyer(tx, user_id, {
    subject: 'We have refunded a payment',
    heading: 'We have refunded a payment',
    paragraphs: [
      fill('We have refunded {amount} of your payment for {title}, the way you paid.', {
        amount: { minor: amount, currency },
        title: describePurchase(title),
      }),
      ...(note === null ? [] : [fill('The credit note {number} is in your billing history.', { number: note })]),
    ],
  })

/** Tells the user that a refund, which seemed to have succeeded, came back from the bank. */
export const mailFailedRefund = (tx: Transaction, { user_id, currency, title }: Charge, amount: number) =>
  mailBuyer(tx, user_id, {
    subject: 'A refund has come back to us',
    heading: 'A refund has come back to us',
    paragraphs: [
      fill('Your bank could not accept our refund of {amount} for {title}.', {
        amount: { minor: amount, currency },
        title: describePurchase(title),
      }),
      'We are looking for another way to return it. There is nothing you need to do.',
    ],
  })

export const reportRefund = (tx: Transaction, { user_id, amount, currency, title }: Charge) =>
  mailBuyer(tx, user_id, {
    subject: 'We are refunding your payment',
    heading: 'We are refunding your payment',
    paragraphs: [
      fill('Your payment of {amount} for {title} arrived too late to be used.', {
        amount: { minor: amount, currency },
        title: describePurchase(title),
      }),
      'We are refunding it in full, the way you paid. There is nothing you need to do.',
    ],
  })
