import type { Outcome } from '#adapters/payments/gateway.ts'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { addDuration } from '#core/time.ts'
import { addTask } from '#platform/tasks.ts'
import { toStoredAction } from '../actions.ts'
import { issueInvoice } from '../invoices/service.ts'
import type { Period, PurchaseType } from './charge.ts'
import { reportRefund } from './mails.ts'
import { charges } from './queries.ts'
import type { Charge } from './record.ts'
import { beginRefund, markRefunded } from './refund.ts'

type Pending = Extract<Outcome, { status: 'pending' }>
type Failure = Extract<Outcome, { status: 'failed' }>

export const neverCharged: Outcome = {
  status: 'failed',
  payment_id: null,
  reason: 'The payment provider could not be reached, and nothing was charged. Please try again.',
}
const givenBack = 'The payment was refunded.'
const unused = 'The payment arrived too late to be used. It is being refunded.'

/** Records the outcome once, with all its effects; null when the gateway did not answer. */
export function settle(ctx: Context, purpose: PurchaseType, id: number, outcome: Outcome | null): Promise<Charge> {
  return runInTransaction(ctx, async (tx) => {
    if (outcome === null || outcome.status === 'pending') await wait(tx, purpose, id, outcome)
    else if (outcome.status === 'succeeded') await receive(tx, purpose, id, outcome.payment_id)
    else if (outcome.status === 'failed') await fail(tx, purpose, id, outcome)
    else await takeBack(tx, purpose, id, outcome.payment_id)
    return charges.byId.one(tx, { id })
  })
}

/** Asks again soon at first, then less and less often. */
async function wait(tx: Transaction, purpose: PurchaseType, id: number, outcome: Pending | null) {
  const charge = await charges.byId.one(tx, { id })
  if (charge.status !== 'pending') return
  if (outcome?.payment_id) {
    const action = toStoredAction(charge.created_at, outcome.action ?? null)
    await charges.notePayment.run(tx, { id, payment_id: outcome.payment_id, ...action })
  }
  const now = tx.clock.now()
  const age = (Date.parse(now) - Date.parse(charge.created_at)) / 1000
  const seconds = Math.min(Math.max(2, age / 2), 1_800)
  const options = { runAt: addDuration(now, { seconds }), key: `charge ${id} poll` }
  await addTask(tx, purpose.settle, { charge_id: id }, options)
}

async function receive(tx: Transaction, purpose: PurchaseType, id: number, payment_id: string) {
  const row = { id, payment_id, now: tx.clock.now() }
  const charge = await charges.succeed.maybe(tx, row)
  if (charge !== null) return grant(tx, purpose, charge)
  // It was recorded as failed, and the customer may have paid in another way since.
  const late = await charges.succeedLate.maybe(tx, row)
  if (late !== null) await giveBack(tx, late)
}

async function grant(tx: Transaction, purpose: PurchaseType, charge: Charge) {
  const period = await purpose.onSucceeded(tx, charge)
  if (period === null) await giveBack(tx, charge)
  else await issueInvoice(tx, charge, period)
}

/** A payment that can no longer be granted is recorded and refunded. */
async function giveBack(tx: Transaction, charge: Charge) {
  const { id, period_start, period_end } = charge
  const meant: Period = { start: period_start, end: period_end }
  await issueInvoice(tx, charge, meant)
  await charges.noteUnused.run(tx, { id, failure: unused })
  await beginRefund(tx, charge, null, '')
  await reportRefund(tx, charge)
}

async function fail(tx: Transaction, purpose: PurchaseType, id: number, failure: Failure) {
  const { payment_id, reason, needs_person = false } = failure
  const row = { id, payment_id, failure: reason, needs_person, now: tx.clock.now() }
  const charge = await charges.fail.maybe(tx, row)
  if (charge !== null) await purpose.onFailed(tx, charge)
}

/** The operator refunded at the gateway. A payment that was never recorded as paid is then failed. */
async function takeBack(tx: Transaction, purpose: PurchaseType, id: number, payment_id: string) {
  await fail(tx, purpose, id, { status: 'failed', payment_id, reason: givenBack })
  await markRefunded(tx, id)
}

/** A charge of zero needs no gateway and is settled in the same transaction. */
export async function settleFree(tx: Transaction, purpose: PurchaseType, id: number): Promise<Charge> {
  const charge = await charges.succeed.one(tx, { id, payment_id: null, now: tx.clock.now() })
  await purpose.onSucceeded(tx, charge)
  return charge
}
