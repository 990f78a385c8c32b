import type { AnyContext } from '#context.ts'
import { defineMailedLink } from '#core/signed-links.ts'

/** The page where an applicant chooses a slot. */
export const choiceLink = defineMailedLink('/job-applications/:id/choose-time')

/** The address of that page, which works until the invitation ends. */
export const createChoiceUrl = (
  ctx: Pick<AnyContext, 'config'>,
  { application_id, until }: { application_id: number; until: string },
) => choiceLink.createUrl(ctx, application_id, until)
