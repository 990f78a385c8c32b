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

/** What a gateway remembers for all instances. */
interface GatewayStatesTable {
  gateway: string
  /** Encrypted; null before the first one. */
  token: Generated<string | null>
  expires_at: Generated<Timestamp | null>
  /** Rises with each token. */
  version: number
  /** Until when an instance renews the token; null when none does. */
  renewed_until: Generated<Timestamp | null>
  /** Until when the money that arrived was listed. */
  pulled_at: Generated<Timestamp | null>
}

/** A request whose result comes as a message; `code` is null until then. */
interface GatewayResultsTable {
  gateway: string
  key: string
  code: string | null
  requested_at: Timestamp
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

/** What all members of a company used of its plan. */
interface CompanyUsageTable {
  company_id: number
  entitlement: string
  period_start: Timestamp
  used: number
}

export interface BillingTables {
  gateway_customers: GatewayCustomersTable
  gateway_events: GatewayEventsTable
  gateway_states: GatewayStatesTable
  gateway_results: GatewayResultsTable
  invoice_numbers: InvoiceNumbersTable
  credit_note_numbers: CreditNoteNumbersTable
  period_usage: PeriodUsageTable
  company_usage: CompanyUsageTable
}
