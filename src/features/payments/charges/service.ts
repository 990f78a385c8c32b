import type { Outcome } from '../../../adapters/payments/gateway.ts'
import { defineTask, enqueue, type Task } from '../../../background/tasks.ts'
import { type Context, inTransaction, type Transaction } from '../../../context.ts'
import { ensure, notFound, problem } from '../../../core/problem.ts'
import { randomText } from '../../../core/random.ts'
import { after, before, type Duration } from '../../../core/time.ts'
import type { ChargeStatus } from '../../../database/billing-tables.ts'
import { issueInvoice } from '../invoices/service.ts'
import type { ChargeableMethod } from '../methods/service.ts'
import { charges } from './queries.ts'
import { markRefunded, refundCharge } from './refund.ts'

export interface Charge {
  id: number
  user_id: number
  purpose: string
  /** Minor units. */
  amount: number
  currency: string
  status: ChargeStatus
  /** Why it failed, as a sentence for the customer. */
  failure: string | null
  title: string
  period_start: string
  period_end: string
  details: object
  gateway: string
  key: string
  customer: string
  method_token: string
  method_label: string
  payment_id: string | null
  created_at: string
}

/** What somebody paid for, from one moment to another. */
export interface Period {
  start: string
  end: string
}

/** What a charge is for, and what follows from it. Both run once, in the transaction that settles the charge. */
export interface Purpose {
  readonly name: string
  /** Grants what was paid for, and says for when; null when that is no longer possible, and the money goes back. */
  readonly succeeded: (tx: Transaction, charge: Charge) => Promise<Period | null>
  readonly failed: (tx: Transaction, charge: Charge) => Promise<void>
  /** Asks what became of a charge; made by `definePurpose`. */
  readonly settle: Task<Settle>
}

export interface Settle {
  charge_id: number
  /** The gateway said that something happened, so it is asked also about a settled charge. */
  heard?: boolean
}

export interface NewCharge {
  userId: number
  purpose: Purpose
  /** One charge at a time waits in a slot, like `subscription of 17`. */
  slot: string
  /** One charge at most, waiting or paid, covers a thing, like `course 5 of 17`. */
  covers?: string
  amount: number
  currency: string
  method: ChargeableMethod
  /** The line of the invoice. */
  title: string
  period: Period
  details: object
}

/** Whether a charge waits in the slot. */
export const isChargePending = async (tx: Transaction, slot: string) =>
  (await charges.pendingIn.maybe(tx, { slot })) !== null

export const paymentRunning = problem(
  'payment_method_id',
  'A payment is still being confirmed. Wait until it is, then try again.',
)

/** By then the request that began it has its answer, or is lost. */
const takenUpAfter: Duration = { seconds: 60 }
/** A gateway that was not reached may be asked again to charge for this long; later nobody waits for it. */
const chargedWithin: Duration = { hours: 1 }
/** A payment that nobody confirms ends. */
const confirmedWithin: Duration = { hours: 24 }

/**
 * Writes a charge down before the gateway hears of it, and queues the check that settles it if this process dies.
 * After the commit, `carryOut` makes it.
 */
export async function beginCharge(tx: Transaction, charge: NewCharge): Promise<Charge> {
  const { userId, purpose, slot, covers, amount, currency, method, title, period, details } = charge
  ensure(!(await isChargePending(tx, slot)), paymentRunning)
  const now = tx.clock.now()
  const begun = await charges.add.one(tx, {
    user_id: userId,
    purpose: purpose.name,
    slot,
    covers: covers ?? null,
    amount,
    currency,
    title,
    period_start: period.start,
    period_end: period.end,
    details,
    gateway: tx.payments.kind,
    key: `charge-${randomText(18)}`,
    customer: method.customer,
    method_token: method.token,
    method_label: method.label,
    now,
  })
  const runAt = after(now, takenUpAfter)
  await enqueue(tx, purpose.settle, { charge_id: begun.id }, { runAt, key: `charge ${begun.id} begun` })
  return begun
}

/** Makes a charge and settles it. What the gateway leaves open stays pending and is settled in the background. */
export async function carryOut(ctx: Context, purpose: Purpose, charge: Charge): Promise<Charge> {
  return settle(ctx, purpose, charge.id, await answerOf(ctx, charge))
}

