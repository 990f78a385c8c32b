/** Payment methods, charges, refunds, and what gateways say of them. Amounts are integer minor units. */

import { boolean, calendarDate, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'

export function definePayments(schema: Schema) {
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
    currency: text().nullable(),
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
    country: text().nullable(),
    action_url: text().nullable(),
    action_expires_at: timestamp().nullable(),
    // At the gateway, until the person has confirmed the method; null for one that can be charged.
    setup_id: text().nullable(),
    // Whether it becomes the default one then.
    setup_default: boolean().default(false),
    // The number, encrypted with the secret of the installation; null for other methods, and for those of before.
    phone_secret: text().nullable(),
  })
  schema.index('payment_methods', ['user_id', 'id'])
  schema.index('payment_methods', ['user_id'], { unique: true, where: 'is_default' })

  const gateway_customers = schema.table(
    'gateway_customers',
    {
      user_id: integer().references('users', 'cascade'),
      gateway: text(),
      customer: text(),
    },
    { primaryKey: ['user_id', 'gateway'] },
  )

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
    payment_method_id: integer().nullable().references('payment_methods', 'set null'),
    expires_at: timestamp(),
    ended_at: timestamp().nullable(),
    created_at: timestamp(),
  })
  schema.index('method_setups', ['user_id', 'id'])
  schema.index('method_setups', ['user_id'], { where: "status = 'open'" })
  schema.index('method_setups', ['gateway', 'session_id'], { unique: true })
  schema.index('method_setups', ['payment_method_id'])
  schema.index('method_setups', ['ended_at'])

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
    refunded_amount: integer().default(0),
    // Whether the person waits for the answer, so that the bank may ask for a confirmation.
    present: boolean().default(false),
    // It failed because the bank would have asked.
    needs_person: boolean().default(false),
    action_url: text().nullable(),
    action_expires_at: timestamp().nullable(),
    // Of a payment that was recorded by hand: the number on the receipt or statement, and the day.
    reference: text().nullable(),
    received_on: calendarDate().nullable(),
    phone_secret: text().nullable(),
    // `redirect`, `prompt`, or `unanswered` for a prompt that ended without an answer; null is `redirect` with an
    // address.
    action_kind: text().nullable(),
    // When the phone was last asked; null for other methods.
    prompted_at: timestamp().nullable(),
    // What the payer sees as the account; null where the gateway lists no money by it.
    account_reference: key().nullable(),
    // The number of the receipt at such a gateway, once it is known.
    receipt: key().nullable(),
    // Where the payment method was issued, which says where a buyer without an address is.
    method_country: text().nullable(),
  })
  schema.index('charges', ['key'], { unique: true })
  schema.index('charges', ['slot'], { unique: true, where: "status = 'pending'" })
  schema.index('charges', ['covers'], { unique: true, where: "status in ('pending', 'succeeded')" })
  schema.index('charges', ['user_id', 'id'])
  schema.index('charges', ['status', 'id'])
  schema.index('charges', ['amount', 'id'])
  // Not unique: the last release writes the table too. A receipt is looked for in the serializable transaction
  // that records it.
  schema.index('charges', ['account_reference'])
  schema.index('charges', ['gateway', 'receipt'])
  schema.index('charges', ['gateway', 'settled_at', 'id'])
  schema.index('charges', ['gateway', 'payment_id'])

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
    // The refund at the gateway; null until the gateway has it.
    refund_id: text().nullable(),
    // How often it was tried; the gateway refunds once for each try.
    tries: integer().default(1),
    // When an administrator decided that a failed refund needs nothing more.
    closed_at: timestamp().nullable(),
  })
  schema.index('refunds', ['charge_id', 'id'])
  schema.index('refunds', ['settled_at'])
  schema.index('refunds', ['status', 'id'])
  schema.index('refunds', ['refund_id'])
  schema.index('refunds', ['key'])

  // Events of a gateway that were processed, so that a repeated event changes nothing.
  const gateway_events = schema.table(
    'gateway_events',
    { gateway: text(), event: key(), received_at: timestamp() },
    { primaryKey: ['gateway', 'event'] },
  )
  schema.index('gateway_events', ['received_at'])

  const gateway_states = schema.table(
    'gateway_states',
    {
      gateway: key(),
      // Encrypted; null before the first one.
      token: text().nullable(),
      expires_at: timestamp().nullable(),
      // Rises with each token.
      version: integer(),
      // Until when an instance renews the token; null when none does.
      renewed_until: timestamp().nullable(),
      // Until when the money that arrived was listed.
      pulled_at: timestamp().nullable(),
    },
    { primaryKey: ['gateway'] },
  )

  const gateway_results = schema.table(
    'gateway_results',
    {
      gateway: key(),
      key: key(),
      code: text().nullable(),
      requested_at: timestamp(),
    },
    { primaryKey: ['gateway', 'key'] },
  )
  schema.index('gateway_results', ['requested_at'])

  schema.table('unmatched_payments', {
    id: id(),
    // `manual`, or the gateway at which it arrived.
    gateway: text(),
    method: text(),
    reference: key(),
    amount: integer(),
    currency: text(),
    received_on: calendarDate(),
    note: text(),
    status: text().oneOf('waiting', 'matched', 'returned'),
    charge_id: integer().nullable().references('charges'),
    created_at: timestamp(),
    settled_at: timestamp().nullable(),
  })
  schema.index('unmatched_payments', ['gateway', 'method', 'reference'], { unique: true })
  schema.index('unmatched_payments', ['status', 'id'])
  schema.index('unmatched_payments', ['charge_id'])

  schema.table('payment_differences', {
    id: id(),
    gateway: text(),
    kind: text().oneOf('payment', 'refund', 'dispute'),
    problem: text().oneOf('missing_here', 'missing_there', 'other_amount', 'other_state'),
    // The id at the gateway, or ours where there is none.
    reference: key(),
    charge_id: integer().nullable().references('charges'),
    // In minor units; null for what is missing or not known.
    amount_here: integer().nullable(),
    amount_there: integer().nullable(),
    currency: text(),
    occurred_at: timestamp(),
    found_at: timestamp(),
    closed_at: timestamp().nullable(),
    status: text().oneOf('open', 'closed', 'vanished').default('open'),
  })
  schema.index('payment_differences', ['gateway', 'kind', 'reference', 'problem'], { unique: true })
  schema.index('payment_differences', ['status', 'id'])
  schema.index('payment_differences', ['gateway', 'occurred_at'], { where: "status = 'open'" })
  schema.index('payment_differences', ['charge_id'])
  return { gateway_customers, gateway_events, gateway_states, gateway_results }
}
