import type { Transaction } from '../../../context.ts'
import { writtenMoney } from '../../../core/money.ts'
import { sendLetter } from '../letters.ts'
import type { Charge } from './charge.ts'

export const reportRefund = (tx: Transaction, { user_id, amount, currency, title }: Charge) =>
  sendLetter(tx, user_id, {
    subject: 'We are giving your payment back',
    heading: 'We are giving your payment back',
    paragraphs: [
      `your payment of ${writtenMoney(amount, currency)} for ${title} arrived when it could not be used any more.`,
      'It goes back to where it came from, in full. There is nothing you need to do.',
    ],
  })
