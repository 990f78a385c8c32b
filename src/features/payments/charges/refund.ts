import { inTransaction, type Transaction } from '#context.ts'
import { toDate } from '#core/periods.ts'
import { recordServiceAct } from '#platform/audit/audit.ts'
import { defineTask } from '#platform/tasks.ts'
import { isCurrentGateway } from '../gateways.ts'
import { invoices } from '../invoices/queries.ts'
import { charges } from './queries.ts'

/** Refunds a purchase that could not be granted. */
export const refundCharge = defineTask<{ charge_id: number }>({
  kind: 'refund_charge',
  // Retried for about two days, then the task is dead and visible in the metrics.
  mostAttempts: 60,
  async handle(ctx, { charge_id }) {
    const charge = await charges.byId.one(ctx, { id: charge_id })
    if (charge.status !== 'succeeded' || charge.payment_id === null) return
    if (isCurrentGateway(ctx, charge.gateway)) await ctx.payments.refund(charge.payment_id, `refund-${charge.key}`)
    await inTransaction(ctx, (tx) => markRefunded(tx, charge_id))
  },
})

/** Records a refund, by `refundCharge` or by the operator at the gateway. */
export async function markRefunded(tx: Transaction, id: number): Promise<void> {
  const refunded = await charges.refund.maybe(tx, { id, now: tx.clock.now() })
  if (refunded === null) return
  await invoices.refund.run(tx, { charge_id: id, day: toDate(tx.clock.now()) })
  const { user_id, amount, currency } = refunded
  const object = { kind: 'payment', id }
  await recordServiceAct(tx, 'refundPayment', { object, userId: user_id, before: null, after: { amount, currency } })
}
