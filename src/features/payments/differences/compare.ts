/** Compares what a gateway has booked with the payments and refunds here, and changes nothing. */

import { type PaymentGateway, UnknownPayment } from '#adapters/payments/gateway.ts'
import type { Period, StatementLine } from '#adapters/payments/statement.ts'
import type { AnyContext } from '#context.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { formatTry } from '../charges/request-refund.ts'
import { unmatchedPayments } from '../unmatched/queries.ts'
import { type Charge, type Refund, settledPayments } from './queries.ts'
import type { Difference } from './record.ts'
import { calculateTotals, type Total } from './totals.ts'

export interface Comparison {
  gateway: string
  differences: Difference[]
  totals: Total[]
  /** Why the gateway, or a part of what it was asked about, was not compared; null when all was. */
  failure: string | null
}

/** What the report of a gateway contains. */
interface Statement {
  lines: StatementLine[]
  lists: readonly StatementLine['kind'][]
  /** Since when it has all receipts, by which payments are found; null where the gateway is asked about what the report does not have. */
  receiptsSince: string | null
}

/** Both clocks and midnight differ, so a payment here is looked for in the days around. */
const margin = { days: 1 }
/** As far as a gateway looks back that lists only what it received. */
const receivedHorizon = { hours: 48 }
export const tooLongAgo = 'It lists only what it received in the last 48 hours.'
const readAtOnce = 500

/** Rejects when the gateway cannot say what it has booked in the period. */
export async function comparePayments(ctx: AnyContext, gateway: PaymentGateway, period: Period): Promise<Comparison> {
  const statement = await readStatement(ctx, gateway, period)
  const within = statement.lines.filter(({ at }) => at >= period.from && at < period.to)
  const charges = await readAll((slice) =>
    settledPayments.charges.all(ctx, { gateway: gateway.kind, ...period, ...slice }),
  )
  const refunds = await readAll((slice) =>
    settledPayments.refunds.all(ctx, { gateway: gateway.kind, ...period, ...slice }),
  )
  const differences: Difference[] = []
  for (const line of within) push(differences, await compareLine(ctx, gateway.kind, line))
  const known = new Set(statement.lines.map(({ kind, reference }) => `${kind} ${reference}`))
  const failures: Failures = { count: 0, first: '' }
  for (const charge of charges)
    push(
      differences,
      await findDifference(failures, describeCharge(gateway.kind, charge), () =>
        compareCharge(gateway, charge, statement, known),
      ),
    )
  // M-Pesa lists no reversals, and says what became of one in a message alone.
  if (statement.receiptsSince === null)
    for (const refund of refunds)
      push(
        differences,
        await findDifference(failures, describeRefund(gateway.kind, refund), () =>
          compareRefund(gateway, refund, statement, known),
        ),
      )
  const totals = calculateTotals(within, statement.lists, charges, refunds)
  return { gateway: gateway.kind, differences, totals, failure: describeFailures(failures) }
}

interface Failures {
  count: number
  /** The reference of the first payment or refund that could not be asked about, and why. */
  first: string
}

type Problem = Difference['problem']

/** A payment or refund that the gateway cannot be asked about differs by that, and does not keep the others from being compared. */
async function findDifference(
  failures: Failures,
  own: Omit<Difference, 'problem'>,
  compare: () => Promise<Problem | null>,
): Promise<Difference | null> {
  try {
    const problem = await compare()
    return problem === null ? null : { ...own, problem }
  } catch (error) {
    if (failures.count === 0)
      failures.first = `${own.reference}: ${error instanceof Error ? error.message : String(error)}`
    failures.count++
    return { ...own, problem: 'not_compared' }
  }
}

const describeFailures = ({ count, first }: Failures): string | null =>
  count === 0 ? null : `${count} could not be asked about, ${first}`

const push = (differences: Difference[], found: Difference | null) => {
  if (found !== null) differences.push(found)
}

async function readStatement(ctx: AnyContext, gateway: PaymentGateway, { from, to }: Period): Promise<Statement> {
  const wide = { from: subtractDuration(from, margin), to: addDuration(to, margin) }
  if (gateway.listStatement !== undefined)
    return { lines: await gateway.listStatement(wide), lists: ['payment', 'refund', 'dispute'], receiptsSince: null }
  if (gateway.listReceived === undefined) return { lines: [], lists: [], receiptsSince: null }
  const now = ctx.clock.now()
  const receiptsSince = subtractDuration(now, receivedHorizon)
  if (from < receiptsSince) throw new Error(tooLongAgo)
  const received = await gateway.listReceived({ from: receiptsSince, to: now })
  const lines = received.map(({ receipt, amount, currency, received_at }) => ({
    kind: 'payment' as const,
    reference: receipt,
    amount,
    currency,
    at: received_at,
  }))
  return { lines, lists: ['payment'], receiptsSince }
}

