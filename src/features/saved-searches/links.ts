import type { AnyContext } from '#context.ts'
import { signPath } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'

/** How long the link of a mail works. */
const linkLifetime = { days: 365 }

export const getUnsubscribePath = (userId: number) => `/saved-searches/unsubscribe/${userId}`

/** The address where all digests of the user end, without a sign-in. */
export const createUnsubscribeUrl = ({ config, clock }: Pick<AnyContext, 'config' | 'clock'>, userId: number): string =>
  `${config.publicUrl}${signPath(config.appSecret, getUnsubscribePath(userId), addDuration(clock.now(), linkLifetime))}`
