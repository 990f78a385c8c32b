import { type Static, Type } from 'typebox'
import { Amount } from '#core/money.ts'
import { DateTime, Id, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'

import { chargeRecord } from '../charges/record.ts'

const { answer } = chargeRecord
const Status = answer.status

export const AdminPayment = Type.Object(
  {
    id: Id,
    user_id: Id,
    user_name: Type.String(),
    title: answer.title,
    amount: Amount,
    refunded_amount: Amount,
    currency: answer.currency,
    status: answer.status,
    failure: answer.failure,
    method: answer.method_label,
    gateway: answer.gateway,
    invoice_number: nullable(Type.String()),
    created_at: DateTime,
    settled_at: nullable(DateTime),
  },
  { title: 'AdminPayment' },
)
export type AdminPayment = Static<typeof AdminPayment>

const RefundRow = Type.Object({
  id: Id,
  amount: Amount,
  status: withDescription(oneOf('pending', 'succeeded', 'failed'), 'What became of the refund.'),
  reason: Type.String(),
  created_at: DateTime,
  settled_at: nullable(DateTime),
})

export const AdminPaymentDetail = Type.Object(
  {
    ...AdminPayment.properties,
    purpose: answer.purpose,
    period_start: answer.period_start,
    period_end: answer.period_end,
    payment_id: answer.payment_id,
    details: answer.details,
    refunds: Type.Array(RefundRow),
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
  amount: Type.Optional(nullable(Amount)),
  reason: Type.Optional(Text(2_000, { description: 'Why; it is written to the audit log.' })),
})
export type NewRefund = Static<typeof NewRefund>

export const Revenue = Type.Object(
  {
    month: Type.String({ description: '`YYYY-MM`, in UTC.', examples: ['2026-11'] }),
    currency: Type.String(),
    // Sums may be larger than any amount.
    received: Type.Number({ description: 'What was paid, before refunds.' }),
    refunded: Type.Number({ description: 'What was refunded.' }),
    payments: Type.Integer(),
  },
  { title: 'Revenue' },
)
export type Revenue = Static<typeof Revenue>
