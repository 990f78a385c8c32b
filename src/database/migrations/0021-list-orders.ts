/** The orders of lists for administrators: people by name, payments by amount, subscriptions by end. */

import { key, type Migration } from './schema.ts'

export const listOrders: Migration = {
  name: '0021-list-orders',
  up(schema) {
    schema.addColumn('users', 'sort_name', key().default(''))
    // The service folds accents as well, from the next change of a name on.
    const fill = `update "users" set "sort_name" = lower(substr("name", 1, 200)) where "deleted_at" is null`
    schema.statement({ sqlite: fill, postgres: fill })
    schema.index('users', ['sort_name', 'id'], { where: 'deleted_at is null' })
    schema.index('charges', ['amount', 'id'])
    schema.index('subscriptions', ['period_end', 'id'])
  },
}
