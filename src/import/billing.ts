/** Plans, what people pay with, and subscriptions, which are renewed here when their period ends. */

import { Type } from 'typebox'
import { Id, nullable, oneOf } from '#core/schema.ts'
import { subtractDuration } from '#core/time.ts'
import { methodLimit } from '#features/payments/index.ts'
import { paymentMethodRecord } from '#features/payments/methods/record.ts'
import { planRecord } from '#features/subscriptions/plans/record.ts'
import { subscriptionRecord } from '#features/subscriptions/record.ts'
import { describeCardNumber } from './card-numbers.ts'
import { defineImport, importOf } from './import-of.ts'
import { CurrencyCode, describeUnknownCurrency, MinorUnits } from './money.ts'
import type { ImportRow } from './table.ts'

const Limit = Type.Integer({ minimum: -1, maximum: 1_000_000, description: '-1 is unlimited.' })
const PlanId = Type.String({ pattern: '^[a-z0-9_-]{1,50}$' })
const Gateway = oneOf('stripe', 'sandbox')

export const plans = importOf(planRecord, {
  description: 'One plan a line. The price is in the smallest unit of the currency, such as cents.',
  extra: {
    id: PlanId,
    price: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    job_postings: Limit,
    candidate_searches: Limit,
    team_members: Limit,
    order: Type.Integer({ minimum: 0, maximum: 1_000 }),
  },
  bounds: { description: 2_000, features: 200 },
  defaults: { currency: undefined, order: 100 },
  computed: ['position', 'created_at', 'updated_at'],
  convert: ({ order }, { now }) => ({ position: order, created_at: now, updated_at: now }),
})

export const paymentMethods = importOf(paymentMethodRecord, {
  description: 'One card or mobile wallet a line, as the token of the gateway; a number of a card is never stored.',
  extra: {
    last4: nullable(Type.String({ pattern: '^[0-9]{4}$' })),
    country: nullable(Type.String({ pattern: '^[A-Z]{2}$', description: 'Where it was issued (ISO 3166-1 alpha-2).' })),
    gateway: Gateway,
    token: Type.String({ minLength: 1, maxLength: 255, description: 'The id of the payment method at the gateway.' }),
  },
  bounds: {
    ...{ brand: 50, provider: 50, phone: 50, nickname: 100 },
    expiry_month: [1, 12],
    expiry_year: [2000, 2100],
  },
  defaults: { nickname: '', is_default: false, gateway: 'stripe' },
  references: { user_id: 'users' },
  limits: [{ column: 'user_id', most: methodLimit.maxRows, texts: ['nickname'] }],
  unique: 'is_default and the same user_id',
  uniqueKeys: [{ columns: ['user_id'], where: 'is_default' }],
  check: describeCardNumber('nickname', 'token', 'phone', 'provider'),
})

export const gatewayCustomers = defineImport({
  name: 'gateway_customers',
  description: 'Who a person is at the gateway, one person a line: `stripe_id` of Laravel Cashier.',
  columns: { user_id: Id, gateway: Gateway, customer: Type.String({ minLength: 1, maxLength: 255 }) },
  references: { user_id: 'users' },
  key: ['user_id', 'gateway'],
  defaults: { gateway: 'stripe' },
})

/**
 * Three days before the end of its period it is known whether there is something to be reminded of. The former system did it where
 * that is over.
 */
function planReminder({ period_end }: ImportRow, now: string) {
  const reminder = subtractDuration(period_end, { days: 3 })
  return now >= reminder ? { reminded_for: period_end, due_at: period_end } : { reminded_for: null, due_at: reminder }
}

export const subscriptions = importOf(subscriptionRecord, {
  description: 'One subscription a line. One that is active is charged at the end of its period.',
  without: ['past_due_since', 'retries', 'retry_at'],
  extra: {
    plan_id: PlanId,
    currency: nullable(CurrencyCode),
    state: oneOf('active', 'ending', 'canceled', 'expired'),
  },
  bounds: { cancel_reason: 255, period_value: [MinorUnits.minimum, MinorUnits.maximum] },
  descriptions: {
    period_value:
      'What was paid for the period, in the smallest unit of the currency, which is credited when the plan is changed; 0 unless given.',
  },
  defaults: { state: 'active', period_value: 0 },
  computed: ['version', 'anchor_day', 'reminded_for', 'due_at', 'created_at', 'updated_at'],
  references: { user_id: 'users', plan_id: 'plans', company_id: 'companies', payment_method_id: 'payment_methods' },
  unique: 'the same user_id, or the same company_id, and has not ended',
  uniqueKeys: [
    { columns: ['company_id'], where: "company_id is not null and state in ('active', 'ending', 'past_due')" },
    { columns: ['user_id'], where: "company_id is null and state in ('active', 'ending', 'past_due')" },
  ],
  check: describeUnknownCurrency,
  convert(row, { now }) {
    const isLive = row.state === 'active' || row.state === 'ending'
    return {
      version: 1,
      anchor_day: Number(row.period_start.slice(8, 10)),
      canceled_at: row.canceled_at ?? (row.state === 'active' ? null : row.period_end),
      ...(isLive ? planReminder(row, now) : { reminded_for: null, due_at: null }),
      ended_at: isLive ? null : (row.ended_at ?? row.period_end),
      created_at: row.started_at,
      updated_at: now,
    }
  },
})
