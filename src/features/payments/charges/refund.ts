import { runInTransaction, type Transaction } from '#context.ts'
import { toDate } from '#core/periods.ts'
import { createFieldProblem, createRuleViolation, ensure } from '#core/problem.ts'
import { recordServiceEvent } from '#platform/audit/audit.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { findGateway } from '../gateways.ts'
import { invoices } from '../invoices/queries.ts'
import { reportPartialRefund } from './mails.ts'
import { charges } from './queries.ts'
import type { Charge } from './record.ts'
import { refunds } from './refund-queries.ts'

export const notRefundable = createRuleViolation('Only a payment that was received can be refunded.')
export const tooMuch = createFieldProblem('amount', 'This is more than is left of the payment.')

/** Refunds a purchase that could not be granted. */
export const refundCharge = defineTask<{ charge_id: number }>({
  kind: 'refund_charge',
  // Retried for about two days, then the task is dead and visible in the metrics.
  mostAttempts: 60,
  async handle(ctx, { charge_id }) {
    const charge = await charges.byId.one(ctx, { id: charge_id })
    if (charge.status !== 'succeeded' || charge.payment_id === null) return
    await findGateway(ctx, charge.gateway)?.refund(charge.payment_id, `refund-${charge.key}`, undefined, charge)
    await runInTransaction(ctx, (tx) => markRefunded(tx, charge_id))
  },
})

/** Begins the refund of an amount in minor units, or of all that is left; the gateway is asked by a task. */
export async function beginRefund(tx: Transaction, charge: Charge, amount: number | null, reason: string) {
  ensure(charge.status === 'succeeded' && charge.payment_id !== null, notRefundable)
  const { total } = await refunds.sum.one(tx, { charge_id: charge.id })
  const left = charge.amount - total
  ensure(left > 0, notRefundable)
  ensure(amount === null || amount <= left, tooMuch)
  const refund = {
    charge_id: charge.id,
    amount: amount ?? left,
    status: 'pending' as const,
    reason,
    // A whole refund has the same key as one by the service, so that the gateway makes only one of both.
    key: total === 0 && (amount ?? left) === left ? `refund-${charge.key}` : `refund-${charge.key}-${total}`,
    now: tx.clock.now(),
    settled_at: null,
  }
  const { id } = await refunds.add.one(tx, refund)
  await addTask(tx, refundPart, { refund_id: id })
  return refund.amount
}

/** Refunds what an administrator has decided. */
export const refundPart = defineTask<{ refund_id: number }>({
  kind: 'refund_part',
  mostAttempts: 60,
  async handle(ctx, { refund_id }) {
    const refund = await refunds.byId.one(ctx, { id: refund_id })
    const charge = await charges.byId.one(ctx, { id: refund.charge_id })
    if (refund.status !== 'pending' || charge.payment_id === null) return
    const isWhole = refund.amount === charge.amount
    const part = isWhole ? undefined : { amount: refund.amount, currency: charge.currency }
    await findGateway(ctx, charge.gateway)?.refund(charge.payment_id, refund.key, part, charge)
    await runInTransaction(ctx, (tx) => settleRefund(tx, charge, refund))
  },
})

async function settleRefund(tx: Transaction, charge: Charge, { id, amount }: { id: number; amount: number }) {
  const now = tx.clock.now()
  if ((await refunds.settle.run(tx, { id, status: 'succeeded', failure: '', now })) === 0) return
  await reportPartialRefund(tx, charge, amount)
  const settled = (await refunds.ofCharge.all(tx, { charge_id: charge.id })).filter((one) => one.status === 'succeeded')
  const total = settled.reduce((sum, one) => sum + one.amount, 0)
  if (total >= charge.amount) return markRefunded(tx, charge.id)
  await refunds.addToCharge.run(tx, { id: charge.id, amount })
  await invoices.refundPart.run(tx, { charge_id: charge.id, amount, day: toDate(now) })
  await recordRefund(tx, charge, amount)
}

const recordRefund = (tx: Transaction, { id, user_id, currency }: Charge, amount: number) =>
  recordServiceEvent(tx, 'refundPayment', {
    object: { kind: 'payment', id },
    userId: user_id,
    before: null,
    after: { amount, currency },
  })

/** Records that a payment was refunded in whole, by the service or by the operator at the gateway. */
export async function markRefunded(tx: Transaction, id: number): Promise<void> {
  const charge = await charges.refund.maybe(tx, { id, now: tx.clock.now() })
  if (charge === null) return
  const now = tx.clock.now()
  await refunds.settleAll.run(tx, { charge_id: id, now })
  const { total } = await refunds.sum.one(tx, { charge_id: id })
  const amount = charge.amount - total
  const row = { charge_id: id, amount, status: 'succeeded' as const, reason: '', key: `refund-${charge.key}` }
  if (amount > 0) await refunds.add.one(tx, { ...row, now, settled_at: now })
  await invoices.refund.run(tx, { charge_id: id, day: toDate(now) })
  await recordRefund(tx, charge, amount > 0 ? amount : charge.amount)
}
