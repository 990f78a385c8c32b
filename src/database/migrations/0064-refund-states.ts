/** Refunds at the gateway, what administrators do about those that fail, and credit notes. */

import { calendarDate, id, integer, key, type Migration, text, timestamp } from './schema.ts'

export const refundStates: Migration = {
  name: '0064-refund-states',
  up(schema) {
    // The refund at the gateway; null until the gateway has it.
    schema.addColumn('refunds', 'refund_id', text().nullable())
    // How often it was tried; the gateway refunds once for each try.
    schema.addColumn('refunds', 'tries', integer().default(1))
    // When an administrator decided that a failed refund needs nothing more.
    schema.addColumn('refunds', 'closed_at', timestamp().nullable())
    schema.index('refunds', ['status', 'id'])
    // The part of the amount whose refund is on its way, in minor units.
    schema.addColumn('invoices', 'refund_pending', integer().default(0))

    // The last number of each year.
    schema.table('credit_note_numbers', { year: integer(), last: integer() }, { primaryKey: ['year'] })
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
  },
}
