import type { AnyContext } from '#context.ts'
import { signPath } from '#core/signed-links.ts'

/** The path of the page where a person answers a request and withdraws the consent. */
export const getConsentPath = (id: number) => `/talent-pool/${id}/consent`

/** The address of that page, which needs no sign-in and works until the consent ends. */
export const createConsentUrl = (
  { config }: Pick<AnyContext, 'config'>,
  { id, consent_until }: { id: number; consent_until: string },
) => `${config.publicUrl}${signPath(config.appSecret, getConsentPath(id), consent_until)}`
