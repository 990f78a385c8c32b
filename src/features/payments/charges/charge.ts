import type { Transaction } from '#context.ts'
import type { Task } from '#platform/tasks.ts'
import type { ChargeableMethod } from '../methods/service.ts'
import type { Charge } from './record.ts'

/** The period that was paid for; start and end are equal for a single purchase. */
export interface Period {
  start: string
  end: string
}

/** The period of a single purchase, such as a course. */
export function getCurrentPeriod(tx: Transaction): Period {
  const now = tx.clock.now()
  return { start: now, end: now }
}

/** Money that was received by hand for something; the amount is in minor units. */
export interface ManualPurchase {
  userId: number
  id: string | number
  /** The company that gets a plan; null for the user. */
  companyId: number | null
  amount: number
  currency: string
}

/** The field of a request that names what was paid for. */
export type ManualField = 'plan_id' | 'course_id' | 'exam_id'

export interface ManualGrant {
  field: ManualField
  /** Describes the charge. Throws 422 when the purchase cannot be granted. */
  describe(tx: Transaction, purchase: ManualPurchase): Promise<ManualCharge>
}

export type ManualCharge = Pick<NewCharge, 'slot' | 'covers' | 'title' | 'period' | 'details'>

/** What a charge pays for. Both functions run once, in the transaction that settles the charge. */
export interface PurchaseType {
  readonly name: string
  /** Grants the purchase and returns its period; null when it can no longer be granted, which refunds the payment. */
  readonly onSucceeded: (tx: Transaction, charge: Charge) => Promise<Period | null>
  readonly onFailed: (tx: Transaction, charge: Charge) => Promise<void>
  /** Whether a charge that a busy gateway did not take is still to be sent; it is, where this is absent. */
  readonly isWanted?: (tx: Transaction, charge: Charge) => Promise<boolean>
  /** What an administrator grants for money that was received by hand; absent when it cannot be. */
  readonly manual?: ManualGrant
  /** Asks the gateway for the outcome of a charge; created by `definePurpose`. */
  readonly settle: Task<Settle>
}

export interface Settle {
  charge_id: number
  /** The gateway sent an event, so it is asked even about a settled charge. */
  heard?: boolean
}

export interface NewCharge {
  userId: number
  purpose: PurchaseType
  /** At most one pending charge has a slot, like `subscription of 17`. */
  slot: string
  /** At most one pending or paid charge covers a purchase, like `course 5 of 17`. */
  covers?: string
  /** Minor units. A charge of zero is settled immediately, in the transaction that begins it. */
  amount: number
  currency: string
  method: ChargeableMethod
  /** Whether the person waits for the answer, and can confirm the payment at the bank. */
  present: boolean
  /** The line of the invoice and of the billing history. */
  title: string
  /** The period that is paid for; absent for a single purchase. */
  period?: Period
  /** The details that `onSucceeded` and `onFailed` need, stored as JSON. */
  details: object
}
