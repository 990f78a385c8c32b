/** Reports that a gateway did not give are differences too, which have no currency. */

import { type Migration, text } from './schema.ts'

export const reportsNotCompared: Migration = {
  name: '0115-reports-not-compared',
  up(schema) {
    schema.rebuild('payment_differences', {
      kind: text().oneOf('payment', 'refund', 'dispute', 'report'),
      currency: text().nullable(),
    })
  },
}
