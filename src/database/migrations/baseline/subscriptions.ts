/** Plans, subscriptions, and what of them was used. */

import { boolean, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'

export function defineSubscriptions(schema: Schema) {
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
      // The prices besides the first one, which stays in its columns: [{currency, amount}], in minor units.
      other_prices: json().default('[]'),
      // A retired plan is not offered any more; subscriptions to it go on.
      retired: boolean().default(false),
    },
    { primaryKey: ['id'] },
  )

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
    payment_method_id: integer().nullable().references('payment_methods', 'set null'),
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
    // Null is the first currency of the plan.
    currency: text().nullable(),
    // Null for the plan of the person.
    company_id: integer().nullable().references('companies'),
  })
  schema.index('subscriptions', ['user_id', 'id'])
  schema.index('subscriptions', ['due_at', 'id'])
  schema.index('subscriptions', ['state', 'id'])
  schema.index('subscriptions', ['plan_id', 'id'])
  schema.index('subscriptions', ['period_end', 'id'])
  schema.index('subscriptions', ['user_id'], {
    unique: true,
    where: "company_id is null and state in ('active', 'ending', 'past_due')",
  })
  schema.index('subscriptions', ['company_id'], {
    unique: true,
    where: "company_id is not null and state in ('active', 'ending', 'past_due')",
  })
  schema.index('subscriptions', ['company_id', 'id'], { where: 'company_id is not null' })

  const period_usage = schema.table(
    'period_usage',
    {
      user_id: integer().references('users', 'cascade'),
      entitlement: text(),
      period_start: timestamp(),
      used: integer(),
    },
    { primaryKey: ['user_id', 'entitlement', 'period_start'] },
  )
  return { period_usage }
}
