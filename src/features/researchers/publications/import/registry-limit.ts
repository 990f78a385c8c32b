import type { Context } from '#context.ts'
import { createFieldProblem, createTooManyRequests } from '#core/problem.ts'
import { countUse } from '#platform/throttle.ts'

export const noOrcid = createFieldProblem(
  'format',
  'This researcher has linked no ORCID iD. It is linked by signing in at ORCID.',
)
/** Counts an import from registries. 429 for a user who asks them too often. */
export async function limitRegistryImports(ctx: Context): Promise<void> {
  const limit = { limit: ctx.config.rateLimits.registryImports, window: { hours: 1 } }
  const wait = await countUse(ctx, 'registry-imports', [String(ctx.actor.id)], limit)
  if (wait !== null)
    throw createTooManyRequests('You have imported too often from other services, please try again later.', wait)
}
