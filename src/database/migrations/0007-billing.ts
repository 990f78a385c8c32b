/** Plans, payment methods, charges, subscriptions, invoices. Amounts are integer minor units. */

import { boolean, calendarDate, id, integer, json, key, type Migration, text, timestamp } from './schema.ts'
import { shippedPlans } from './shipped-plans.ts'

export const billing: Migration = {
  name: '0007-billing',
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
      // Empty when the coupon is valid for every plan.
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
      // At most one pending charge has a slot; at most one pending or paid charge covers a purchase.
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

    // Events of a gateway that were processed, so that a repeated event changes nothing.
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
      seller_address: text().default(''),
      seller_tax_id: text().default(''),
      buyer_name: text(),
      buyer_email: text(),
      buyer_address: json().nullable(),
      paid_with: text(),
      tax_name: text().default(''),
      // Hundredths of a percent.
      tax_rate: integer().default(0),
      // Contained in the amount, in minor units.
      tax_amount: integer().default(0),
      // The reason when there is no tax.
      tax_note: text().default(''),
      refunded_on: calendarDate().nullable(),
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
      // Incremented by each transition, so that a payment that began before a transition is recognized.
      version: integer(),
      started_at: timestamp(),
      period_start: timestamp(),
      period_end: timestamp(),
      // The value of this period: the amount paid and the credit used.
      period_value: integer(),
      anchor_day: integer(),
      payment_method_id: integer().references('payment_methods', 'set null').nullable(),
      canceled_at: timestamp().nullable(),
      cancel_reason: text().nullable(),
      past_due_since: timestamp().nullable(),
      retries: integer().default(0),
      retry_at: timestamp().nullable(),
      reminded_for: timestamp().nullable(),
      // The time of the next transition; null when there is none.
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
