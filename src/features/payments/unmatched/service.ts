import { type Context, runInTransaction } from '#context.ts'
import { fromMinorUnits, toMinorUnits } from '#core/money.ts'
import { page } from '#core/page.ts'
import { createRuleViolation, ensure } from '#core/problem.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import type { PurchaseType } from '../charges/charge.ts'
import { manualGateway } from '../gateways.ts'
import type { PaymentMatch } from '../manual/schemas.ts'
import { checkReceivedMoney, grantReceived, referenceTaken } from '../manual/service.ts'
import { unmatchedPayments } from './queries.ts'
import type { UnmatchedRow } from './record.ts'
import type { NewUnmatchedPayment, PaymentReturn, UnmatchedPayment, UnmatchedQuery } from './schemas.ts'

export const notWaiting = createRuleViolation('This money was matched or returned already.')

const presentUnmatched = (row: UnmatchedRow): UnmatchedPayment => ({
  ...row,
  amount: fromMinorUnits(row.amount, row.currency),
})

const getUnmatched = async (ctx: Context, id: number) => presentUnmatched(await unmatchedPayments.byId.one(ctx, { id }))

export const listUnmatched = (ctx: Context, { status = 'waiting', ...paging }: UnmatchedQuery) =>
  page(ctx, paging, async (ctx, slice) => {
    const { rows, total } = await unmatchedPayments.list.page(ctx, { status, ...slice })
    return { rows: rows.map(presentUnmatched), total }
  })

/** Records money whose purpose is unknown until it is matched. */
export async function recordUnmatched(ctx: Context, input: NewUnmatchedPayment): Promise<UnmatchedPayment> {
  checkReceivedMoney(ctx, input)
  const { method, reference, currency, note = '' } = input
  return runInTransaction(ctx, async (tx) => {
    const same = { gateway: manualGateway, method, reference }
    ensure((await unmatchedPayments.byReference.maybe(tx, same)) === null, referenceTaken)
    const amount = toMinorUnits(input.amount, currency)
    const row = { ...same, amount, currency, received_on: input.received_on, note, now: tx.clock.now() }
    const added = presentUnmatched(await unmatchedPayments.add.one(tx, row))
    describeAuditEvent(tx, { object: { kind: 'unmatched_payment', id: added.id }, before: null, after: added })
    return added
  })
}

/** Grants what the money pays for. Of concurrent decisions the first one counts. */
export async function matchUnmatched(
  ctx: Context,
  purposes: readonly PurchaseType[],
  { id, match }: { id: number; match: PaymentMatch },
): Promise<UnmatchedPayment> {
  await runInTransaction(ctx, async (tx) => {
    const money = await unmatchedPayments.byId.one(tx, { id })
    ensure(money.status === 'waiting', notWaiting)
    const charge = await grantReceived(tx, purposes, { ...money, userId: match.user_id, for: match.for })
    const settled = { id, status: 'matched' as const, charge_id: charge.id, now: tx.clock.now() }
    ensure((await unmatchedPayments.settle.run(tx, settled)) === 1, notWaiting)
  })
  return getUnmatched(ctx, id)
}

/** Records that the money was returned to where it came from. */
export async function returnUnmatched(ctx: Context, id: number, _: PaymentReturn): Promise<UnmatchedPayment> {
  await runInTransaction(ctx, async (tx) => {
    const money = await unmatchedPayments.byId.one(tx, { id })
    const settled = { id, status: 'returned' as const, charge_id: null, now: tx.clock.now() }
    ensure((await unmatchedPayments.settle.run(tx, settled)) === 1, notWaiting)
    describeAuditEvent(tx, {
      object: { kind: 'unmatched_payment', id },
      before: presentUnmatched(money),
      after: { ...presentUnmatched(money), status: 'returned' },
    })
  })
  return getUnmatched(ctx, id)
}
