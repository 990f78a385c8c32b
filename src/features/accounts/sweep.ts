import { defineTask } from '../../background/tasks.ts'
import { credentialNonces, signInStates } from './identities/queries.ts'
import { emailVerifications, passwordResets, tokens } from './queries.ts'

/** Removes tokens that have expired. */
export const sweepExpiredTokens = defineTask<Record<string, never>>({
  kind: 'sweep_expired_tokens',
  async handle(ctx) {
    const now = ctx.clock.now()
    await tokens.sweep.run(ctx, { now })
    await passwordResets.sweep.run(ctx, { now })
    await emailVerifications.sweep.run(ctx, { now })
    await signInStates.sweep.run(ctx, { now })
    await credentialNonces.sweep.run(ctx, { now })
  },
})
