/** Renewals by phone, of which people are reminded. */

import type { Migration } from './schema.ts'

export const phoneRenewals: Migration = {
  name: '0069-phone-renewals',
  up(schema) {
    // The time of the next move is set anew by the background, because it did not know of the reminder.
    const update = `update subscriptions set due_at = period_start where state = 'active' and user_id in
      (select user_id from payment_methods where type = 'mobile_money')`
    schema.statement({ sqlite: update, postgres: update })
  },
}
