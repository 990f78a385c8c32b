import { deleteExpired } from '#platform/sweep.ts'
import { defineTask } from '#platform/tasks.ts'
import { talentPool } from './queries.ts'

/** Removes entries whose consent has ended, and requests without an answer. Reads leave them out from their end on. */
export const endConsents = defineTask<Record<string, never>>({
  kind: 'end_consents',
  async handle(ctx) {
    const now = ctx.clock.now()
    await deleteExpired((most) => talentPool.sweep.run(ctx, { now, most }))
  },
})
