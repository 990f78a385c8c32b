import { type Context, runInTransaction } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { page } from '#core/page.ts'
import type { Alarm } from '#http/operations.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { closeRefund, retryRefund } from '../charges/refund.ts'
import type { RefundRow } from '../charges/refund-record.ts'
import { type RefundOfList, refundLists } from './queries.ts'
import type { AdminRefund, AdminRefundQuery, RefundAct } from './schemas.ts'

const presentRefund = (row: RefundOfList): AdminRefund => ({
  ...row,
  amount: fromMinorUnits(row.amount, row.currency),
})

export const listRefunds = (ctx: Context, { status, is_open, ...paging }: AdminRefundQuery) =>
  page(ctx, paging, async (ctx, slice) => {
    const filters = { status, is_open: is_open === true || undefined }
    const isWhole = status === undefined && filters.is_open === undefined
    const [counted] = isWhole ? await refundLists.countAll.inBackground(ctx, {}) : []
    const { rows, total } = isWhole
      ? { rows: await refundLists.list.slice(ctx, slice), total: counted?.total ?? 0 }
      : await refundLists.list.pageInBackground(ctx, { ...filters, ...slice })
    return { rows: rows.map(presentRefund), total }
  })

/** The refunds that have failed and wait for a decision. */
export const failedRefunds: Alarm = {
  name: 'payment_refunds_failed',
  help: 'Refunds that have failed and that no administrator has tried again or closed.',
  count: async (ctx) => (await refundLists.countOpen.inBackground(ctx, {}))[0]?.total ?? 0,
}

/** Tries a failed refund again; the gateway is asked by a task. */
export const retryRefundOfPayment = (ctx: Context, id: number, _: RefundAct) =>
  changeRefund(ctx, id, (tx) => retryRefund(tx, id))

/** Records that a failed refund needs nothing more. */
export const closeRefundOfPayment = (ctx: Context, id: number, _: RefundAct) =>
  changeRefund(ctx, id, (tx) => closeRefund(tx, id))

async function changeRefund(
  ctx: Context,
  id: number,
  change: (tx: Parameters<typeof retryRefund>[0]) => Promise<RefundRow>,
): Promise<AdminRefund> {
  await runInTransaction(ctx, async (tx) => {
    const before = await refundLists.byId.one(tx, { id })
    const { status, tries, closed_at } = await change(tx)
    describeAuditEvent(tx, {
      object: { kind: 'payment', id: before.charge_id },
      userId: before.user_id,
      before: { refund: id, status: before.status, tries: before.tries, closed_at: before.closed_at },
      after: { refund: id, status, tries, closed_at },
    })
  })
  return presentRefund(await refundLists.byId.one(ctx, { id }))
}
