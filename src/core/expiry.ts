/** Ends that people choose. */

import { ensure, invalidFields } from './problem.ts'

const pastExpiry = invalidFields({ expires_at: ['The expires at must be in the future.'] })

/** Throws 422 on `expires_at` for an end that is past; null and undefined are none. */
export const ensureExpiresLater = (expiresAt: string | null | undefined, now: string): void =>
  ensure(expiresAt === null || expiresAt === undefined || expiresAt > now, pastExpiry)
