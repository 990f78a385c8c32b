import { type Context, runInTransaction } from '#context.ts'
import { fromMinorUnits, isAmount, toMinorUnits } from '#core/money.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { findAccounts } from '#features/users/index.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { charges } from '../charges/queries.ts'
import { beginRefund } from '../charges/refund.ts'
import { invoices } from '../invoices/queries.ts'
import { type PaymentFilter, payments, refundLists } from './queries.ts'
import type { AdminPayment, AdminPaymentDetail, AdminPaymentQuery, NewRefund, Revenue } from './schemas.ts'

export const noAmount = createFieldProblem(
  'amount',
  'The amount must be more than 0, with no more decimal places than its currency has.',
)

const presentAmounts = <T extends { amount: number; refunded_amount: number; currency: string }>(row: T): T => ({
  ...row,
  amount: fromMinorUnits(row.amount, row.currency),
  refunded_amount: fromMinorUnits(row.refunded_amount, row.currency),
})

/** People whose payments one search lists. */
const maxPeople = 1_000
export const tooManyPeople = createFieldProblem('search', 'Too many people match; search for more of the name.')

/** Finds the invoice or the people that a search names; empty without a search. */
async function findSearched(ctx: Context, search = ''): Promise<Pick<PaymentFilter, 'invoice' | 'user_ids'>> {
  if (search === '') return {}
  if (/^inv-/i.test(search)) return { invoice: search.toUpperCase() }
  // Invoices that were imported have numbers of other forms.
  if ((await invoices.byNumber.maybe(ctx, { number: search })) !== null) return { invoice: search }
  const { rows, total } = await findAccounts(ctx, { query: search }, { limit: maxPeople, offset: 0 })
  ensure(total <= maxPeople, tooManyPeople)
  return { user_ids: rows.map(({ id }) => id) }
}

export const listPayments = (ctx: Context, { status, user_id, sort, search, ...paging }: AdminPaymentQuery) =>
  page(ctx, paging, async (ctx, slice) => {
    const searched = await findSearched(ctx, search)
    const order = { oldest: sort === 'oldest' || undefined, by_amount: sort === 'amount' || undefined }
    const isWhole = status === undefined && user_id === undefined && !search
    const [counted] = isWhole ? await payments.countAll.inBackground(ctx, {}) : []
    const { rows, total } = isWhole
      ? { rows: await payments.list.slice(ctx, { ...order, ...slice }), total: counted?.total ?? 0 }
      : await payments.list.pageInBackground(ctx, { status, user_id, ...searched, ...order, ...slice })
    return { rows: rows.map((row): AdminPayment => presentAmounts(row)), total }
  })

export async function showPayment(ctx: Context, id: number): Promise<AdminPaymentDetail> {
  const row = await payments.byId.one(ctx, { id })
  const made = await refundLists.ofCharge.all(ctx, { charge_id: id })
  return {
    ...presentAmounts(row),
    details: { ...row.details },
    refunds: made.map(
      ({ charge_id: _, user_id: __, user_name: ___, title: ____, gateway: _____, currency, ...refund }) => ({
        ...refund,
        amount: fromMinorUnits(refund.amount, currency),
      }),
    ),
  }
}

/** Begins a refund of an amount, or of all that is left. Of concurrent ones, no more than the payment is refunded. */
export async function refundPayment(ctx: Context, id: number, { amount = null, reason = '' }: NewRefund) {
  await runInTransaction(ctx, async (tx) => {
    const charge = await charges.byId.one(tx, { id })
    const { currency } = charge
    ensure(amount === null || (amount > 0 && isAmount(amount, currency)), noAmount)
    const refund = await beginRefund(tx, charge, amount === null ? null : toMinorUnits(amount, currency), reason)
    const after = { refund: fromMinorUnits(refund.amount, currency), currency }
    describeAuditEvent(tx, { userId: charge.user_id, before: null, after })
  })
  return showPayment(ctx, id)
}

/** Months that are reported, with the present one. */
const reportedMonths = 24

/** Returns what was received and refunded in each of the last 24 months, newest first. */
export async function listRevenue(ctx: Context): Promise<Revenue[]> {
  const now = ctx.clock.now()
  const first = new Date(Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5, 7)) - reportedMonths, 1)).toISOString()
  const rows = new Map<string, Revenue>()
  const get = (month: string, currency: string): Revenue => {
    const known = rows.get(`${month} ${currency}`)
    const row = known ?? { month, currency, received: 0, refunded: 0, payments: 0 }
    rows.set(`${month} ${currency}`, row)
    return row
  }
  for (const { month, currency, amount, payments: count } of await payments.received.inBackground(ctx, {
    from: first.slice(0, 10),
  }))
    Object.assign(get(month, currency), { received: fromMinorUnits(amount, currency), payments: count })
  for (const { month, currency, amount } of await payments.refunded.inBackground(ctx, { from: first }))
    Object.assign(get(month, currency), { refunded: fromMinorUnits(amount, currency) })
  return [...rows.values()].toSorted((a, b) => (a.month + a.currency < b.month + b.currency ? 1 : -1))
}
