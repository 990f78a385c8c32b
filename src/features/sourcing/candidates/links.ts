import type { AnyContext } from '#context.ts'
import { defineMailedLink } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'

/** Candidates who have not applied are removed after it. */
export const candidateLifetime = { days: 365 }

/** The page where a candidate applies or refuses. */
export const candidateLink = defineMailedLink('/job-candidates/:id/invitation')

/** The address of that page, which works as long as the data are kept. */
export const createInvitationUrl = (
  ctx: Pick<AnyContext, 'config'>,
  { id, created_at }: { id: number; created_at: string },
) => candidateLink.createUrl(ctx, id, addDuration(created_at, candidateLifetime))
