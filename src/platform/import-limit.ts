/** How many files a person may import in an hour. A preview takes as much time as the import after it, so it counts too. */

import type { Context } from '#context.ts'
import { createTooManyRequests } from '#core/problem.ts'
import { countUse } from './throttle.ts'

const importsPerHour = { limit: 30, window: { hours: 1 } }

/** Counts an import or preview of the actor, by the kind of files. 429 after 30 of them within an hour. */
export async function limitImports(
  ctx: Context,
  kind: 'candidate-imports' | 'publication-imports' | 'resume-imports',
): Promise<void> {
  const wait = await countUse(ctx, kind, [String(ctx.actor.id)], importsPerHour)
  if (wait !== null) throw createTooManyRequests('You have imported too many files, please try again later.', wait)
}
