import type { PaymentGateway } from '#adapters/payments/gateway.ts'
import type { Period } from '#adapters/payments/statement.ts'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { page } from '#core/page.ts'
import { toDate } from '#core/periods.ts'
import { createRuleViolation, ensure } from '#core/problem.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import type { Alarm } from '#http/operations.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { defineTask } from '#platform/tasks.ts'
import { listGateways } from '../gateways.ts'
import { type Comparison, comparePayments, tooLongAgo } from './compare.ts'
import { differences, formatPlace } from './queries.ts'
import type { Difference, DifferenceRow } from './record.ts'
import type { DifferenceClosing, DifferenceQuery, PaymentDifference } from './schemas.ts'

export const notOpen = createRuleViolation('This difference is closed already.')

/** The days that are compared each night, because reports are complete only after a while. */
const comparedDays = 3
/** How far back a night compares again the days of which a gateway could not say something when it was asked. */
const missedDays = 31
const savedAtOnce = 500

/**
 * Compares a period with the report of each gateway, and records the differences. Those that are there no more are closed. A gateway
 * that cannot be compared does not keep the others from it.
 */
export async function compareWithGateways(ctx: Context, period: Period): Promise<Comparison[]> {
  const comparisons: Comparison[] = []
  for (const gateway of listGateways(ctx)) comparisons.push(await compareWithGateway(ctx, gateway, period))
  return comparisons
}

async function compareWithGateway(ctx: Context, gateway: PaymentGateway, period: Period): Promise<Comparison> {
  const comparison = await comparePayments(ctx, gateway, period).catch(describeError)
  if (typeof comparison === 'string') {
    // What was not compared may differ still.
    if (comparison !== tooLongAgo) await saveDifferences(ctx, describeReports(gateway.kind, period))
    return { gateway: gateway.kind, differences: [], totals: [], failure: comparison }
  }
  await saveDifferences(ctx, comparison.differences)
  await runInTransaction(ctx, (tx) => closeVanished(tx, gateway.kind, period, comparison.differences))
  return comparison
}

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the days of the period, whose report the gateway did not give. */
function describeReports(gateway: string, { from, to }: Period): Difference[] {
  const reports: Difference[] = []
  for (let at = from; at < to; at = addDuration(at, { days: 1 }))
    reports.push({
      ...{ gateway, kind: 'report', problem: 'not_compared', reference: toDate(at), occurred_at: at },
      ...{ charge_id: null, amount_here: null, amount_there: null, currency: null },
    })
  return reports
}

async function saveDifferences(ctx: Context, found: readonly Difference[]) {
  for (let start = 0; start < found.length; start += savedAtOnce)
    await runInTransaction(ctx, async (tx) => {
      for (const difference of found.slice(start, start + savedAtOnce))
        await differences.note.run(tx, { ...difference, now: tx.clock.now() })
    })
}

/** Closes what was compared and does not differ any more. */
async function closeVanished(tx: Transaction, gateway: string, period: Period, found: readonly Difference[]) {
  const places = new Set(found.map(formatPlace))
  for (const open of await differences.openIn.all(tx, { gateway, ...period }))
    if (!places.has(formatPlace(open)) && !places.has(formatPlace({ ...open, problem: 'not_compared' })))
      await differences.close.run(tx, { id: open.id, status: 'vanished', now: tx.clock.now() })
}

/**
 * Compares the last days, each by itself, and those before of which something could not be compared. Of a gateway that lists less, the days
 * that it lists.
 */
export const reconcileDaily = defineTask<Record<string, never>>({
  kind: 'reconcile_payments',
  async handle(ctx) {
    const today = `${toDate(ctx.clock.now())}T00:00:00.000Z`
    const missed = await listMissedDays(ctx, { from: subtractDuration(today, { days: missedDays }), to: today })
    for (let days = missedDays; days > 0; days--) {
      const from = subtractDuration(today, { days })
      const period = { from, to: addDuration(from, { days: 1 }) }
      for (const gateway of listGateways(ctx))
        if (days <= comparedDays || missed.has(formatDay(gateway.kind, from)))
          logComparison(ctx, period, await compareWithGateway(ctx, gateway, period))
    }
  },
})

/** Returns the days of each gateway of which something could not be compared. */
async function listMissedDays(ctx: Context, period: Period): Promise<Set<string>> {
  const missed = await differences.notComparedIn.all(ctx, period)
  return new Set(missed.map(({ gateway, occurred_at }) => formatDay(gateway, occurred_at)))
}

const formatDay = (gateway: string, at: string) => `${gateway} ${toDate(at)}`

function logComparison({ log }: Context, { from, to }: Period, { gateway, differences, failure }: Comparison): void {
  if (differences.length > 0) log.warn({ gateway, from, to, differences: differences.length }, 'payments differ')
  if (failure !== null && failure !== tooLongAgo)
    log.warn({ gateway, from, to, error: failure }, 'payments not compared')
}

export const openDifferences: Alarm = {
  name: 'payment_differences_open',
  help: 'Differences between payment gateways and this service, and payments that could not be compared, which no administrator has closed.',
  count: async (ctx) => (await differences.countOpen.inBackground(ctx, {}))[0]?.total ?? 0,
}

const presentAmount = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? null : fromMinorUnits(amount, currency)

const presentDifference = (row: DifferenceRow): PaymentDifference => ({
  ...row,
  amount_here: presentAmount(row.amount_here, row.currency),
  amount_there: presentAmount(row.amount_there, row.currency),
})

export const listDifferences = (ctx: Context, { status = 'open', ...paging }: DifferenceQuery) =>
  page(ctx, paging, async (ctx, slice) => {
    const { rows, total } = await differences.list.page(ctx, { status, ...slice })
    return { rows: rows.map(presentDifference), total }
  })

/** Records that an administrator knows why it differs. */
export async function closeDifference(ctx: Context, id: number, _: DifferenceClosing): Promise<PaymentDifference> {
  await runInTransaction(ctx, async (tx) => {
    const before = await differences.byId.one(tx, { id })
    const closed = { id, status: 'closed' as const, now: tx.clock.now() }
    ensure((await differences.close.run(tx, closed)) === 1, notOpen)
    describeAuditEvent(tx, {
      object: { kind: 'payment_difference', id },
      before: presentDifference(before),
      after: presentDifference({ ...before, status: 'closed', closed_at: closed.now }),
    })
  })
  return presentDifference(await differences.byId.one(ctx, { id }))
}
