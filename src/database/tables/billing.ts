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

interface PlansTable {
  id: string
  name: string
  description: string
  price: number
  currency: string
  interval: 'month' | 'year'
  popular: Generated<boolean>
  features: string[]
  job_postings: number
  candidate_searches: number
  team_members: number
  position: number
  created_at: Timestamp
  updated_at: Timestamp
}

interface CouponsTable {
  id: Generated<number>
  code: string
  percent_off: number | null
  amount_off: number | null
  expires_at: Timestamp | null
  max_redemptions: number | null
  redemptions: Generated<number>
  plans: string[]
  created_at: Timestamp
}

interface PaymentMethodsTable {
  id: Generated<number>
  user_id: number
  type: 'card' | 'mobile_money'
  brand: string | null
  last4: string | null
  expiry_month: number | null
  expiry_year: number | null
  provider: string | null
  phone: string | null
  nickname: string
  is_default: boolean
  gateway: string
  token: string
  created_at: Timestamp
}

interface GatewayCustomersTable {
  user_id: number
  gateway: string
  customer: string
}

export type ChargeStatus = 'pending' | 'succeeded' | 'failed' | 'refunded'

interface ChargesTable {
  id: Generated<number>
  user_id: number
  purpose: string
  slot: string
  covers: string | null
  amount: number
  currency: string
  status: ChargeStatus
  failure: string | null
  title: string
  period_start: Timestamp
  period_end: Timestamp
  details: object
  gateway: string
  key: string
  customer: string
  method_token: string
  method_label: string
  payment_id: string | null
  created_at: Timestamp
  settled_at: Timestamp | null
  refunded_amount: Generated<number>
}

interface GatewayEventsTable {
  gateway: string
  event: string
  received_at: Timestamp
}

interface InvoiceNumbersTable {
  year: number
  last: number
}

interface InvoicesTable {
  id: Generated<number>
  number: string
  user_id: number
  charge_id: number
  /** `YYYY-MM-DD`, as are the ends of the period. */
  date: string
  amount: number
  currency: string
  status: 'paid' | 'refunded'
  title: string
  period_start: string
  period_end: string
  seller: string
  buyer_name: string
  buyer_email: string
  paid_with: string
  created_at: Timestamp
  seller_address: Generated<string>
  seller_tax_id: Generated<string>
  buyer_address: Generated<BillingAddress | null>
  tax_name: Generated<string>
  /** Hundredths of a percent. */
  tax_rate: Generated<number>
  /** Contained in the amount. */
  tax_amount: Generated<number>
  tax_note: Generated<string>
  refunded_on: Generated<string | null>
  /** Minor units. */
  refunded_amount: Generated<number>
}

export type SubscriptionState = 'active' | 'ending' | 'past_due' | 'canceled' | 'expired'

interface SubscriptionsTable {
  id: Generated<number>
  user_id: number
  plan_id: string
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
  plans: PlansTable
  coupons: CouponsTable
  payment_methods: PaymentMethodsTable
  gateway_customers: GatewayCustomersTable
  charges: ChargesTable
  gateway_events: GatewayEventsTable
  invoice_numbers: InvoiceNumbersTable
  invoices: InvoicesTable
  subscriptions: SubscriptionsTable
  period_usage: PeriodUsageTable
}
