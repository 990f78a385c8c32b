import type { Transaction } from '#context.ts'
import { fill } from '#language/sentence.ts'
import { mailBuyer } from '../mails.ts'
import { describePurchase } from '../purchases.ts'
import type { Charge } from './charge.ts'

/** Tells the user that an administrator refunded a payment, in whole or in part. */
export const reportPartialRefund = (tx: Transaction, { user_id, currency, title }: Charge, amount: number) =>
  mailBuyer(tx, user_id, {
    subject: 'We have refunded a payment',
    heading: 'We have refunded a payment',
    paragraphs: [
      fill('We have refunded {amount} of your payment for {title}, the way you paid.', {
        amount: { minor: amount, currency },
        title: describePurchase(title),
      }),
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
