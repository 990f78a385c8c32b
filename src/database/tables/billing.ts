/** Values in the tables of plans, payments and subscriptions. Amounts are integer minor units. */

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

export type ChargeStatus = 'pending' | 'succeeded' | 'failed' | 'refunded'
