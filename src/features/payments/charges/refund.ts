import type { RefundOutcome } from '#adapters/payments/refund.ts'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { toDate } from '#core/periods.ts'
import { createFieldProblem, createRuleViolation, ensure } from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { recordServiceEvent } from '#platform/audit/audit.ts'
import { recordFigure } from '#platform/figures.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { issueCreditNote } from '../invoices/credit-notes.ts'
import { invoices } from '../invoices/queries.ts'
import { mailFailedRefund, mailRefund } from './mails.ts'
import { charges } from './queries.ts'
import type { Charge } from './record.ts'
import { refunds } from './refund-queries.ts'
import type { RefundRow } from './refund-record.ts'
import { requestRefund } from './request-refund.ts'

export const notRefundable = createRuleViolation('Only a payment that was received can be refunded.')
export const tooMuch = createFieldProblem('amount', 'This is more than is left of the payment.')
export const notFailed = createRuleViolation('Only a refund that has failed can be tried again or closed.')
export const nothingLeft = createRuleViolation('This is more than is left of the payment.')

/** Returns what of a payment was neither refunded nor is on its way. */
async function getLeft(tx: Transaction, charge: Charge): Promise<number> {
  const { succeeded, pending } = await refunds.sums.one(tx, { charge_id: charge.id })
  return charge.amount - succeeded - pending
}

const isRefundable = ({ status, payment_id }: Charge) => status === 'succeeded' && payment_id !== null

/** Begins the refund of an amount in minor units, or of all that is left; the gateway is asked by a task. */
export async function beginRefund(
  tx: Transaction,
  charge: Charge,
  amount: number | null,
  reason: string,
): Promise<RefundRow> {
  ensure(isRefundable(charge), notRefundable)
  const left = await getLeft(tx, charge)
  ensure(left > 0, notRefundable)
  ensure(amount === null || amount <= left, tooMuch)
  const refund = await refunds.add.one(tx, {
    charge_id: charge.id,
    amount: amount ?? left,
    status: 'pending',
    reason,
    key: await createKey(tx, charge),
    settled_at: null,
    now: tx.clock.now(),
  })
  await updateRefunded(tx, charge.id)
  await addTask(tx, refundPart, { refund_id: refund.id })
  return refund
}

/** The first refund has the same key as one by the last release, so that the gateway makes only one of both. */
async function createKey(tx: Transaction, { id, key }: Charge): Promise<string> {
  const { length } = await refunds.ofCharge.all(tx, { charge_id: id })
  return length === 0 ? `refund-${key}` : `refund-${key}-part${length + 1}`
}

/** Tries a failed refund again, as another one for the gateway. Of concurrent tries, no more than the payment is refunded. */
export async function retryRefund(tx: Transaction, id: number): Promise<RefundRow> {
  const refund = await refunds.byId.one(tx, { id })
  const charge = await charges.byId.one(tx, { id: refund.charge_id })
  ensure(refund.status === 'failed', notFailed)
  ensure(isRefundable(charge) && refund.amount <= (await getLeft(tx, charge)), nothingLeft)
  const retried = await refunds.retry.one(tx, { id })
  await updateRefunded(tx, charge.id)
  await addTask(tx, refundPart, { refund_id: id })
  return retried
}

/** Records that a failed refund needs nothing more, because the money was returned in another way or stays. */
export async function closeRefund(tx: Transaction, id: number): Promise<RefundRow> {
  const refund = await refunds.byId.one(tx, { id })
  ensure(refund.status === 'failed' && refund.closed_at === null, notFailed)
  return refunds.close.one(tx, { id, now: tx.clock.now() })
}

/** Refunds what the last release queued: a purchase that could not be granted. */
export const refundCharge = defineTask<{ charge_id: number }>({
  kind: 'refund_charge',
  // Retried for about two days, then the task is dead and visible in the metrics.
  maxAttempts: 60,
  async handle(ctx, { charge_id }) {
    const refund = await runInTransaction(ctx, async (tx) => {
      const charge = await charges.byId.one(tx, { id: charge_id })
      if (!isRefundable(charge)) return null
      const [first] = await refunds.ofCharge.all(tx, { charge_id })
      return first ?? beginRefund(tx, charge, null, '')
    })
    if (refund !== null) await refundPart.handle(ctx, { refund_id: refund.id })
  },
})

interface RefundTask {
  refund_id: number
  /** The gateway sent an event, so it is asked even about a refund that has succeeded. */
  heard?: boolean
}

/** Asks the gateway for a refund, and then what became of it, until it is known. */
export const refundPart = defineTask<RefundTask>({
  kind: 'refund_part',
  maxAttempts: 60,
  async handle(ctx, { refund_id, heard = false }) {
    const refund = await refunds.byId.one(ctx, { id: refund_id })
    const charge = await charges.byId.one(ctx, { id: refund.charge_id })
    const isOpen = refund.status === 'pending' || (refund.status === 'succeeded' && heard)
    if (!isOpen || charge.payment_id === null) return
    const outcome = await requestRefund(ctx, refund, { ...charge, payment_id: charge.payment_id })
    await settleRefund(ctx, refund, outcome)
  },
})