async function readAll<Row extends { id: number }>(
  read: (slice: { beyond: number; most: number }) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const more = await read({ beyond: rows.at(-1)?.id ?? 0, most: readAtOnce })
    rows.push(...more)
    if (more.length < readAtOnce) return rows
  }
}

async function compareLine(ctx: AnyContext, gateway: string, line: StatementLine): Promise<Difference | null> {
  const { kind, reference, amount, currency, at } = line
  const own = await findOwn(ctx, gateway, line)
  const seen = { gateway, kind, reference, amount_there: amount, currency, occurred_at: at }
  if (own === null) {
    if (await isUnmatched(ctx, gateway, line)) return null
    return { ...seen, problem: 'missing_here', charge_id: null, amount_here: null }
  }
  const here = { ...seen, charge_id: own.id, amount_here: own.amount }
  if (own.status === 'pending' || own.status === 'failed') return { ...here, problem: 'other_state' }
  return own.amount === amount && own.currency === currency ? null : { ...here, problem: 'other_amount' }
}

async function findOwn(ctx: AnyContext, gateway: string, { kind, reference }: StatementLine) {
  if (kind === 'dispute') return null
  if (kind === 'refund') return settledPayments.refundById.maybe(ctx, { gateway, refund_id: reference })
  return (
    (await settledPayments.chargeByPayment.maybe(ctx, { gateway, payment_id: reference })) ??
    settledPayments.chargeByReceipt.maybe(ctx, { gateway, receipt: reference })
  )
}

/** Returns whether an administrator decides about the money already. */
const isUnmatched = async (ctx: AnyContext, gateway: string, { kind, reference }: StatementLine) =>
  kind === 'payment' &&
  (await unmatchedPayments.byReference.maybe(ctx, { gateway, method: 'mobile_money', reference })) !== null

const describeCharge = (gateway: string, charge: Charge): Omit<Difference, 'problem'> => ({
  gateway,
  kind: 'payment',
  reference: charge.receipt ?? charge.payment_id ?? charge.key,
  charge_id: charge.id,
  amount_here: charge.amount,
  amount_there: null,
  currency: charge.currency,
  occurred_at: charge.settled_at ?? charge.created_at,
})

async function compareCharge(
  gateway: PaymentGateway,
  charge: Charge,
  { lists, receiptsSince }: Statement,
  known: ReadonlySet<string>,
): Promise<Problem | null> {
  const isPaidHere = charge.status === 'succeeded' || charge.status === 'refunded'
  const { reference } = describeCharge(gateway.kind, charge)
  if (lists.includes('payment') && (!isPaidHere || known.has(`payment ${reference}`))) return null
  // It may have been received before the list begins.
  if (receiptsSince !== null && charge.created_at < receiptsSince) return null
  // What the report has another day is there all the same.
  const isPaidThere = receiptsSince === null && (await isPaidAt(gateway, charge))
  if (isPaidHere === isPaidThere) return null
  return isPaidHere ? 'missing_there' : 'other_state'
}

async function isPaidAt(gateway: PaymentGateway, charge: Charge): Promise<boolean> {
  const { payment_id, key, customer, created_at: since, account_reference, amount } = charge
  const trace = { payment_id, key, customer, since, account_reference, amount }
  const outcome = await gateway.findOutcome(trace).catch(ignoreUnknown)
  return outcome?.status === 'succeeded' || outcome?.status === 'refunded'
}

/** What the gateway does not know any more is not there. */
function ignoreUnknown(error: unknown): null {
  if (error instanceof UnknownPayment) return null
  throw error
}

const describeRefund = (gateway: string, refund: Refund): Omit<Difference, 'problem'> => ({
  gateway,
  kind: 'refund',
  reference: refund.refund_id ?? formatTry(refund.key, refund.tries),
  charge_id: refund.charge_id,
  amount_here: refund.amount,
  amount_there: null,
  currency: refund.currency,
  occurred_at: refund.settled_at ?? refund.created_at,
})

async function compareRefund(
  gateway: PaymentGateway,
  refund: Refund,
  { lists }: Statement,
  known: ReadonlySet<string>,
): Promise<Problem | null> {
  const { refund_id, amount, currency, payment_id, created_at } = refund
  const isReturnedHere = refund.status === 'succeeded'
  const { reference } = describeRefund(gateway.kind, refund)
  if (lists.includes('refund') && (!isReturnedHere || known.has(`refund ${reference}`))) return null
  const key = formatTry(refund.key, refund.tries)
  const wanted = { refund_id, key, payment_id: payment_id ?? '', amount, currency, since: created_at, other_ids: [] }
  const outcome = await gateway.findRefund(wanted).catch(ignoreUnknown)
  if (isReturnedHere === (outcome?.status === 'succeeded')) return null
  return isReturnedHere ? 'missing_there' : 'other_state'
}
