/** What certificates and invoices state besides: who taught, how long, where the parties are, and the tax. */

import { calendarDate, integer, json, type Migration, text } from './schema.ts'

export const documents: Migration = {
  name: '0016-documents',
  up(schema) {
    // Who made the exam or course, and their name as it was then; both are null once the account is deleted.
    schema.addColumn('certificates', 'author_id', integer().references('users').nullable())
    schema.index('certificates', ['author_id'])
    schema.addColumn('certificates', 'author_name', text().nullable())
    // Of the course, at the time; null for an exam.
    schema.addColumn('certificates', 'duration_minutes', integer().nullable())

    schema.addColumn('invoices', 'seller_address', text().default(''))
    schema.addColumn('invoices', 'seller_tax_id', text().default(''))
    schema.addColumn('invoices', 'buyer_address', json().nullable())
    schema.addColumn('invoices', 'tax_name', text().default(''))
    // Hundredths of a percent.
    schema.addColumn('invoices', 'tax_rate', integer().default(0))
    // Contained in the amount, in minor units.
    schema.addColumn('invoices', 'tax_amount', integer().default(0))
    // Why there is none.
    schema.addColumn('invoices', 'tax_note', text().default(''))
    schema.addColumn('invoices', 'refunded_on', calendarDate().nullable())
  },
}
