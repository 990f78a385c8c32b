/** What a gateway says it has booked. */

/** From the first moment to before the second. */
export interface Period {
  from: string
  to: string
}

/** Money that a gateway booked, as its own report has it. */
export interface StatementLine {
  kind: 'payment' | 'refund' | 'dispute'
  /** The id of the payment, the refund or the dispute at the gateway; the receipt where there are receipts. */
  reference: string
  /** Minor units. */
  amount: number
  currency: string
  at: string
}
