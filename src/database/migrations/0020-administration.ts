/** Refunds by administrators, canceled mails, figures by day, and the indexes of lists for administrators. */

import { calendarDate, id, integer, key, type Migration, text, timestamp } from './schema.ts'

export const administration: Migration = {
  name: '0020-administration',
  up(schema) {
    schema.table('refunds', {
      id: id(),
      charge_id: integer().references('charges', 'cascade'),
      amount: integer(),
      status: text().oneOf('pending', 'succeeded', 'failed'),
      reason: text(),
      // The gateway refunds once per key.
      key: text(),
      // Why the gateway refused it; empty otherwise.
      failure: text().default(''),
      created_at: timestamp(),
      settled_at: timestamp().nullable(),
    })
    schema.index('refunds', ['charge_id', 'id'])
    schema.addColumn('charges', 'refunded_amount', integer().default(0))
    schema.addColumn('invoices', 'refunded_amount', integer().default(0))
    schema.index('charges', ['status', 'id'])
    schema.index('refunds', ['settled_at'])
    schema.index('invoices', ['date'])
    // Whole refunds had no rows of their own.
    for (const statement of listBackfills()) schema.statement({ sqlite: statement, postgres: statement })

    schema.index('subscriptions', ['state', 'id'])
    schema.index('subscriptions', ['plan_id', 'id'])

    schema.addColumn('mails', 'canceled_at', timestamp().nullable())
    schema.index('mails', ['id'], { where: 'sent_at is null and failed_at is null and canceled_at is null' })
    schema.index('mails', ['failed_at', 'id'], { where: 'failed_at is not null' })
    schema.index('mails', ['canceled_at', 'id'], { where: 'canceled_at is not null' })

    schema.index('tasks', ['kind', 'id'])

    // What happened on a day in UTC, once the day is over.
    schema.table(
      'daily_figures',
      { day: calendarDate(), name: key(), value: integer() },
      { primaryKey: ['day', 'name'] },
    )
    schema.index('activity_log', ['created_at', 'activity_type', 'user_id'])
  },
}

const listBackfills = () => [
  `insert into "refunds" ("charge_id", "amount", "status", "reason", "key", "created_at", "settled_at")
    select "id", "amount", 'succeeded', '', 'refund-' || "key", "settled_at", "settled_at" from "charges"
    where "status" = 'refunded' and "settled_at" is not null`,
  `update "charges" set "refunded_amount" = "amount" where "status" = 'refunded'`,
  `update "invoices" set "refunded_amount" = "amount" where "status" = 'refunded'`,
]
