/** Refunds as the interface of payment gateways has them. */

/** A refund to make, in whole or in part. The same key is never refunded twice. */
export interface RefundOrder {
  key: string
  /** The key of the order that was paid. */
  charge_key: string
  payment_id: string
  /** Minor units. */
  amount: number
  currency: string
  /** Whether it is all of the payment. */
  is_whole: boolean
  /** When the refund was requested first. */
  since: string
  /** What other refunds have returned of the payment, or are returning, in minor units. */
  others_amount: number
}

/** How to find a refund, even when its id was lost. */
export interface RefundReference {
  refund_id: string | null
  key: string
  payment_id: string
  /** Minor units. */
  amount: number
  currency: string
  /** The refund was requested at this time or later. */
  since: string
  /** The ids of other refunds of the payment, which it is not. */
  other_ids: readonly string[]
}

export type RefundOutcome =
  | { status: 'succeeded' | 'pending'; refund_id: string | null }
  /** No money was returned with this key, and none will be; `reason` is a message for administrators, in English. */
  | { status: 'failed'; refund_id: string | null; reason: string }
