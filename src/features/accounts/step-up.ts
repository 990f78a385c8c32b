import type { AnyContext } from '#context.ts'
import { Problem } from '#core/problem.ts'
import { subtractDuration } from '#core/time.ts'
import { tokens } from './queries.ts'
import { factors } from './sign-in-queries.ts'

/** How old a sign-in may be to change credentials. */
const recent = { minutes: 15 }

const sentence = 'Please sign in again to do this.'
export const reauthenticationNeeded = new Problem(403, sentence, { errors: { reauthentication: [sentence] } })

/**
 * Throws 403 unless the session of the actor began in the last 15 minutes. Asked for before the credentials of the actor change, so that
 * a session alone, stolen or left open, takes no account over.
 */
export async function ensureRecentSignIn(ctx: AnyContext): Promise<void> {
  const { token_id } = ctx.actor
  // The command line, which has the database.
  if (token_id === 0) return
  const session = await tokens.start.maybe(ctx, { id: token_id })
  if (session === null || session.created_at <= subtractDuration(ctx.clock.now(), recent)) throw reauthenticationNeeded
}

/** The same for accounts with a second factor or a passkey alone: for acts on others, and for those that a password proves besides. */
export async function ensureStepUp(ctx: AnyContext): Promise<void> {
  const known = await factors.of.maybe(ctx, { user_id: ctx.actor.id })
  if (known?.has_second_factor || known?.has_passkey) await ensureRecentSignIn(ctx)
}