/** Records the outcome once, with all its effects. */
async function settleRefund(ctx: Context, { id, charge_id, tries }: RefundRow, outcome: RefundOutcome) {
  const isFailed = await runInTransaction(ctx, async (tx) => {
    const current = await refunds.byId.one(tx, { id })
    // It was tried again meanwhile, which is another refund for the gateway.
    if (current.tries !== tries) return false
    await ensureOwnId(tx, current, outcome.refund_id)
    if (outcome.status === 'failed') return fail(tx, current, outcome)
    const { refund_id } = outcome
    if (outcome.status === 'pending') await wait(tx, current, refund_id)
    else await succeed(tx, id, refund_id)
    return false
  })
  if (isFailed && outcome.status === 'failed')
    ctx.log.warn({ refund_id: id, charge_id, error: outcome.reason }, 'refund failed')
}

/** Of two refunds that found the same one at the gateway at once, the second looks for another. */
async function ensureOwnId(tx: Transaction, { id, charge_id }: RefundRow, refund_id: string | null) {
  if (refund_id === null) return
  const others = await refunds.ofCharge.all(tx, { charge_id })
  if (others.some((other) => other.id !== id && other.refund_id === refund_id))
    throw new Error('The refund at the gateway belongs to another refund of the payment.')
}

/** Asks again soon at first, then less and less often. */
async function wait(tx: Transaction, { id, created_at }: RefundRow, refund_id: string | null) {
  await refunds.noteId.run(tx, { id, refund_id })
  const now = tx.clock.now()
  const age = (Date.parse(now) - Date.parse(created_at)) / 1000
  const runAt = addDuration(now, { seconds: Math.min(Math.max(60, age / 2), 21_600) })
  await addTask(tx, refundPart, { refund_id: id }, { runAt, key: `refund ${id} poll` })
}

async function succeed(tx: Transaction, id: number, refund_id: string | null) {
  const refund = await refunds.succeed.maybe(tx, { id, refund_id, now: tx.clock.now() })
  if (refund !== null) await recordReturned(tx, refund)
}

/** Everything that follows from money that was returned: the credit note, the mail, and the row of the audit log. */
async function recordReturned(tx: Transaction, refund: RefundRow) {
  const charge = await updateRefunded(tx, refund.charge_id)
  await recordFigure(tx, `refunded.${charge.currency}`, refund.amount)
  const note = await issueCreditNote(tx, refund, charge.status === 'refunded')
  // The person was told already that a purchase could not be granted.
  if (charge.failure === null) await mailRefund(tx, charge, refund.amount, note)
  await recordRefund(tx, 'refundPayment', charge, refund)
}

/** Returns whether it has failed now. */
async function fail(
  tx: Transaction,
  before: RefundRow,
  { refund_id, reason }: { refund_id: string | null; reason: string },
) {
  const row = { id: before.id, refund_id, failure: reason, now: tx.clock.now() }
  const refund = await refunds.fail.maybe(tx, row)
  if (refund === null) return false
  const charge = await updateRefunded(tx, refund.charge_id)
  // Counters of money only grow, so a return that a gateway takes back stays in them.
  if (before.status === 'succeeded') await mailFailedRefund(tx, charge, refund.amount)
  await recordRefund(tx, 'failRefund', charge, refund)
  return true
}

const recordRefund = (tx: Transaction, action: string, { user_id, currency }: Charge, refund: RefundRow) =>
  recordServiceEvent(tx, action, {
    object: { kind: 'payment', id: refund.charge_id },
    userId: user_id,
    before: null,
    after: { refund: refund.id, amount: refund.amount, currency, ...(refund.failure && { failure: refund.failure }) },
  })

/** Brings the payment and its invoice in line with its refunds. */
async function updateRefunded(tx: Transaction, chargeId: number): Promise<Charge> {
  const before = await charges.byId.one(tx, { id: chargeId })
  const { succeeded, pending } = await refunds.sums.one(tx, { charge_id: chargeId })
  const isWhole = succeeded >= before.amount
  // What covers a purchase may have been bought anew after the refund.
  const covers = before.status === 'refunded' && !isWhole ? null : before.covers
  const charge = await charges.setRefunded.one(tx, {
    id: chargeId,
    refunded_amount: succeeded,
    status: isWhole ? 'refunded' : 'succeeded',
    covers,
  })
  await invoices.setRefunded.run(tx, {
    charge_id: chargeId,
    refunded_amount: succeeded,
    refund_pending: pending,
    status: isWhole ? 'refunded' : 'paid',
    day: succeeded === 0 ? null : toDate(tx.clock.now()),
  })
  return charge
}

/** Records that the operator refunded all that was left of a payment at the gateway. Refunds of ours that are on their way go on. */
export async function markRefunded(tx: Transaction, id: number): Promise<void> {
  const charge = await charges.byId.one(tx, { id })
  if (!isRefundable(charge)) return
  const now = tx.clock.now()
  await refunds.closeAll.run(tx, { charge_id: id, now })
  const amount = await getLeft(tx, charge)
  if (amount <= 0) return
  const row = { charge_id: id, amount, status: 'succeeded' as const, reason: '', key: await createKey(tx, charge) }
  await recordReturned(tx, await refunds.add.one(tx, { ...row, settled_at: now, now }))
}
