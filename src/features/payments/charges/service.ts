import type { Outcome, PaymentGateway } from '#adapters/payments/gateway.ts'
import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { createFieldProblem, createRuleViolation, ensure, notFound, refusesApiKeys } from '#core/problem.ts'
import { createRandomCharacters, createUuid } from '#core/random.ts'
import { addDuration, type Duration, subtractDuration } from '#core/time.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { decryptPhone, limitPrompts } from '../phones.ts'
import { getCurrentPeriod, type NewCharge, type PurchaseType, type Settle } from './charge.ts'
import { charges } from './queries.ts'
import type { Charge } from './record.ts'
import { getAskedAt, getSendAgainAt, mayAsk, neverCharged, settle, settleFree } from './settlement.ts'

type PendingOutcome = Extract<Outcome, { status: 'pending' }>

/** Returns the address of the page of a payment, to which the page of a bank leads back. */
export const createPaymentUrl = ({ config }: AnyContext, id: number) => `${config.frontendUrl}/pay/${id}`

/** Returns whether a pending charge has the slot. */
export const isChargePending = async (tx: Transaction, slot: string) =>
  (await charges.pendingIn.maybe(tx, { slot })) !== null

export const paymentRunning = createFieldProblem(
  'payment_method_id',
  'A payment is still being confirmed. Wait until it is, then try again.',
)
export const alreadyPaid = createRuleViolation('This has been paid for already.')

/** The time after which the request that began a charge has ended. */
const takenUpAfter: Duration = { seconds: 60 }

/**
 * Records a charge before the gateway is asked, and queues the check that settles it if this process dies. After the
 * commit, call `runCharge`. A charge of zero is settled here, without an invoice.
 */
export async function beginCharge(tx: Transaction, charge: NewCharge): Promise<Charge> {
  const { userId, purpose, slot, covers, amount, currency, method, title, details } = charge
  // A leaked API key must not be able to spend money.
  ensure(tx.actor.scopes === null, refusesApiKeys)
  ensure(!(await isChargePending(tx, slot)), paymentRunning)
  const now = tx.clock.now()
  const { start, end } = charge.period ?? getCurrentPeriod(tx)
  const begun = await charges.add.one(tx, {
    user_id: userId,
    purpose: purpose.name,
    slot,
    covers: covers ?? null,
    amount,
    currency,
    title,
    period_start: start,
    period_end: end,
    details,
    gateway: method.gateway,
    key: createUuid(),
    customer: method.customer,
    method_token: method.token,
    method_label: method.label,
    present: charge.present,
    method_country: method.country,
    phone_secret: method.phone_secret,
    prompted_at: method.phone_secret === null ? null : now,
    account_reference: createAccountReference(tx, method.gateway),
    now,
  })
  if (amount === 0) return settleFree(tx, purpose, begun.id)
  await limitPrompts(tx, { userId, phone_secret: method.phone_secret, present: charge.present })
  const runAt = addDuration(now, takenUpAfter)
  await addTask(tx, purpose.settle, { charge_id: begun.id }, { runAt, key: `charge ${begun.id} begun` })
  return begun
}

/**
 * Takes up a pending charge whose prompt was not answered or not taken, before it is sent again. A gateway with keys that made no payment gets the
 * same one, so that a call that was lost is no second payment; else another key makes another one. Returns null when the last prompt
 * may still be answered, or another request was first.
 */
export async function beginAgain(tx: Transaction, purpose: PurchaseType, charge: Charge): Promise<Charge | null> {
  const { id, key: before, action_kind: kind, payment_id } = charge
  if (kind !== 'unanswered' && kind !== 'busy') return null
  const now = tx.clock.now()
  const hasKeys = (tx.payments.find(charge.gateway)?.repeatableWithin ?? null) !== null
  const key = payment_id === null && hasKeys ? before : createUuid()
  const begun = await charges.beginPrompt.maybe(tx, { id, before, kind, key, now })
  if (begun === null) return null
  const runAt = addDuration(now, takenUpAfter)
  await addTask(tx, purpose.settle, { charge_id: id }, { runAt, key: `charge ${begun.key} begun` })
  return begun
}

/** Charges and settles. A pending payment is settled in the background. */
export async function runCharge(ctx: Context, purpose: PurchaseType, charge: Charge): Promise<Charge> {
  if (charge.status !== 'pending') return charge
  return settle(ctx, purpose, charge, await tryGateway(ctx, charge, true))
}

/**
 * Returns the outcome, or null when the gateway did not answer, or is not configured any more. Payments of the former sandbox never
 * moved money.
 */
async function tryGateway(ctx: Context, charge: Charge, isFirst = false): Promise<Outcome | null> {
  const gateway = ctx.payments.find(charge.gateway)
  if (gateway === null) return charge.gateway === 'sandbox' ? neverCharged : null
  try {
    return await askGateway(ctx, gateway, charge, isFirst)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    ctx.log.warn({ charge_id: charge.id, error: message }, 'charge result unknown')
    return null
  }
}

