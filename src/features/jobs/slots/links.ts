import type { AnyContext } from '#context.ts'
import { signPath } from '#core/signed-links.ts'

/** The path of the page where an applicant chooses a slot. */
export const getChoicePath = (applicationId: number) => `/job-applications/${applicationId}/choose-time`

/** The address of that page, which needs no sign-in and works until the invitation ends. */
export const createChoiceUrl = (
  { config }: Pick<AnyContext, 'config'>,
  { application_id, until }: { application_id: number; until: string },
) => `${config.publicUrl}${signPath(config.appSecret, getChoicePath(application_id), until)}`
