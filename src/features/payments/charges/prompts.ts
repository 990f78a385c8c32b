import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createRuleViolation, createTooManyRequests, ensure, notFound } from '#core/problem.ts'
import { createUuid } from '#core/random.ts'
import { addDuration, countSeconds } from '#core/time.ts'
import { addTask } from '#platform/tasks.ts'
import { limitPrompts } from '../phones.ts'
import type { PurchaseType } from './charge.ts'
import { getMine, getPromptAgainAt, presentMine } from './own-payments.ts'
import { charges } from './queries.ts'
import type { Charge } from './record.ts'
import type { MyPayment } from './schemas.ts'
import { refreshCharge, runCharge, takenUpAfter } from './service.ts'

export const noPrompt = createRuleViolation('This payment waits for no prompt on a phone.')
export const promptOpen = createRuleViolation(
  'The provider still waits for the answer to the last prompt. Answer it on the phone, or try again in a minute.',
)

/**
 * Sends another prompt for a payment of the actor. The gateway is asked about the last one first: while it may still be answered,
 * another one could charge twice, and so it is refused.
 */
export async function sendPromptAgain(ctx: Context, purposes: readonly PurchaseType[], id: number): Promise<MyPayment> {
  const before = await getMine(ctx, id)
  const purpose = purposes.find(({ name }) => name === before.purpose)
  ensure(purpose !== undefined, notFound)
  ensurePromptable(ctx, before)
  const asked = await refreshCharge(ctx, purpose, before)
  if (asked.status !== 'pending') return presentMine(ctx, asked)
  ensure(asked.action_kind === 'unanswered', promptOpen)
  const begun = await runInTransaction(ctx, (tx) => beginPrompt(tx, purpose, asked))
  return presentMine(ctx, await runCharge(ctx, purpose, begun))
}

function ensurePromptable(ctx: Context, charge: Charge): void {
  const from = getPromptAgainAt(charge)
  ensure(from !== null, noPrompt)
  const now = ctx.clock.now()
  if (from > now)
    throw createTooManyRequests('The prompt was just sent. Wait two minutes, then try again.', countSeconds(now, from))
}

/** Gives the charge another key, which is another payment at the gateway; the last one has failed there. */
async function beginPrompt(tx: Transaction, purpose: PurchaseType, asked: Charge): Promise<Charge> {
  const { id, user_id: userId, key: before, phone_secret } = asked
  const now = tx.clock.now()
  await limitPrompts(tx, { userId, phone_secret, present: true })
  const begun = await charges.beginPrompt.maybe(tx, { id, before, key: createUuid(), now })
  ensure(begun !== null, promptOpen)
  const runAt = addDuration(now, takenUpAfter)
  await addTask(tx, purpose.settle, { charge_id: id }, { runAt, key: `charge ${begun.key} begun` })
  return begun
}
