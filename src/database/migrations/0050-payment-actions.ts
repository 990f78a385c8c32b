/** What a person has to confirm at the bank: a payment, or a card that is added. */

import { boolean, type Migration, text, timestamp } from './schema.ts'

export const paymentActions: Migration = {
  name: '0050-payment-actions',
  up(schema) {
    // Whether the person waits for the answer, so that the bank may ask for a confirmation.
    schema.addColumn('charges', 'present', boolean().default(false))
    // It failed because the bank would have asked.
    schema.addColumn('charges', 'needs_person', boolean().default(false))
    for (const table of ['charges', 'payment_methods']) {
      schema.addColumn(table, 'action_url', text().nullable())
      schema.addColumn(table, 'action_expires_at', timestamp().nullable())
    }
    // At the gateway, until the person has confirmed the method; null for one that can be charged.
    schema.addColumn('payment_methods', 'setup_id', text().nullable())
    // Whether it becomes the default one then.
    schema.addColumn('payment_methods', 'setup_default', boolean().default(false))
  },
}
