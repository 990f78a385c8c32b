import { type Static, Type } from 'typebox'
import { Amount } from '#core/money.ts'
import { nullable, Paging, withDescription } from '#core/schema.ts'

import { creditNoteRecord } from './credit-note-record.ts'
import { invoiceRecord } from './record.ts'

const { date, currency, status } = invoiceRecord.answer

export const BillingRecord = Type.Object(
  {
    id: Type.String({ examples: ['INV-2026-000123'] }),
    date,
    amount: withDescription(Amount, 'The amount in units of the currency, with its decimal places (ISO 4217).'),
    currency,
    status,
    refunded_amount: withDescription(
      Amount,
      'The part of the amount that was refunded, in the currency of the payment; its credit notes are in `GET /billing/credit-notes`.',
    ),
    refund_pending: withDescription(
      Amount,
      'The part of the amount whose refund is on its way, in the currency of the payment.',
    ),
    plan: Type.String({ description: 'What was paid for: the name of a plan or of a course.' }),
    coupon_code: nullable(Type.String({ description: 'The coupon that reduced the price; null without one.' })),
    period: Type.String({
      description: 'From and to; the same date twice for what is bought once.',
      examples: ['2026-11-21/2026-12-21'],
    }),
    invoice_url: Type.String({ description: 'The invoice as a page; works for an hour, without a token.' }),
    pdf_url: Type.String({ description: 'The invoice as a PDF; works for an hour, without a token.' }),
  },
  { title: 'BillingRecord' },
)
export type BillingRecord = Static<typeof BillingRecord>

export const CreditNoteEntry = Type.Object(
  {
    id: Type.String({ examples: ['CN-2026-000007'], description: 'The number of the credit note.' }),
    date: creditNoteRecord.answer.date,
    amount: withDescription(
      Amount,
      'The amount that was refunded, in units of the currency, with its decimal places (ISO 4217).',
    ),
    tax_amount: withDescription(Amount, 'The tax in the amount, in units of the currency.'),
    currency,
    invoice_id: Type.String({ examples: ['INV-2026-000123'], description: 'The number of the invoice.' }),
    plan: Type.String({ description: 'What was paid for: the name of a plan or of a course.' }),
    credit_note_url: Type.String({ description: 'The credit note as a page; works for an hour, without a token.' }),
    pdf_url: Type.String({ description: 'The credit note as a PDF; works for an hour, without a token.' }),
  },
  { title: 'CreditNote' },
)
export type CreditNoteEntry = Static<typeof CreditNoteEntry>

export const BillingQuery = Type.Object(Paging)
export type BillingQuery = Static<typeof BillingQuery>

export const InvoiceNumber = Type.Object({
  number: Type.String({ maxLength: 30, description: 'The number of the invoice.' }),
})

export const CreditNoteNumber = Type.Object({
  number: Type.String({ maxLength: 30, description: 'The number of the credit note.' }),
})
