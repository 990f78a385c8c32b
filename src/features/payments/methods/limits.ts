/** How many payment methods a person may have, and try to add. */

import type { AnyContext, Context } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { createTooManyRequests } from '#core/problem.ts'
import { countUse } from '#platform/throttle.ts'
import { paymentMethods } from './queries.ts'
import { methodSetups } from './setup-queries.ts'

export const methodLimit = defineListLimit('type', 50)

/** Refused methods count too, because testing stolen cards causes refusals. */
export async function limitTries(ctx: Context) {
  const limit = { limit: ctx.config.rateLimits.paymentMethods, window: { hours: 1 } }
  const wait = await countUse(ctx, 'payment-method', [String(ctx.actor.id)], limit)
  if (wait !== null)
    throw createTooManyRequests(
      'You have added too many payment methods in a short time. Please try again later.',
      wait,
    )
}

/** Throws 422 when the actor has no room for another method. A page on which one may be added keeps its place. */
export async function ensureRoom(ctx: AnyContext): Promise<void> {
  const mine = { user_id: ctx.actor.id }
  const [{ total, bytes }, open] = [
    await paymentMethods.size.one(ctx, mine),
    await methodSetups.countOpen.one(ctx, mine),
  ]
  ensureWithin(methodLimit, { bytes, total: total + open.total + 1 })
}
