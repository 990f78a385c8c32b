import type { SetupOutcome } from '#adapters/payments/method.ts'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createFieldProblem, ensure, notFound } from '#core/problem.ts'
import { addDuration, type Duration } from '#core/time.ts'
import { stored } from '#language/sentence.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { findGateway } from '../gateways.ts'
import { presentMethod } from './present.ts'
import { paymentMethods } from './queries.ts'
import type { PaymentMethod } from './schemas.ts'

/** A method that its owner does not confirm for this long is removed. */
const confirmedWithin: Duration = { hours: 1 }

const gatewayGone: SetupOutcome = {
  status: 'failed',
  reason: 'This payment method can no longer be charged here; add it again, or choose another one.',
}

type UnconfirmedMethod = Awaited<ReturnType<typeof paymentMethods.unconfirmed.one>>

/** Asks the gateway whether a method is confirmed: soon at first, then less and less often. */
export const settleMethod = defineTask<{ payment_method_id: number }>({
  kind: 'settle_payment_method',
  maxAttempts: 60,
  async handle(ctx, { payment_method_id: id }) {
    const method = await paymentMethods.unconfirmed.maybe(ctx, { id })
    if (method !== null) await settleSetup(ctx, method)
  },
})

export async function scheduleSetupCheck(tx: Transaction, id: number, since: string): Promise<void> {
  const now = tx.clock.now()
  const age = (Date.parse(now) - Date.parse(since)) / 1_000
  const runAt = addDuration(now, { seconds: Math.min(Math.max(5, age / 2), 600) })
  await addTask(tx, settleMethod, { payment_method_id: id }, { runAt, key: `payment method ${id} setup` })
}

/** Records once whether a method is confirmed, and returns the outcome at the gateway. */
async function settleSetup(ctx: Context, method: UnconfirmedMethod): Promise<SetupOutcome> {
  const { id, created_at } = method
  const gateway = findGateway(ctx, method.gateway)
  const outcome = (await gateway?.findSetup(method.setup_id ?? '')) ?? gatewayGone
  const isOverdue = addDuration(created_at, confirmedWithin) <= ctx.clock.now()
  await runInTransaction(ctx, async (tx) => {
    if (outcome.status === 'succeeded') await confirmMethod(tx, method)
    else if (outcome.status === 'failed' || isOverdue) await paymentMethods.removeUnconfirmed.run(tx, { id })
    else await scheduleSetupCheck(tx, id, created_at)
  })
  return outcome
}

/** The first method that can be charged is the default one. */
async function confirmMethod(tx: Transaction, { id, user_id, setup_default }: UnconfirmedMethod): Promise<void> {
  if ((await paymentMethods.confirm.run(tx, { id })) === 0) return
  const isFirst = (await paymentMethods.findDefault.maybe(tx, { user_id })) === null
  if (!isFirst && !setup_default) return
  await paymentMethods.noDefault.run(tx, { user_id })
  await paymentMethods.makeDefault.run(tx, { user_id, id })
}

/** Asks the gateway about a method of the actor, who comes back from the bank. 422 with the reason when it was refused. */
export async function refreshPaymentMethod(ctx: Context, id: number): Promise<PaymentMethod> {
  const mine = { user_id: ctx.actor.id, id }
  const before = await paymentMethods.byId.maybe(ctx, mine)
  ensure(before !== null, notFound)
  const method = await paymentMethods.unconfirmed.maybe(ctx, { id })
  const outcome = method === null ? null : await settleSetup(ctx, method)
  if (outcome?.status === 'failed') throw createFieldProblem('card_number', stored(outcome.reason))
  const after = await paymentMethods.byId.maybe(ctx, mine)
  ensure(after !== null, notFound)
  return presentMethod(after)
}