async function askGateway(
  ctx: Context,
  gateway: PaymentGateway,
  charge: Charge,
  isFirst: boolean,
): Promise<Outcome | null> {
  const { key, customer, amount, currency, payment_id, title, created_at, account_reference } = charge
  const now = ctx.clock.now()
  const trace = { payment_id, key, customer, since: created_at, account_reference, amount }
  // The same key is the same payment, so for a while it is safe to charge again; where there are no keys, only the first call is.
  const { repeatableWithin } = gateway
  const isSafe = repeatableWithin === null ? isFirst : subtractDuration(now, repeatableWithin) < getAskedAt(charge)
  const isOpen = payment_id === null && charge.status === 'pending' && isSafe
  if (isOpen && (isFirst || (await mayAsk(ctx, charge, now))))
    return gateway.charge({
      key,
      customer,
      amount,
      currency,
      token: charge.method_token,
      description: title,
      return_url: charge.present ? createPaymentUrl(ctx, charge.id) : null,
      phone: await decryptPhone(ctx, charge.user_id, charge.phone_secret),
      organization: ctx.config.organizationName,
      account_reference,
    })

  const found = await gateway.findOutcome(trace)
  // The first call may still arrive.
  if (found === null && isOpen) return null
  if (found === null && repeatableWithin === null) return giveUpLost(gateway, charge, now)
  const outcome = found ?? neverCharged
  const isTooLate = outcome.status === 'pending' && isOverdue(gateway, charge, outcome, now)
  return isTooLate ? gateway.abandon(outcome.payment_id) : outcome
}

/** A lost prompt may have been paid: it is unknown until the time for it is over, and looked for in two more days. */
const giveUpLost = (gateway: PaymentGateway, charge: Charge, now: string): Outcome | null =>
  addDuration(getAskedAt(charge), gateway.pendingWithin) <= now ? { ...neverCharged, is_provisional: true } : null

/** Without characters that look alike, because people type it. */
const referenceAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const referenceLength = 10

const createAccountReference = ({ payments }: Transaction, gateway: string): string | null =>
  payments.find(gateway)?.listReceived === undefined ? null : createRandomCharacters(referenceLength, referenceAlphabet)

/** Returns whether the payment can no longer be confirmed: the page of the bank has ended, or there was none for a day. */
function isOverdue(gateway: PaymentGateway, charge: Charge, { action }: PendingOutcome, now: string): boolean {
  const within = action?.kind === 'redirect' ? action.within : gateway.pendingWithin
  return addDuration(getAskedAt(charge), within) <= now
}

/**
 * Defines something that can be paid for. List it in `app.ts`, which registers its `settle` task and webhook. The name is
 * stored with every charge and must not change.
 *
 * A single purchase, such as a course:
 *
 *     const coursePayments = definePurchaseType({
 *       name: 'course',
 *       // In the transaction that records the payment: enroll, or return null, which refunds it.
 *       onSucceeded: async (tx, charge) => ((await enroll(tx, charge)) ? getCurrentPeriod(tx) : null),
 *       onFailed: async () => undefined,
 *     })
 *
 *     const begun = await runInTransaction(ctx, (tx) => beginCharge(tx, {
 *       purpose: coursePayments, userId, amount, currency, method, details: { course_id },
 *       present: true, // the person waits for the answer
 *       title: course.title, // the line of the invoice, and `plan` in the billing history
 *       slot: `course ${id} of ${userId}`, // of concurrent requests one continues, the others get `paymentRunning`
 *       covers: `course ${id} of ${userId}`, // never paid twice, unless the first payment was refunded
 *     }))
 *     const { status, failure } = await runCharge(ctx, coursePayments, begun)
 *     if (failure !== null) throw createFieldProblem('payment_method_id', failure)
 *
 * `status` may be `pending`: mobile money is confirmed later, and then `onSucceeded` runs as the system.
 */
export function definePurchaseType(input: Omit<PurchaseType, 'settle'>): PurchaseType {
  const purpose: PurchaseType = {
    ...input,
    settle: defineTask<Settle>({
      kind: `settle_${input.name}`,
      handle: (ctx, payload) => settleAgain(ctx, purpose, payload),
    }),
  }
  return purpose
}

/** Asks the gateway about a pending charge now. */
export const refreshCharge = async (ctx: Context, purpose: PurchaseType, charge: Charge): Promise<Charge> =>
  charge.status === 'pending' && charge.payment_id !== null
    ? settle(ctx, purpose, charge, await tryGateway(ctx, charge))
    : charge

async function settleAgain(ctx: Context, purpose: PurchaseType, { charge_id, heard }: Settle) {
  const charge = await charges.byId.maybe(ctx, { id: charge_id })
  ensure(charge !== null, notFound)
  if (charge.status !== 'pending' && heard !== true) return
  if (charge.action_kind === 'busy' && heard !== true) return sendAgain(ctx, purpose, charge)
  await settle(ctx, purpose, charge, await tryGateway(ctx, charge))
}

/** It is noted before the gateway is asked: after a crash the charge is looked for, and one without keys not sent once more. */
async function sendAgain(ctx: Context, purpose: PurchaseType, charge: Charge) {
  const now = ctx.clock.now()
  if (now < getSendAgainAt(charge)) return
  const isWanted = await runInTransaction(ctx, async (tx) => (await purpose.isWanted?.(tx, charge)) ?? true)
  if (!isWanted || !(await mayAsk(ctx, charge, now))) {
    await settle(ctx, purpose, charge, neverCharged)
    return
  }
  const begun = await runInTransaction(ctx, (tx) => beginAgain(tx, purpose, charge))
  if (begun !== null) await runCharge(ctx, purpose, begun)
}

/**
 * Settles the charges that a crash left open, at once instead of with their next check. Another instance may be charging
 * one at this moment, which the gateway recognizes by its key.
 */
export async function settleOpenCharges(ctx: Context, purposes: readonly PurchaseType[]): Promise<void> {
  const open = await charges.pending.all(ctx, {})
  if (open.length === 0) return
  await runInTransaction(ctx, async (tx) => {
    for (const { id, purpose: name } of open) {
      const purpose = purposes.find((one) => one.name === name)
      if (purpose) await addTask(tx, purpose.settle, { charge_id: id }, { key: `charge ${id} start` })
    }
  })
}
