import type { AnyContext } from '#context.ts'
import { signPath } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'

/** Candidates who have not applied are removed after it. */
export const candidateLifetime = { days: 365 }

/** The path of the page where a candidate applies or refuses. */
export const getInvitationPath = (id: number) => `/job-candidates/${id}/invitation`

/** The address of that page, which needs no sign-in and works as long as the data are kept. */
export const createInvitationUrl = (
  { config }: Pick<AnyContext, 'config'>,
  { id, created_at }: { id: number; created_at: string },
) =>
  `${config.publicUrl}${signPath(config.appSecret, getInvitationPath(id), addDuration(created_at, candidateLifetime))}`
