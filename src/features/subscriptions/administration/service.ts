import { type Context, runInTransaction } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { page } from '#core/page.ts'
import { ensure } from '#core/problem.ts'
import { cancelFor, extendFor, nothingToCancel } from '../service.ts'
import { allSubscriptions } from './queries.ts'
import type { AdminCancellation, AdminSubscription, AdminSubscriptionQuery, Extension } from './schemas.ts'

const present = (row: AdminSubscription): AdminSubscription => ({
  ...row,
  price: fromMinorUnits(row.price, row.currency),
})

export const listSubscriptions = (
  ctx: Context,
  { state, plan_id, user_id, company_id, sort, ...paging }: AdminSubscriptionQuery,
) =>
  page(ctx, paging, async (ctx, slice) => {
    const order = { oldest: sort === 'oldest' || undefined, by_end: sort === 'period_end' || undefined }
    const isWhole = state === undefined && plan_id === undefined && user_id === undefined && company_id === undefined
    const [counted] = isWhole ? await allSubscriptions.countAll.inBackground(ctx, {}) : []
    const { rows, total } = isWhole
      ? { rows: await allSubscriptions.list.slice(ctx, { ...order, ...slice }), total: counted?.total ?? 0 }
      : await allSubscriptions.list.pageInBackground(ctx, { state, plan_id, user_id, company_id, ...order, ...slice })
    return { rows: rows.map(present), total }
  })

export const showSubscriptionOf = async (ctx: Context, id: number): Promise<AdminSubscription> =>
  present(await allSubscriptions.byId.one(ctx, { id }))

const isLive = ({ state }: AdminSubscription) => state === 'active' || state === 'ending' || state === 'past_due'

/** Cancels through the same code as the person's own cancellation. */
export async function cancelSubscriptionOf(ctx: Context, id: number, input: AdminCancellation) {
  await runInTransaction(ctx, async (tx) => {
    const row = await allSubscriptions.byId.one(tx, { id })
    ensure(isLive(row), nothingToCancel)
    await cancelFor(tx, row, { cancel_immediately: input.cancel_immediately ?? false })
  })
  return showSubscriptionOf(ctx, id)
}

export async function extendSubscription(ctx: Context, id: number, { days }: Extension) {
  await runInTransaction(ctx, async (tx) => {
    const row = await allSubscriptions.byId.one(tx, { id })
    ensure(isLive(row), nothingToCancel)
    await extendFor(tx, row, days)
  })
  return showSubscriptionOf(ctx, id)
}
