import { joinPaymentId, type Outcome, splitPaymentId } from '#adapters/payments/gateway.ts'
import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { addDuration, countSeconds, type Duration } from '#core/time.ts'
import { recordFigure } from '#platform/figures.ts'
import { addTask } from '#platform/tasks.ts'
import { toStoredAction } from '../actions.ts'
import { issueInvoice } from '../invoices/service.ts'
import { isPromptHour } from '../prompt-hours.ts'
import type { Period, PurchaseType } from './charge.ts'
import { reportRefund } from './mails.ts'
import { charges } from './queries.ts'
import type { Charge } from './record.ts'
import { beginRefund, markRefunded } from './refund.ts'

type PendingOutcome = Extract<Outcome, { status: 'pending' }>

/** How long a prompt that was not answered can be sent again, while the person waits. */
const promptableWithin: Duration = { minutes: 10 }
/** How long a charge is sent again to a gateway that is busy, and the pauses between, which grow with its age. */
const busyWithin: Duration = { minutes: 45 }
const [shortestPauseSeconds, longestPauseSeconds] = [60, 600]
/** When a gateway is asked again about a payment that it never finished. */
const lateChecks: readonly Duration[] = [{ minutes: 10 }, { hours: 1 }, { hours: 6 }, { hours: 24 }, { hours: 48 }]
type Failure = Extract<Outcome, { status: 'failed' }>

export const neverCharged = {
  status: 'failed' as const,
  payment_id: null,
  reason: 'The payment provider could not be reached, and nothing was charged. Please try again.',
}
const givenBack = 'The payment was refunded.'
const unused = 'The payment arrived too late to be used. It is being refunded.'

/**
 * Records the outcome once, with all its effects; null when the gateway did not answer. `asked` is the charge as the gateway was asked
 * about it: what became of an earlier prompt says nothing about the next one.
 */
export function settle(ctx: Context, purpose: PurchaseType, asked: Charge, outcome: Outcome | null): Promise<Charge> {
  const { id, key } = asked
  return runInTransaction(ctx, async (tx) => {
    const charge = await charges.byId.one(tx, { id })
    const isPaid = outcome?.status === 'succeeded' || outcome?.status === 'refunded'
    if (charge.key !== key && !isPaid) return charge
    if (outcome === null || outcome.status === 'pending') await wait(tx, purpose, id, outcome)
    else if (outcome.status === 'succeeded') await receive(tx, purpose, id, addReceipt(outcome.payment_id, charge))
    else if (outcome.status === 'failed') await fail(tx, purpose, id, outcome)
    else await takeBack(tx, purpose, id, outcome.payment_id)
    return charges.byId.one(tx, { id })
  })
}

/** Asks again soon at first, then less and less often. */
async function wait(tx: Transaction, purpose: PurchaseType, id: number, outcome: PendingOutcome | null) {
  const charge = await charges.byId.one(tx, { id })
  if (charge.status !== 'pending') return
  if (outcome?.payment_id) {
    const action = toStoredAction(getAskedAt(charge), outcome.action ?? null)
    const action_kind = outcome.action?.kind ?? null
    await charges.notePayment.run(tx, { id, payment_id: outcome.payment_id, action_kind, ...action })
  }
  const now = tx.clock.now()
  const age = (Date.parse(now) - Date.parse(getAskedAt(charge))) / 1000
  const first = tx.payments.find(charge.gateway)?.pollSeconds ?? 2
  const seconds = Math.min(Math.max(first, age / 2), 1_800)
  const next = addDuration(now, { seconds })
  const end = addDuration(getAskedAt(charge), tx.payments.find(charge.gateway)?.pendingWithin ?? {})
  // Not later than the payment is abandoned.
  const runAt = now < end && end < next ? end : next
  await addTask(tx, purpose.settle, { charge_id: id }, { runAt, key: `charge ${id} poll` })
}

async function receive(tx: Transaction, purpose: PurchaseType, id: number, payment_id: string) {
  const row = { id, payment_id, now: tx.clock.now() }
  const charge = await charges.succeed.maybe(tx, row)
  // It was recorded as failed, and the customer may have paid in another way since.
  const late = charge === null ? await charges.succeedLate.maybe(tx, row) : null
  const paid = charge ?? late
  if (paid !== null) await recordFigure(tx, `payments.${paid.gateway}.succeeded`)
  if (charge !== null) await grant(tx, purpose, charge)
  else if (late !== null) await giveBack(tx, late)
}

async function grant(tx: Transaction, purpose: PurchaseType, charge: Charge) {
  const period = await purpose.onSucceeded(tx, charge)
  if (period === null) await giveBack(tx, charge)
  else await issueInvoice(tx, charge, period)
}

