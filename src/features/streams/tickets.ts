import { type Context, runInTransaction } from '#context.ts'
import { unauthenticated } from '#core/problem.ts'
import { createRandomText, hashToken } from '#core/random.ts'
import { addDuration } from '#core/time.ts'
import { deleteExpired } from '#platform/sweep.ts'
import { defineTask } from '#platform/tasks.ts'
import { streamTickets } from './queries.ts'
import type { StreamTicket } from './schemas.ts'

/** Long enough to open a stream. */
const goodFor = { minutes: 1 }

export async function createStreamTicket(ctx: Context): Promise<StreamTicket> {
  const ticket = createRandomText(32)
  const expires_at = addDuration(ctx.clock.now(), goodFor)
  const { id: user_id, token_id } = ctx.actor
  await runInTransaction(ctx, async (tx) => {
    // The token may have been revoked since the request was authenticated.
    if ((await streamTickets.token.maybe(tx, { token_id })) === null) throw unauthenticated
    await streamTickets.add.run(tx, { ticket_hash: hashToken(ticket), user_id, token_id, expires_at })
  })
  return { ticket, expires_at }
}

/** Deletes unused tickets. */
export const sweepStreamTickets = defineTask<Record<string, never>>({
  kind: 'sweep_stream_tickets',
  async handle(ctx) {
    const now = ctx.clock.now()
    await deleteExpired((most) => streamTickets.sweep.run(ctx, { now, most }))
  },
})
