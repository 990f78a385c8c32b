import { sweep } from '#platform/sweep.ts'
import { defineTask } from '#platform/tasks.ts'
import { credentialNonces, signInStates } from './identities/queries.ts'
import { emailVerifications, passwordResets, tokens } from './queries.ts'

/** Deletes expired tokens. */
export const sweepExpiredTokens = defineTask<Record<string, never>>({
  kind: 'sweep_expired_tokens',
  async handle(ctx) {
    const now = ctx.clock.now()
    for (const table of [tokens, passwordResets, emailVerifications, signInStates, credentialNonces])
      await sweep((most) => table.sweep.run(ctx, { now, most }))
  },
})
