/** Where the report of a payment gateway differs from the payments and refunds here. */

import { id, integer, key, type Migration, text, timestamp } from './schema.ts'

export const paymentDifferences: Migration = {
  name: '0070-payment-differences',
  up(schema) {
    schema.table('payment_differences', {
      id: id(),
      gateway: text(),
      kind: text().oneOf('payment', 'refund', 'dispute'),
      problem: text().oneOf('missing_here', 'missing_there', 'other_amount', 'other_state'),
      // The id at the gateway, or ours where there is none.
      reference: key(),
      charge_id: integer().references('charges').nullable(),
      // In minor units; null for what is missing or not known.
      amount_here: integer().nullable(),
      amount_there: integer().nullable(),
      currency: text(),
      occurred_at: timestamp(),
      found_at: timestamp(),
      closed_at: timestamp().nullable(),
      status: text().oneOf('open', 'closed', 'vanished').default('open'),
    })
    schema.index('payment_differences', ['gateway', 'kind', 'reference', 'problem'], { unique: true })
    schema.index('payment_differences', ['status', 'id'])
    schema.index('payment_differences', ['gateway', 'occurred_at'], { where: "status = 'open'" })
    schema.index('payment_differences', ['charge_id'])
    schema.index('charges', ['gateway', 'settled_at', 'id'])
    schema.index('charges', ['gateway', 'payment_id'])
    schema.index('refunds', ['refund_id'])
    schema.index('refunds', ['key'])
  },
}
