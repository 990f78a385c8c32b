import type { Context } from '#context.ts'
import { ensure, unauthenticated } from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { tokens } from '../queries.ts'

/** A session of the console ends without use, and a working day after it began. */
const idleTime = { minutes: 30 }
const longestTime = { hours: 12 }

/** Lets the session of the request end half an hour from now, but at most twelve hours after it began. */
export async function storeConsoleSession(ctx: Context): Promise<{ expires_at: string }> {
  const session = await tokens.start.maybe(ctx, { id: ctx.actor.token_id })
  ensure(session !== null, unauthenticated)
  const now = ctx.clock.now()
  const [idle, end] = [addDuration(now, idleTime), addDuration(session.created_at, longestTime)]
  const expires_at = idle < end ? idle : end
  await tokens.setExpiry.run(ctx, { id: ctx.actor.token_id, expires_at, now })
  return { expires_at }
}