/** What the gateway says; null when it did not answer. */
async function answerOf(ctx: Context, charge: Charge): Promise<Outcome | null> {
  if (charge.amount === 0) return { status: 'succeeded', payment_id: '' }
  try {
    return await askGateway(ctx, charge)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    ctx.log.warn({ charge_id: charge.id, error: message }, 'The gateway left open what became of a charge.')
    return null
  }
}

const neverCharged: Outcome = {
  status: 'failed',
  payment_id: null,
  reason: 'The payment provider could not be reached, and nothing was charged. Please try again.',
}

async function askGateway({ payments, clock }: Context, charge: Charge): Promise<Outcome> {
  const { key, customer, amount, currency, payment_id, title, created_at } = charge
  const now = clock.now()
  const trace = { payment_id, key, customer, since: created_at }
  // The same key again is the same payment, so within the hour it is safe to ask for it once more.
  if (payment_id === null && charge.status === 'pending' && before(now, chargedWithin) < created_at)
    return payments.charge({
      key,
      customer,
      amount,
      currency,
      token: charge.method_token,
      description: title,
    })

  const outcome = (await payments.outcomeOf(trace)) ?? neverCharged
  const isTooLate = outcome.status === 'pending' && before(now, confirmedWithin) >= created_at
  return isTooLate ? payments.abandon(outcome.payment_id) : outcome
}

/** Writes down what the gateway said, once, with all that follows from it. */
function settle(ctx: Context, purpose: Purpose, id: number, outcome: Outcome | null): Promise<Charge> {
  return inTransaction(ctx, async (tx) => {
    if (outcome === null || outcome.status === 'pending') await wait(tx, purpose, id, outcome)
    else if (outcome.status === 'failed') await fail(tx, purpose, id, outcome)
    else await succeed(tx, purpose, id, outcome.payment_id)
    if (outcome?.status === 'refunded') await markRefunded(tx, id)
    return charges.byId.one(tx, { id })
  })
}

/** Asks again soon at first, then ever more rarely. */
async function wait(tx: Transaction, purpose: Purpose, id: number, outcome: Outcome | null) {
  const charge = await charges.byId.one(tx, { id })
  if (charge.status !== 'pending') return
  if (outcome?.payment_id) await charges.notePayment.run(tx, { id, payment_id: outcome.payment_id })
  const now = tx.clock.now()
  const age = (Date.parse(now) - Date.parse(charge.created_at)) / 1000
  const seconds = Math.min(Math.max(2, age / 2), 1_800)
  const options = { runAt: after(now, { seconds }), key: `charge ${id} poll` }
  await enqueue(tx, purpose.settle, { charge_id: id }, options)
}

async function succeed(tx: Transaction, purpose: Purpose, id: number, paymentId: string) {
  const now = tx.clock.now()
  const row = { id, payment_id: paymentId || null, now }
  const charge = (await charges.succeed.maybe(tx, row)) ?? (await charges.succeedLate.maybe(tx, row))
  if (charge === null) return
  const granted = await purpose.succeeded(tx, charge)
  if (charge.amount === 0) return
  await issueInvoice(tx, charge, granted ?? { start: charge.period_start, end: charge.period_end })
  if (granted === null) await enqueue(tx, refundCharge, { charge_id: id })
}

async function fail(
  tx: Transaction,
  purpose: Purpose,
  id: number,
  { payment_id, reason }: Extract<Outcome, { status: 'failed' }>,
) {
  const now = tx.clock.now()
  const charge = await charges.fail.maybe(tx, { id, payment_id, failure: reason, now })
  if (charge !== null) await purpose.failed(tx, charge)
}

export function definePurpose(given: Omit<Purpose, 'settle'>): Purpose {
  const purpose: Purpose = {
    ...given,
    settle: defineTask<Settle>({
      kind: `settle-${given.name}`,
      handle: (ctx, payload) => settleAgain(ctx, purpose, payload),
    }),
  }
  return purpose
}

async function settleAgain(ctx: Context, purpose: Purpose, { charge_id, heard }: Settle) {
  const charge = await charges.byId.maybe(ctx, { id: charge_id })
  ensure(charge !== null, notFound)
  if (charge.status !== 'pending' && heard !== true) return
  const isHere = charge.gateway === ctx.payments.kind
  // The sandbox was left behind, and no money ever was in it. Another gateway can only be asked by its own keys.
  const isGone = !isHere && charge.gateway === 'sandbox'
  if (isHere || isGone)
    await settle(ctx, purpose, charge_id, isGone ? neverCharged : await answerOf(ctx, charge))
}
