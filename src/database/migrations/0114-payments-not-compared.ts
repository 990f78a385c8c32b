/** Payments about which a gateway could not be asked are differences too. */

import { type Migration, text } from './schema.ts'

export const paymentsNotCompared: Migration = {
  name: '0114-payments-not-compared',
  up(schema) {
    schema.rebuild('payment_differences', {
      problem: text().oneOf('missing_here', 'missing_there', 'other_amount', 'other_state', 'not_compared'),
    })
  },
}
