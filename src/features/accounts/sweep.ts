import { subtractDuration } from '#core/time.ts'
import { deleteExpired } from '#platform/sweep.ts'
import { defineTask } from '#platform/tasks.ts'
import { credentialNonces, signInStates } from './identities/queries.ts'
import { emailVerifications, passwordResets } from './mailed-token-queries.ts'
import { rememberedFor } from './new-devices.ts'
import { passkeyChallenges } from './passkeys/queries.ts'
import { tokens } from './queries.ts'
import { knownDevices } from './sign-in-queries.ts'
import { loginChallenges } from './two-factor/queries.ts'

/** How long the second use of a link that verified an address can be told from an unknown one. */
const usedLinksKeptFor = { days: 30 }

/** Deletes expired tokens. */
export const sweepExpiredTokens = defineTask<Record<string, never>>({
  kind: 'sweep_expired_tokens',
  async handle(ctx) {
    const now = ctx.clock.now()
    for (const table of [tokens, passwordResets, signInStates, credentialNonces, loginChallenges, passkeyChallenges])
      await deleteExpired((most) => table.sweep.run(ctx, { now, most }))
    const used = subtractDuration(now, usedLinksKeptFor)
    await deleteExpired((most) => emailVerifications.sweep.run(ctx, { now: used, most }))
    const before = subtractDuration(now, rememberedFor)
    await deleteExpired((most) => knownDevices.sweep.run(ctx, { before, most }))
  },
})
