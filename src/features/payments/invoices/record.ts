import { Type } from 'typebox'
import { CalendarDate, DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { defineRecord, generated, internal, type RowOf, readOnly, type TableOf } from '#database/record.ts'
import type { BillingAddress } from '#database/tables/billing.ts'

/** An invoice is never changed, except that it is refunded. Amounts are in minor units. */
export const invoiceRecord = defineRecord('invoices', {
  id: internal(Id),
  user_id: internal(Id),
  charge_id: internal(Id),
  number: readOnly(Type.String({ description: 'The number of the invoice.' })),
  date: readOnly(withDescription(CalendarDate, 'The day, `YYYY-MM-DD`.')),
  amount: readOnly(
    Type.Integer({ description: 'The amount in units of the currency, with its decimal places (ISO 4217).' }),
  ),
  currency: readOnly(Type.String({ description: 'The currency, an ISO 4217 code.' })),
  status: readOnly(oneOf('paid', 'refunded'), { tracked: true }),
  title: readOnly(Type.String({ description: 'The title.' })),
  period_start: readOnly(withDescription(CalendarDate, 'The start of the period that was paid for.')),
  period_end: readOnly(withDescription(CalendarDate, 'The end of the period that was paid for.')),
  seller: readOnly(Type.String()),
  buyer_name: readOnly(Type.String()),
  buyer_email: readOnly(Type.String()),
  paid_with: readOnly(Type.String()),
  /** Lines of the address. */
  seller_address: readOnly(Type.String()),
  seller_tax_id: readOnly(Type.String()),
  buyer_address: readOnly(Type.Unsafe<BillingAddress | null>({ type: ['object', 'null'] })),
  tax_name: readOnly(Type.String()),
  /** Hundredths of a percent. */
  tax_rate: readOnly(Type.Integer()),
  /** Contained in the amount. */
  tax_amount: readOnly(Type.Integer()),
  tax_note: readOnly(Type.String()),
  /** The country of the buyer, by whose rate or rule it was taxed; null for the rate that is for everybody. */
  tax_country: generated(nullable(Type.String())),
  /** Null for the day of issue. */
  paid_on: generated(nullable(CalendarDate)),
  refunded_on: generated(nullable(CalendarDate)),
  refunded_amount: generated(
    Type.Integer({ description: 'The part of the amount that was refunded, in the currency of the payment.' }),
    { tracked: true },
  ),
  refund_pending: generated(
    Type.Integer({ description: 'The part of the amount whose refund is on its way, in the currency of the payment.' }),
    { tracked: true },
  ),
  created_at: internal(DateTime),
})

/** An invoice, with the coupon with which the price was reduced. */
export type Invoice = RowOf<typeof invoiceRecord> & { coupon_code: string | null }

declare module '#database/tables/index.ts' {
  interface Tables {
    invoices: TableOf<typeof invoiceRecord>
  }
}
