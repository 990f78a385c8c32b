import type { AnyContext } from '#context.ts'
import { defineMailedLink } from '#core/signed-links.ts'

/** The page where a person answers a request and withdraws the consent. */
export const consentLink = defineMailedLink('/talent-pool/:id/consent')

/** The address of that page, which works until the consent ends. */
export const createConsentUrl = (
  ctx: Pick<AnyContext, 'config'>,
  { id, consent_until }: { id: number; consent_until: string },
) => consentLink.createUrl(ctx, id, consent_until)
