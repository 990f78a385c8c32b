/** Taxes by the country of the buyer. */

import { type Migration, text } from './schema.ts'

export const taxes: Migration = {
  name: '0067-taxes',
  up(schema) {
    // Where the payment method was issued, which says where a buyer without an address is.
    schema.addColumn('charges', 'method_country', text().nullable())
    // The country by whose rate or rule an invoice was taxed; null for the rate that is for everybody.
    schema.addColumn('invoices', 'tax_country', text().nullable())
  },
}
