import { Type } from 'typebox'
import { CalendarDate, DateTime, Id, withDescription } from '#core/schema.ts'
import { defineRecord, internal, type RowOf, readOnly, type TableOf } from '#database/record.ts'
import type { Invoice } from './record.ts'

/** A credit note is never changed; what else it states is that of its invoice. Amounts are in minor units. */
export const creditNoteRecord = defineRecord('credit_notes', {
  id: internal(Id),
  user_id: internal(Id),
  invoice_id: internal(Id),
  refund_id: internal(Id),
  number: readOnly(Type.String({ description: 'The number of the credit note.' })),
  date: readOnly(withDescription(CalendarDate, 'The day, `YYYY-MM-DD`.')),
  amount: readOnly(
    Type.Number({ description: 'The amount in units of the currency, with its decimal places (ISO 4217).' }),
    { column: 'integer' },
  ),
  /** Contained in the amount. */
  tax_amount: readOnly(Type.Number({ description: 'The tax in the amount, in units of the currency.' }), {
    column: 'integer',
  }),
  created_at: internal(DateTime),
})

type InvoiceFacts = Pick<
  Invoice,
  | 'currency'
  | 'title'
  | 'period_start'
  | 'period_end'
  | 'seller'
  | 'seller_address'
  | 'seller_tax_id'
  | 'buyer_name'
  | 'buyer_email'
  | 'buyer_address'
  | 'paid_with'
  | 'tax_name'
  | 'tax_rate'
  | 'tax_note'
>

/** A credit note with what it takes from its invoice. */
export type CreditNote = RowOf<typeof creditNoteRecord> &
  InvoiceFacts & { invoice_number: string; invoice_date: string }

declare module '#database/tables/index.ts' {
  interface Tables {
    credit_notes: TableOf<typeof creditNoteRecord>
  }
}
