import { addDuration } from '#core/time.ts'
import { deleteExpired } from '#platform/sweep.ts'
import { defineTask } from '#platform/tasks.ts'
import { candidateLifetime } from './links.ts'
import { candidates } from './queries.ts'

/** Removes candidates who were imported long ago and have not applied. */
export const removeOldCandidates = defineTask<Record<string, never>>({
  kind: 'remove_old_candidates',
  async handle(ctx) {
    const before = addDuration(ctx.clock.now(), { days: -candidateLifetime.days })
    await deleteExpired((most) => candidates.sweep.run(ctx, { before, most }))
  },
})
