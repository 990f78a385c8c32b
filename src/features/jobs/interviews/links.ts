import type { AnyContext } from '#context.ts'
import { signPath } from '#core/signed-links.ts'

/** The path of the page where the applicant answers. */
export const getInvitationPath = (id: number) => `/interviews/${id}/invitation`

/** The address of that page, which needs no sign-in and works until the interview begins. */
export const getInvitationUrl = (
  { config }: Pick<AnyContext, 'config'>,
  { id, starts_at }: { id: number; starts_at: string },
) => `${config.publicUrl}${signPath(config.appSecret, getInvitationPath(id), starts_at)}`
