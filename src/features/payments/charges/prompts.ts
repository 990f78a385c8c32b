import { type Context, runInTransaction } from '#context.ts'
import { createRuleViolation, createTooManyRequests, ensure, notFound } from '#core/problem.ts'
import { countSeconds } from '#core/time.ts'
import { limitPrompts } from '../phones.ts'
import type { PurchaseType } from './charge.ts'
import { getMine, getPromptAgainAt, presentMine } from './own-payments.ts'
import type { Charge } from './record.ts'
import type { MyPayment } from './schemas.ts'
import { beginAgain, refreshCharge, runCharge } from './service.ts'

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
  const begun = await runInTransaction(ctx, async (tx) => {
    const { user_id: userId, phone_secret } = asked
    const again = await beginAgain(tx, purpose, asked)
    if (again !== null) await limitPrompts(tx, { userId, phone_secret, present: true })
    return again
  })
  ensure(begun !== null, promptOpen)
  return presentMine(ctx, await runCharge(ctx, purpose, begun))
}

function ensurePromptable(ctx: Context, charge: Charge): void {
  const from = getPromptAgainAt(charge)
  ensure(from !== null, noPrompt)
  const now = ctx.clock.now()
  if (from > now)
    throw createTooManyRequests('The prompt was just sent. Wait two minutes, then try again.', countSeconds(now, from))
}
