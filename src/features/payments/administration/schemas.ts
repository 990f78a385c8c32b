import { type Static, Type } from 'typebox'
import { Amount } from '#core/money.ts'
import { CalendarDate, DateTime, Id, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'

import { chargeRecord } from '../charges/record.ts'
import { RefundStatus, refundRecord } from '../charges/refund-record.ts'

const { answer } = chargeRecord
const Status = answer.status

export const AdminPayment = Type.Object(
  {
    id: Id,
    user_id: Id,
    user_name: Type.String({ description: 'The name of the account.' }),
    title: answer.title,
    amount: withDescription(Amount, 'The amount in units of the currency, with its decimal places (ISO 4217).'),
    refunded_amount: withDescription(
      Amount,
      'The part of the amount that was refunded, in the currency of the payment.',
    ),
    currency: answer.currency,
    status: answer.status,
    failure: answer.failure,
    method: answer.method_label,
    gateway: answer.gateway,
    invoice_number: withDescription(nullable(Type.String()), 'The number of the invoice; null without one.'),
    created_at: DateTime,
    settled_at: withDescription(nullable(DateTime), 'When the outcome was known; null before.'),
  },
  { title: 'AdminPayment' },
)
export type AdminPayment = Static<typeof AdminPayment>

const { charge_id: _, ...refundFields } = refundRecord.answer

const RefundOfPayment = Type.Object({
  ...refundFields,
  credit_note_number: withDescription(
    nullable(Type.String()),
    'The number of the credit note; null until the refund has succeeded.',
  ),
})

export const AdminRefund = Type.Object(
  {
    ...refundRecord.answer,
    user_id: Id,
    user_name: Type.String({ description: 'The name of the account.' }),
    title: answer.title,
    currency: answer.currency,
    gateway: answer.gateway,
    credit_note_number: RefundOfPayment.properties.credit_note_number,
  },
  { title: 'AdminRefund' },
)
export type AdminRefund = Static<typeof AdminRefund>

export const AdminRefundQuery = Type.Object({
  ...Paging,
  status: Type.Optional(RefundStatus),
  is_open: Type.Optional(
    Type.Boolean({ description: 'True for failed refunds that were neither tried again nor closed.' }),
  ),
})
export type AdminRefundQuery = Static<typeof AdminRefundQuery>

export const RefundAct = Type.Object(
  { reason: Type.Optional(Text(2_000, { description: 'Why; it is written to the audit log.' })) },
  { title: 'RefundAct' },
)
export type RefundAct = Static<typeof RefundAct>

export const AdminPaymentDetail = Type.Object(
  {
    ...AdminPayment.properties,
    purpose: answer.purpose,
    period_start: answer.period_start,
    period_end: answer.period_end,
    payment_id: answer.payment_id,
    details: answer.details,
    reference: withDescription(
      nullable(Type.String()),
      'The number on the receipt or statement of a payment that was recorded by hand; null otherwise.',
    ),
    received_on: withDescription(nullable(CalendarDate), 'The day on which it was received by hand; null otherwise.'),
    refunds: withDescription(Type.Array(RefundOfPayment), 'The refunds of the payment, oldest first.'),
  },
  { title: 'AdminPaymentDetail' },
)
export type AdminPaymentDetail = Static<typeof AdminPaymentDetail>

export const AdminPaymentQuery = Type.Object({
  ...Paging,
  search: Type.Optional(
    Text(200, {
      description: 'The number of an invoice, or the name, beginnings of its words, e-mail or id of the person.',
    }),
  ),
  status: Type.Optional(Status),
  user_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Only payments of this person.' })),
  sort: Type.Optional(
    withDescription(
      oneOf('recent', 'oldest', 'amount'),
      'Newest (the default) or oldest first, or the largest amount first.',
    ),
  ),
})
export type AdminPaymentQuery = Static<typeof AdminPaymentQuery>

export const NewRefund = Type.Object({
  amount: Type.Optional(
    withDescription(nullable(Amount), 'The amount in units of the currency, with its decimal places (ISO 4217).'),
  ),
  reason: Type.Optional(Text(2_000, { description: 'Why; it is written to the audit log.' })),
})
export type NewRefund = Static<typeof NewRefund>

export const Revenue = Type.Object(
  {
    month: Type.String({ description: '`YYYY-MM`, in UTC.', examples: ['2026-11'] }),
    currency: Type.String({ description: 'The currency, an ISO 4217 code.' }),
    // Sums may be larger than any amount.
    received: Type.Number({ description: 'What was paid, before refunds.' }),
    refunded: Type.Number({ description: 'What was refunded.' }),
    payments: Type.Integer({ description: 'The number of payments.' }),
  },
  { title: 'Revenue' },
)
export type Revenue = Static<typeof Revenue>
