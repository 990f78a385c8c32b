/** Plans, payment methods, charges, subscriptions, invoices. Amounts are integer minor units. */

import { shippedPlans } from './0006-shipped-plans.ts'
import { boolean, calendarDate, id, integer, json, key, type Migration, text, timestamp } from './schema.ts'

export const billing: Migration = {
  name: '0006-billing',
  up(schema) {
    schema.table(
      'plans',
      {
        id: key(),
        name: text(),
        description: text(),
        price: integer(),
        currency: text(),
        interval: text().oneOf('month', 'year'),
        popular: boolean().default(false),
        features: json(),
        // -1 is unlimited.
        job_postings: integer(),
        candidate_searches: integer(),
        team_members: integer(),
        position: integer(),
        created_at: timestamp(),
        updated_at: timestamp(),
      },
      { primaryKey: ['id'] },
    )
    schema.statement({ sqlite: shippedPlans(), postgres: shippedPlans() })

    schema.table('coupons', {
      id: id(),
      code: key(),
      percent_off: integer().nullable(),
      amount_off: integer().nullable(),
      expires_at: timestamp().nullable(),
      max_redemptions: integer().nullable(),
      redemptions: integer().default(0),
      // Empty for every plan.
      plans: json(),
      created_at: timestamp(),
    })
    schema.index('coupons', ['code'], { unique: true })

    schema.table('payment_methods', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      type: text().oneOf('card', 'mobile_money'),
      brand: text().nullable(),
      last4: text().nullable(),
      expiry_month: integer().nullable(),
      expiry_year: integer().nullable(),
      provider: text().nullable(),
      // Masked.
      phone: text().nullable(),
      nickname: text(),
      is_default: boolean(),
      gateway: text(),
      token: text(),
      created_at: timestamp(),
    })
    schema.index('payment_methods', ['user_id', 'id'])
    schema.index('payment_methods', ['user_id'], { unique: true, where: 'is_default' })

    schema.table(
      'gateway_customers',
      { user_id: integer().references('users', 'cascade'), gateway: text(), customer: text() },
      { primaryKey: ['user_id', 'gateway'] },
    )

    schema.table('charges', {
      id: id(),
      user_id: integer().references('users'),
      purpose: text(),
      // One charge at a time waits in a slot; one at most, waiting or paid, covers a thing.
      slot: text(),
      covers: text().nullable(),
      amount: integer(),
      currency: text(),
      status: text().oneOf('pending', 'succeeded', 'failed', 'refunded'),
      failure: text().nullable(),
      title: text(),
      period_start: timestamp(),
      period_end: timestamp(),
      details: json(),
      gateway: text(),
      key: key(),
      customer: text(),
      method_token: text(),
      method_label: text(),
      payment_id: key().nullable(),
      created_at: timestamp(),
      settled_at: timestamp().nullable(),
    })
    schema.index('charges', ['key'], { unique: true })
    schema.index('charges', ['slot'], { unique: true, where: "status = 'pending'" })
    schema.index('charges', ['covers'], { unique: true, where: "status in ('pending', 'succeeded')" })
    schema.index('charges', ['user_id', 'id'])

    // Messages of a gateway that were heard, so that a repeated one changes nothing.
    schema.table(
      'gateway_events',
      { gateway: text(), event: key(), received_at: timestamp() },
      { primaryKey: ['gateway', 'event'] },
    )
    schema.index('gateway_events', ['received_at'])

    schema.table('invoice_numbers', { year: integer(), last: integer() }, { primaryKey: ['year'] })
    schema.table('invoices', {
      id: id(),
      number: key(),
      user_id: integer().references('users'),
      charge_id: integer().references('charges'),
      date: calendarDate(),
      amount: integer(),
      currency: text(),
      status: text().oneOf('paid', 'refunded'),
      title: text(),
      period_start: calendarDate(),
      period_end: calendarDate(),
      seller: text(),
      buyer_name: text(),
      buyer_email: text(),
      paid_with: text(),
      created_at: timestamp(),
    })
    schema.index('invoices', ['number'], { unique: true })
    schema.index('invoices', ['charge_id'], { unique: true })
    schema.index('invoices', ['user_id', 'id'])

    schema.table('subscriptions', {
      id: id(),
      user_id: integer().references('users'),
      plan_id: key().references('plans'),
      state: text().oneOf('active', 'ending', 'past_due', 'canceled', 'expired'),
      // Counts the moves, so that a payment begun before a move is not taken for what came after it.
      version: integer(),
      started_at: timestamp(),
      period_start: timestamp(),
      period_end: timestamp(),
      // What this period is worth: the money it cost and the credit that went into it.
      period_value: integer(),
      anchor_day: integer(),
      payment_method_id: integer().references('payment_methods', 'set null').nullable(),
      canceled_at: timestamp().nullable(),
      cancel_reason: text().nullable(),
      past_due_since: timestamp().nullable(),
      retries: integer().default(0),
      retry_at: timestamp().nullable(),
      reminded_for: timestamp().nullable(),
      // When time moves it next; null when it never does.
      due_at: timestamp().nullable(),
      ended_at: timestamp().nullable(),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    schema.index('subscriptions', ['user_id'], {
      unique: true,
      where: "state in ('active', 'ending', 'past_due')",
    })
    schema.index('subscriptions', ['user_id', 'id'])
    schema.index('subscriptions', ['due_at', 'id'])

    schema.table(
      'period_usage',
      {
        user_id: integer().references('users', 'cascade'),
        entitlement: text(),
        period_start: timestamp(),
        used: integer(),
      },
      { primaryKey: ['user_id', 'entitlement', 'period_start'] },
    )
  },
}
