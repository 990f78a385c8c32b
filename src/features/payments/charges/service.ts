import type { Outcome } from '#adapters/payments/gateway.ts'
import type { Context, Transaction } from '#context.ts'
import { ensure, fieldProblem, notFound, ruleViolation } from '#core/problem.ts'
import { randomText } from '#core/random.ts'
import { addDuration, type Duration, subtractDuration } from '#core/time.ts'
import { defineTask, enqueue } from '#platform/tasks.ts'
import { type Charge, currentPeriod, type NewCharge, type Purpose, type Settle } from './charge.ts'
import { charges } from './queries.ts'
import { neverCharged, settle, settleFree } from './settlement.ts'

/** Whether a charge waits in the slot. */
export const isChargePending = async (tx: Transaction, slot: string) =>
  (await charges.pendingIn.maybe(tx, { slot })) !== null

export const paymentRunning = fieldProblem(
  'payment_method_id',
  'A payment is still being confirmed. Wait until it is, then try again.',
)
export const alreadyPaid = ruleViolation('This has been paid for already.')

/** By then the request that began it has its answer, or is lost. */
const takenUpAfter: Duration = { seconds: 60 }
/** A gateway that was not reached may be asked again to charge for this long; later nobody waits for it. */
const chargedWithin: Duration = { hours: 1 }
/** A payment that nobody confirms ends. */
const confirmedWithin: Duration = { hours: 24 }

/**
 * Writes a charge down before the gateway hears of it, and queues the check that settles it if this process dies.
 * After the commit, `carryOut` makes it. What costs nothing is settled here, and has no invoice.
 */
export async function beginCharge(tx: Transaction, charge: NewCharge): Promise<Charge> {
  const { userId, purpose, slot, covers, amount, currency, method, title, details } = charge
  ensure(!(await isChargePending(tx, slot)), paymentRunning)
  const now = tx.clock.now()
  const { start, end } = charge.period ?? currentPeriod(tx)
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
    gateway: tx.payments.kind,
    key: `charge-${randomText(18)}`,
    customer: method.customer,
    method_token: method.token,
    method_label: method.label,
    now,
  })
  if (amount === 0) return settleFree(tx, purpose, begun.id)
  const runAt = addDuration(now, takenUpAfter)
  await enqueue(tx, purpose.settle, { charge_id: begun.id }, { runAt, key: `charge ${begun.id} begun` })
  return begun
}

/** Makes a charge and settles it. What the gateway leaves open stays pending and is settled in the background. */
export async function executeCharge(ctx: Context, purpose: Purpose, charge: Charge): Promise<Charge> {
  if (charge.status !== 'pending') return charge
  return settle(ctx, purpose, charge.id, await tryGateway(ctx, charge))
}

/** What the gateway says; null when it did not answer. */
async function tryGateway(ctx: Context, charge: Charge): Promise<Outcome | null> {
  try {
    return await askGateway(ctx, charge)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    ctx.log.warn({ charge_id: charge.id, error: message }, 'The gateway left open what became of a charge.')
    return null
  }
}

async function askGateway({ payments, clock }: Context, charge: Charge): Promise<Outcome> {
  const { key, customer, amount, currency, payment_id, title, created_at } = charge
  const now = clock.now()
  const trace = { payment_id, key, customer, since: created_at }
  // The same key again is the same payment, so within the hour it is safe to ask for it once more.
  if (payment_id === null && charge.status === 'pending' && subtractDuration(now, chargedWithin) < created_at)
    return payments.charge({
      key,
      customer,
      amount,
      currency,
      token: charge.method_token,
      description: title,
    })

  const outcome = (await payments.findOutcome(trace)) ?? neverCharged
  const isTooLate = outcome.status === 'pending' && subtractDuration(now, confirmedWithin) >= created_at
  return isTooLate ? payments.abandon(outcome.payment_id) : outcome
}

/**
 * Something there is to pay for; listed once in `app.ts`, which runs its `settle` and tells it what gateways call.
 *
 * A thing that is bought once, like a course, is paid for so:
 *
 *     const coursePayments = definePurpose({
 *       name: 'course',
 *       // In the transaction that records the money: enroll, or answer null, and the money goes back.
 *       succeeded: async (tx, charge) => ((await enroll(tx, charge)) ? boughtNow(tx) : null),
 *       failed: async () => undefined,
 *     })
 *
 *     const begun = await inTransaction(ctx, (tx) => beginCharge(tx, {
 *       purpose: coursePayments, userId, amount, currency, method, details: { course_id },
 *       title: course.title, // the line of the invoice, and `plan` in the billing history
 *       slot: `course ${id} of ${userId}`, // twenty requests at once: one goes on, the others get `paymentRunning`
 *       covers: `course ${id} of ${userId}`, // never paid for twice, unless the first payment went back
 *     }))
 *     const { status, failure } = await carryOut(ctx, coursePayments, begun)
 *     if (failure !== null) throw problem('payment_method_id', failure)
 *
 * `pending` is an answer too: mobile money is confirmed later, and `succeeded` runs then, as nobody's request. A name
 * is kept with every charge, so it never changes.
 */
export function definePurpose(given: Omit<Purpose, 'settle'>): Purpose {
  const purpose: Purpose = {
    ...given,
    settle: defineTask<Settle>({
      kind: `settle_${given.name}`,
      handle: (ctx, payload) => settleAgain(ctx, purpose, payload),
    }),
  }
  return purpose
}

async function settleAgain(ctx: Context, purpose: Purpose, { charge_id, heard }: Settle) {
  const charge = await charges.byId.maybe(ctx, { id: charge_id })
  ensure(charge !== null, notFound)
  if (charge.status !== 'pending' && heard !== true) return
  await settle(ctx, purpose, charge_id, await findOutcome(ctx, charge))
}

/** Another gateway can only be asked by its own keys, but in the sandbox, which was left behind, there was no money. */
async function findOutcome(ctx: Context, charge: Charge): Promise<Outcome | null> {
  if (charge.gateway === ctx.payments.kind) return tryGateway(ctx, charge)
  return charge.gateway === 'sandbox' ? neverCharged : null
}
