/** Time-based one-time passwords (RFC 6238), as authenticator apps compute them: SHA-1, 6 digits, 30 seconds. */

import type { TOTP } from 'otpauth'
import { loadLibrary } from '#core/load-library.ts'

/** The library brings hash functions of its own, which wait for the first code. */
const loadCodes = () => loadLibrary('otpauth') as typeof import('otpauth')

const periodSeconds = 30
/** RFC 4226, section 4, recommends 160 bits. */
const secretBytes = 20

/** Returns a new secret in base 32. */
export const createTotpSecret = (): string => new (loadCodes().Secret)({ size: secretBytes }).base32

function createTotp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  const { Secret, TOTP } = loadCodes()
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), period: periodSeconds })
}

/** Returns the address that an authenticator app reads from a QR code. */
export function buildOtpauthUrl(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  // A colon separates the issuer from the account.
  const withoutColons = (text: string) => text.replaceAll(':', ' ')
  return createTotp(secret, { issuer: withoutColons(issuer), label: withoutColons(account) }).toString()
}

/** Returns the code that an authenticator app shows. */
export const calculateTotpCode = (secret: string, now: string): string =>
  createTotp(secret).generate({ timestamp: Date.parse(now) })

/**
 * Returns the time step to which the code belongs; null for a wrong code. The clock of the device may differ by one
 * step (RFC 6238, section 5.2). `now` is an ISO time.
 */
export function findTotpStep(secret: string, code: string, now: string): number | null {
  const timestamp = Date.parse(now)
  const delta = createTotp(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : loadCodes().TOTP.counter({ period: periodSeconds, timestamp }) + delta
}
