/** Tables of plans, payments and subscriptions. Amounts are integer minor units. */

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

interface CreditNoteNumbersTable {
  year: number
  last: number
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
  credit_note_numbers: CreditNoteNumbersTable
  period_usage: PeriodUsageTable
}
