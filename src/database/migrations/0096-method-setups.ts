/** Cards that people add on a page of the payment gateway: one row for each page, from its begin until what became of it. */

import { boolean, id, integer, type Migration, text, timestamp } from './schema.ts'

export const methodSetups: Migration = {
  name: '0096-method-setups',
  up(schema) {
    schema.table('method_setups', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      type: text().oneOf('card'),
      status: text().oneOf('open', 'succeeded', 'expired'),
      gateway: text(),
      // The page at the gateway; null until the gateway has made it.
      session_id: text().nullable(),
      url: text().nullable(),
      // The path of the frontend that wants the method.
      next: text().nullable(),
      is_default: boolean(),
      payment_method_id: integer().references('payment_methods', 'set null').nullable(),
      expires_at: timestamp(),
      ended_at: timestamp().nullable(),
      created_at: timestamp(),
    })
    schema.index('method_setups', ['user_id', 'id'])
    schema.index('method_setups', ['user_id'], { where: "status = 'open'" })
    schema.index('method_setups', ['gateway', 'session_id'], { unique: true })
    schema.index('method_setups', ['payment_method_id'])
    schema.index('method_setups', ['ended_at'])
  },
}
