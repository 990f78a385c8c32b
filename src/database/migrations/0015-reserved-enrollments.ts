/** A place in a course that is not paid for yet. */

import { boolean, type Migration } from './schema.ts'

export const reservedEnrollments: Migration = {
  name: '0015-reserved-enrollments',
  up(schema) {
    // Such an enrollment is shown as paused, gives no access and is not counted.
    schema.addColumn('enrollments', 'awaiting_payment', boolean().default(false))
  },
}
