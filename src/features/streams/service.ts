import type { Context } from '#context.ts'
import { createTooManyRequests, unauthenticated } from '#core/problem.ts'
import { hashToken } from '#core/random.ts'
import { fill } from '#language/sentence.ts'
import type { Holder } from './follower.ts'
import { streamTickets } from './queries.ts'

/** Open streams of a kind per user and instance. */
export const maxStreams = 20

export const tooManyStreams = createTooManyRequests(
  fill('At most {most} streams may be open; close one.', { most: maxStreams }),
  30,
)

/** Returns the user of the stream by the access token, or by a ticket, which is used up. */
export async function authenticateStream(ctx: Context, ticket: string | undefined): Promise<Holder> {
  const { id, token_id } = ctx.actor
  if (token_id > 0) return { user_id: id, token_id }
  if (ticket === undefined) throw unauthenticated
  const input = { ticket_hash: hashToken(ticket), now: ctx.clock.now() }
  const holder = await streamTickets.redeem.maybe(ctx, input)
  if (holder === null) throw unauthenticated
  return holder
}

/** Last-Event-ID is an id that was sent; anything else is ignored. */
export function parseEventId(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}
