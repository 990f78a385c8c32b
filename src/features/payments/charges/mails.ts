import type { Transaction } from '#context.ts'
import { formatMoney } from '#core/money.ts'
import { sendLetter } from '../mails.ts'
import type { Charge } from './charge.ts'

export const reportRefund = (tx: Transaction, { user_id, amount, currency, title }: Charge) =>
  sendLetter(tx, user_id, {
    subject: 'We are refunding your payment',
    heading: 'We are refunding your payment',
    paragraphs: [
      `Your payment of ${formatMoney(amount, currency)} for ${title} arrived too late to be used.`,
      'We are refunding it in full, the way you paid. There is nothing you need to do.',
    ],
  })
