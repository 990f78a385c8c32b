/** Invoices and credit notes with their numbers. */

import { calendarDate, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'

export function defineInvoices(schema: Schema) {
  const invoice_numbers = schema.table(
    'invoice_numbers',
    { year: integer(), last: integer() },
    { primaryKey: ['year'] },
  )

  schema.table('invoices', {
    id: id(),
    number: key(),
    user_id: integer().references('users'),
    charge_id: integer().references('charges'),
    date: calendarDate(),
    amount: integer(),
    currency: text(),
    status: text().oneOf('paid', 'refunded'),
    title: text(),
    period_start: calendarDate(),
    period_end: calendarDate(),
    seller: text(),
    seller_address: text().default(''),
    seller_tax_id: text().default(''),
    buyer_name: text(),
    buyer_email: text(),
    buyer_address: json().nullable(),
    paid_with: text(),
    tax_name: text().default(''),
    // Hundredths of a percent.
    tax_rate: integer().default(0),
    // Contained in the amount, in minor units.
    tax_amount: integer().default(0),
    // The reason when there is no tax.
    tax_note: text().default(''),
    refunded_on: calendarDate().nullable(),
    created_at: timestamp(),
    refunded_amount: integer().default(0),
    // Null for the day of issue.
    paid_on: calendarDate().nullable(),
    // The part of the amount whose refund is on its way, in minor units.
    refund_pending: integer().default(0),
    // The country by whose rate or rule an invoice was taxed; null for the general rate.
    tax_country: text().nullable(),
  })
  schema.index('invoices', ['number'], { unique: true })
  schema.index('invoices', ['charge_id'], { unique: true })
  schema.index('invoices', ['user_id', 'id'])
  schema.index('invoices', ['date'])

  // The last number of each year.
  const credit_note_numbers = schema.table(
    'credit_note_numbers',
    { year: integer(), last: integer() },
    { primaryKey: ['year'] },
  )

  schema.table('credit_notes', {
    id: id(),
    number: key(),
    user_id: integer().references('users'),
    invoice_id: integer().references('invoices'),
    refund_id: integer().references('refunds'),
    date: calendarDate(),
    amount: integer(),
    tax_amount: integer(),
    created_at: timestamp(),
  })
  schema.index('credit_notes', ['number'], { unique: true })
  schema.index('credit_notes', ['refund_id'], { unique: true })
  schema.index('credit_notes', ['user_id', 'id'])
  schema.index('credit_notes', ['invoice_id'])
  return { invoice_numbers, credit_note_numbers }
}
