/** Payments that administrators record, and money that arrived and matches nothing. */

import { calendarDate, id, integer, key, type Migration, text, timestamp } from './schema.ts'

export const manualPayments: Migration = {
  name: '0051-manual-payments',
  up(schema) {
    // Of a payment that was recorded by hand: the number on the receipt or statement, and the day.
    schema.addColumn('charges', 'reference', text().nullable())
    schema.addColumn('charges', 'received_on', calendarDate().nullable())
    // Null for the day of issue.
    schema.addColumn('invoices', 'paid_on', calendarDate().nullable())
    schema.table('unmatched_payments', {
      id: id(),
      // `manual`, or the gateway at which it arrived.
      gateway: text(),
      method: text(),
      reference: key(),
      amount: integer(),
      currency: text(),
      received_on: calendarDate(),
      note: text(),
      status: text().oneOf('waiting', 'matched', 'returned'),
      charge_id: integer().references('charges').nullable(),
      created_at: timestamp(),
      settled_at: timestamp().nullable(),
    })
    schema.index('unmatched_payments', ['gateway', 'method', 'reference'], { unique: true })
    schema.index('unmatched_payments', ['status', 'id'])
    schema.index('unmatched_payments', ['charge_id'])
  },
}