/** A payment that can no longer be granted is recorded and refunded. */
async function giveBack(tx: Transaction, charge: Charge) {
  const { id, period_start, period_end } = charge
  const meant: Period = { start: period_start, end: period_end }
  await issueInvoice(tx, charge, meant)
  await charges.noteUnused.run(tx, { id, failure: unused })
  await beginRefund(tx, charge, null, '')
  await reportRefund(tx, charge)
}

async function fail(tx: Transaction, purpose: PurchaseType, id: number, failure: Failure) {
  if ((await offerPrompt(tx, purpose, id, failure)) || (await backOff(tx, purpose, id, failure))) return
  const { payment_id, reason, needs_person = false } = failure
  const row = { id, payment_id, failure: reason, needs_person, now: tx.clock.now() }
  const charge = await charges.fail.maybe(tx, row)
  if (charge === null) return
  await recordFigure(tx, `payments.${charge.gateway}.failed`)
  await purpose.onFailed(tx, charge)
  if (failure.is_provisional !== true) return
  for (const delay of lateChecks)
    await addTask(tx, purpose.settle, { charge_id: id, heard: true }, { runAt: addDuration(row.now, delay) })
}

/** Lets a person who waits have another prompt, instead of failing at once. Returns whether it does. */
async function offerPrompt(tx: Transaction, purpose: PurchaseType, id: number, failure: Failure): Promise<boolean> {
  const charge = await charges.byId.one(tx, { id })
  const { status, present, prompted_at } = charge
  if (failure.is_unanswered !== true) return false
  if (status !== 'pending' || !present || prompted_at === null) return false
  const action_expires_at = addDuration(prompted_at, promptableWithin)
  if (action_expires_at <= tx.clock.now()) return false
  const action = { action_kind: 'unanswered' as const, action_url: null, action_expires_at }
  const payment_id = failure.payment_id ?? charge.payment_id
  await charges.notePayment.run(tx, { id, payment_id, ...action })
  const options = { runAt: action_expires_at, key: `charge ${id} unanswered` }
  await addTask(tx, purpose.settle, { charge_id: id }, options)
  return true
}

/** Sends the charge again later, where no person waits for the answer and the phone may be asked then. Returns whether it does. */
async function backOff(tx: Transaction, purpose: PurchaseType, id: number, failure: Failure): Promise<boolean> {
  const charge = await charges.byId.one(tx, { id })
  if (failure.is_busy !== true || charge.status !== 'pending' || charge.present) return false
  const runAt = getSendAgainAt(charge)
  const action_expires_at = addDuration(charge.created_at, busyWithin)
  if (runAt > action_expires_at || !(await mayAsk(tx, charge, runAt))) return false
  const payment_id = failure.payment_id ?? charge.payment_id
  await charges.notePayment.run(tx, { id, payment_id, action_kind: 'busy', action_url: null, action_expires_at })
  await addTask(tx, purpose.settle, { charge_id: id }, { runAt, key: `charge ${id} busy` })
  return true
}

/** Returns when a charge that was not taken is sent again: the pauses grow with its age. */
export function getSendAgainAt(charge: Charge): string {
  const askedAt = getAskedAt(charge)
  const age = countSeconds(charge.created_at, askedAt)
  return addDuration(askedAt, { seconds: Math.min(Math.max(shortestPauseSeconds, age), longestPauseSeconds) })
}

/** A phone whose owner does not wait is not asked at night. */
export const mayAsk = async (
  ctx: AnyContext,
  { present, phone_secret, user_id: userId, method_country: country }: PhoneCharge,
  moment: string,
): Promise<boolean> => present || phone_secret === null || isPromptHour(ctx, { userId, country }, moment)

type PhoneCharge = Pick<Charge, 'present' | 'phone_secret' | 'user_id' | 'method_country'>

/** The receipt may have become known before the outcome; a refund needs it. */
function addReceipt(payment_id: string, { receipt }: Charge): string {
  const { request, receipt: known } = splitPaymentId(payment_id)
  return receipt === null || known !== null ? payment_id : joinPaymentId(request, receipt)
}

/** When the person was asked for the money. */
export const getAskedAt = ({ prompted_at, created_at }: Charge): string => prompted_at ?? created_at

/** The operator refunded at the gateway. A payment that was never recorded as paid is then failed. */
async function takeBack(tx: Transaction, purpose: PurchaseType, id: number, payment_id: string) {
  await fail(tx, purpose, id, { status: 'failed', payment_id, reason: givenBack })
  await markRefunded(tx, id)
}

/** A charge of zero needs no gateway and is settled in the same transaction. */
export async function settleFree(tx: Transaction, purpose: PurchaseType, id: number): Promise<Charge> {
  const charge = await charges.succeed.one(tx, { id, payment_id: null, now: tx.clock.now() })
  await purpose.onSucceeded(tx, charge)
  return charge
}
