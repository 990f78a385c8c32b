import { joinPaymentId, type ReceivedMoney, splitPaymentId } from '#adapters/payments/gateway.ts'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { toDate } from '#core/periods.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { findPullTime, markPulled } from '#platform/gateway-store.ts'
import { addTask, defineTask, type Task } from '#platform/tasks.ts'
import type { PurchaseType } from '../charges/charge.ts'
import { charges } from '../charges/queries.ts'
import type { Charge } from '../charges/record.ts'
import { listGateways } from '../gateways.ts'
import { unmatchedPayments } from '../unmatched/queries.ts'

/** Each time reads a part of the last time again, because money is listed some minutes after it arrives. */
const overlap = { hours: 2 }
/** As far as a gateway looks back. */
const horizon = { hours: 48 }

export type PullTask = Task<Record<string, never>>

/** Creates the task that asks gateways what arrived, and gives it to the payments that it belongs to. */
export const createPullTask = (purposes: readonly PurchaseType[]): PullTask =>
  defineTask({
    kind: 'pull_received_money',
    async handle(ctx) {
      for (const { kind, listReceived } of listGateways(ctx)) {
        if (listReceived === undefined) continue
        const now = ctx.clock.now()
        const last = await findPullTime(ctx, kind)
        const from = subtractDuration(last ?? now, last === null ? horizon : overlap)
        for (const money of await listReceived({ from, to: now })) await recordReceived(ctx, purposes, kind, money)
        await markPulled(ctx, kind, now)
      }
    },
  })

/** Asks soon, and once more when the list is surely complete. */
export const schedulePull = (ctx: Context, task: PullTask): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await addTask(tx, task, {}, { key: 'pull received money' })
    const runAt = addDuration(tx.clock.now(), { minutes: 3 })
    await addTask(tx, task, {}, { runAt, key: 'pull received money again' })
  })

/** Records money once, by its receipt: as that of a payment, or as money that matches nothing. */
function recordReceived(
  ctx: Context,
  purposes: readonly PurchaseType[],
  gateway: string,
  money: ReceivedMoney,
): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const { receipt, account_reference, amount } = money
    if ((await charges.byReceipt.maybe(tx, { gateway, receipt })) !== null) return
    const same = { gateway, method: 'mobile_money' as const, reference: receipt }
    if ((await unmatchedPayments.byReference.maybe(tx, same)) !== null) return
    const charge = await charges.byAccount.maybe(tx, { gateway, account_reference })
    if (charge !== null && charge.receipt === null && charge.amount === amount)
      return matchReceipt(tx, purposes, charge, receipt)
    await unmatchedPayments.add.one(tx, {
      ...same,
      amount,
      currency: money.currency,
      received_on: toDate(money.received_at),
      note: describeMoney(money, charge),
      now: tx.clock.now(),
    })
  })
}

/** A pending or failed payment is paid by it, and settled; a paid one gets its receipt, which a refund needs. */
async function matchReceipt(
  tx: Transaction,
  purposes: readonly PurchaseType[],
  { id, status, purpose: name, payment_id }: Charge,
  receipt: string,
): Promise<void> {
  const isPaid = status === 'succeeded' || status === 'refunded'
  const request = isPaid ? splitPaymentId(payment_id ?? '').request : null
  await charges.noteReceipt.run(tx, { id, receipt, payment_id: joinPaymentId(request, receipt) })
  const purpose = purposes.find((other) => other.name === name)
  if (!isPaid && purpose !== undefined)
    await addTask(tx, purpose.settle, { charge_id: id, heard: true }, { key: `charge ${id} receipt` })
}

/** For administrators, in English like the other notes. */
function describeMoney({ account_reference }: ReceivedMoney, charge: Charge | null): string {
  const account = `The payer gave the account “${account_reference.slice(0, 40)}”.`
  return charge === null
    ? account
    : `${account} It is that of payment ${charge.id}, which has another amount or is paid.`
}
