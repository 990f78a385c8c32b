import type { Transaction } from '#context.ts'
import type { ChargeStatus } from '#database/tables/billing.ts'
import type { Task } from '#platform/tasks.ts'
import type { ChargeableMethod } from '../methods/service.ts'

export interface Charge {
  id: number
  user_id: number
  purpose: string
  /** Minor units. */
  amount: number
  currency: string
  status: ChargeStatus
  /** Why it failed, or why the money goes back, as a sentence for the customer; null as long as all is well. */
  failure: string | null
  title: string
  period_start: string
  period_end: string
  details: object
  gateway: string
  key: string
  customer: string
  method_token: string
  method_label: string
  payment_id: string | null
  created_at: string
}

/** What somebody paid for, from one moment to another; the same one twice for what is bought once. */
export interface Period {
  start: string
  end: string
}

/** The period of what is bought once, like a course: the invoice has its date alone. */
export function currentPeriod(tx: Transaction): Period {
  const now = tx.clock.now()
  return { start: now, end: now }
}

/** What a charge is for, and what follows from it. Both run once, in the transaction that settles the charge. */
export interface Purpose {
  readonly name: string
  /** Grants what was paid for, and says for when; null when that is no longer possible, and the money goes back. */
  readonly succeeded: (tx: Transaction, charge: Charge) => Promise<Period | null>
  readonly failed: (tx: Transaction, charge: Charge) => Promise<void>
  /** Asks what became of a charge; made by `definePurpose`. */
  readonly settle: Task<Settle>
}

export interface Settle {
  charge_id: number
  /** The gateway said that something happened, so it is asked also about a settled charge. */
  heard?: boolean
}

export interface NewCharge {
  userId: number
  purpose: Purpose
  /** One charge at a time waits in a slot, like `subscription of 17`. */
  slot: string
  /** One charge at most, waiting or paid, covers a thing, like `course 5 of 17`. */
  covers?: string
  /** Minor units. What costs nothing is settled at once, in the transaction that begins it. */
  amount: number
  currency: string
  method: ChargeableMethod
  /** The line of the invoice and of the billing history: the name of what is bought. */
  title: string
  /** From when to when it is paid for; absent for what is bought once. */
  period?: Period
  /** What `succeeded` and `failed` need to know; kept as JSON. */
  details: object
}
