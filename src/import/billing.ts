/** Plans, what people pay with, and subscriptions, which are renewed here when their period ends. */

import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { subtractDuration } from '#core/time.ts'
import { methodLimit } from '#features/payments/index.ts'
import { describeCardNumber } from './card-numbers.ts'
import { CurrencyCode, describeUnknownCurrency, MinorUnits } from './money.ts'
import { type ImportRow, type ImportTable, Line, optional, Strings } from './table.ts'

const Short = Type.String({ maxLength: 255 })
const Limit = Type.Integer({ minimum: -1, maximum: 1_000_000, description: '-1 is unlimited.' })
const PlanId = Type.String({ pattern: '^[a-z0-9_-]{1,50}$' })
const Gateway = optional(oneOf('stripe', 'sandbox'))

export const plans: ImportTable = {
  name: 'plans',
  description: 'One plan a line. The price is in the smallest unit of the currency, such as cents.',
  columns: {
    id: PlanId,
    name: Line(100),
    description: optional(Type.String({ maxLength: 2_000 })),
    price: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    interval: optional(oneOf('month', 'year')),
    popular: optional(Type.Boolean()),
    features: optional(Strings('What the plan offers, as texts.')),
    job_postings: Limit,
    candidate_searches: Limit,
    team_members: Limit,
    order: optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  },
  stored: {
    id: 'text',
    name: 'text',
    description: 'text',
    price: 'integer',
    currency: 'text',
    interval: 'text',
    popular: 'boolean',
    features: 'json',
    job_postings: 'integer',
    candidate_searches: 'integer',
    team_members: 'integer',
    position: 'integer',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  convert: (row, { now }) => ({
    ...row,
    description: row.description ?? '',
    interval: row.interval ?? 'month',
    popular: row.popular ?? false,
    features: row.features ?? [],
    position: row.order ?? 100,
    created_at: now,
    updated_at: now,
  }),
}

export const paymentMethods: ImportTable = {
  name: 'payment_methods',
  description: 'One card or mobile wallet a line, as the token of the gateway; a number of a card is never stored.',
  columns: {
    id: Id,
    user_id: Id,
    type: oneOf('card', 'mobile_money'),
    brand: optional(nullable(Type.String({ maxLength: 50 }))),
    last4: optional(nullable(Type.String({ pattern: '^[0-9]{4}$' }))),
    expiry_month: optional(nullable(Type.Integer({ minimum: 1, maximum: 12 }))),
    expiry_year: optional(nullable(Type.Integer({ minimum: 2000, maximum: 2100 }))),
    provider: optional(nullable(Type.String({ maxLength: 50 }))),
    phone: optional(nullable(Type.String({ maxLength: 50, description: 'Masked, like `+254•••••678`.' }))),
    country: optional(
      nullable(Type.String({ pattern: '^[A-Z]{2}$', description: 'Where it was issued (ISO 3166-1 alpha-2).' })),
    ),
    nickname: optional(Type.String({ maxLength: 100 })),
    is_default: optional(Type.Boolean()),
    gateway: Gateway,
    token: Type.String({ minLength: 1, maxLength: 255, description: 'The id of the payment method at the gateway.' }),
    created_at: optional(DateTime),
  },
  references: { user_id: 'users' },
  limits: [{ column: 'user_id', most: methodLimit.maxRows, texts: ['nickname'] }],
  unique: 'is_default and the same user_id',
  uniqueKeys: [{ columns: ['user_id'], where: 'is_default' }],
  stored: {
    id: 'integer',
    user_id: 'integer',
    type: 'text',
    brand: 'text',
    last4: 'text',
    expiry_month: 'integer',
    expiry_year: 'integer',
    provider: 'text',
    phone: 'text',
    country: 'text',
    nickname: 'text',
    is_default: 'boolean',
    gateway: 'text',
    token: 'text',
    created_at: 'timestamp',
  },
  check: describeCardNumber('nickname', 'token', 'phone', 'provider'),
  convert: (row, { now }) => ({
    ...row,
    country: row.country ?? null,
    nickname: row.nickname ?? '',
    is_default: row.is_default ?? false,
    gateway: row.gateway ?? 'stripe',
    created_at: row.created_at ?? now,
  }),
}

export const gatewayCustomers: ImportTable = {
  name: 'gateway_customers',
  description: 'Who a person is at the gateway, one person a line: `stripe_id` of Laravel Cashier.',
  columns: { user_id: Id, gateway: Gateway, customer: Type.String({ minLength: 1, maxLength: 255 }) },
  references: { user_id: 'users' },
  key: ['user_id', 'gateway'],
  stored: { user_id: 'integer', gateway: 'text', customer: 'text' },
  convert: (row) => ({ ...row, gateway: row.gateway ?? 'stripe' }),
}

/**
 * Three days before the end of its period it is known whether there is something to be reminded of. The former system did it where
 * that is over.
 */
function planReminder({ period_end }: ImportRow, now: string) {
  const reminder = subtractDuration(period_end, { days: 3 })
  return now >= reminder ? { reminded_for: period_end, due_at: period_end } : { reminded_for: null, due_at: reminder }
}

export const subscriptions: ImportTable = {
  name: 'subscriptions',
  description: 'One subscription a line. One that is active is charged at the end of its period.',
  columns: {
    id: Id,
    user_id: Id,
    plan_id: PlanId,
    state: optional(oneOf('active', 'ending', 'canceled', 'expired')),
    company_id: optional(nullable(Id)),
    currency: optional(nullable(CurrencyCode)),
    started_at: DateTime,
    period_start: DateTime,
    period_end: DateTime,
    period_value: optional(
      Type.Integer({
        ...MinorUnits,
        description:
          'What was paid for the period, in the smallest unit of the currency, which is credited when the plan is changed; 0 unless given.',
      }),
    ),
    payment_method_id: optional(nullable(Id)),
    canceled_at: optional(nullable(DateTime)),
    cancel_reason: optional(nullable(Short)),
    ended_at: optional(nullable(DateTime)),
  },
  references: { user_id: 'users', plan_id: 'plans', company_id: 'companies', payment_method_id: 'payment_methods' },
  unique: 'the same user_id, or the same company_id, and has not ended',
  uniqueKeys: [
    { columns: ['company_id'], where: "company_id is not null and state in ('active', 'ending', 'past_due')" },
    { columns: ['user_id'], where: "company_id is null and state in ('active', 'ending', 'past_due')" },
  ],
  stored: {
    id: 'integer',
    user_id: 'integer',
    company_id: 'integer',
    plan_id: 'text',
    currency: 'text',
    state: 'text',
    version: 'integer',
    started_at: 'timestamp',
    period_start: 'timestamp',
    period_end: 'timestamp',
    period_value: 'integer',
    anchor_day: 'integer',
    payment_method_id: 'integer',
    canceled_at: 'timestamp',
    cancel_reason: 'text',
    reminded_for: 'timestamp',
    due_at: 'timestamp',
    ended_at: 'timestamp',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  check: describeUnknownCurrency,
  convert(row, { now }) {
    const state = row.state ?? 'active'
    const isLive = state === 'active' || state === 'ending'
    return {
      ...row,
      state,
      version: 1,
      company_id: row.company_id ?? null,
      currency: row.currency ?? null,
      period_value: row.period_value ?? 0,
      anchor_day: Number(row.period_start.slice(8, 10)),
      payment_method_id: row.payment_method_id ?? null,
      canceled_at: row.canceled_at ?? (state === 'active' ? null : row.period_end),
      cancel_reason: row.cancel_reason ?? null,
      ...(isLive ? planReminder(row, now) : { reminded_for: null, due_at: null }),
      ended_at: isLive ? null : (row.ended_at ?? row.period_end),
      created_at: row.started_at,
      updated_at: now,
    }
  },
}
