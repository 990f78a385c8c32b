/** Tables of plans, payments and subscriptions. Amounts are integer minor units. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

/** The address on invoices; missing lines are empty texts. */
export interface BillingAddress {
  name: string
  line1: string
  line2: string
  city: string
  region: string
  postal_code: string
  country: string
  tax_id: string
}

interface GatewayCustomersTable {
  user_id: number
  gateway: string
  customer: string
}

export type ChargeStatus = 'pending' | 'succeeded' | 'failed' | 'refunded'

interface GatewayEventsTable {
  gateway: string
  event: string
  received_at: Timestamp
}

interface InvoiceNumbersTable {
  year: number
  last: number
}

export type SubscriptionState = 'active' | 'ending' | 'past_due' | 'canceled' | 'expired'

interface SubscriptionsTable {
  id: Generated<number>
  user_id: number
  plan_id: string
  /** Null for the first currency of the plan. */
  currency: Generated<string | null>
  state: SubscriptionState
  version: number
  started_at: Timestamp
  period_start: Timestamp
  period_end: Timestamp
  period_value: number
  anchor_day: number
  payment_method_id: number | null
  canceled_at: Timestamp | null
  cancel_reason: string | null
  past_due_since: Timestamp | null
  retries: Generated<number>
  retry_at: Timestamp | null
  reminded_for: Timestamp | null
  due_at: Timestamp | null
  ended_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
}

interface PeriodUsageTable {
  user_id: number
  entitlement: string
  period_start: Timestamp
  used: number
}

export interface BillingTables {
  gateway_customers: GatewayCustomersTable
  gateway_events: GatewayEventsTable
  invoice_numbers: InvoiceNumbersTable
  subscriptions: SubscriptionsTable
  period_usage: PeriodUsageTable
}
