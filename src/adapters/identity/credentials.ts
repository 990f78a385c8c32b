/** Verifies ID tokens that a browser got from the provider itself (Google Identity Services), with `jose`. */

import type { ServerMetadata } from 'openid-client'
import { callPatience } from './back-channel.ts'
import { profileOf } from './profiles.ts'
import type { Credential, Surroundings } from './provider.ts'

/** Clocks differ by this many seconds. */
const tolerance = 10
/** What `jose` says of a token that does not hold; all else went wrong on the way to the keys. */
const refusal = /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING|JWKS_MULTIPLE_MATCHING)/
/** Signatures that need the provider's private key. A shared secret is none, and neither is `none`. */
const asymmetric = /^(RS|PS|ES)(256|384|512)$|^EdDSA$|^Ed25519$/

export async function credentialVerifier(
  metadata: Readonly<ServerMetadata>,
  clientId: string,
  { clock, fetch }: Surroundings,
): Promise<(credential: string) => Promise<Credential | null>> {
  const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose')
  if (metadata.jwks_uri === undefined) throw new Error('The provider publishes no keys.')
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    timeoutDuration: callPatience,
    [customFetch]: fetch,
  })
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const rules = {
    algorithms: offered.filter((algorithm) => asymmetric.test(algorithm)),
    // Google signs in both names, developers.google.com/identity/gsi/web/guides/verify-google-id-token.
    issuer: [metadata.issuer, metadata.issuer.replace(/^https?:\/\//, '')],
    audience: clientId,
    requiredClaims: ['sub', 'iat', 'exp'],
    clockTolerance: tolerance,
  }

  return async (credential) => {
    const now = clock.now()
    try {
      const { payload } = await jwtVerify(credential, keys, { ...rules, currentDate: new Date(now) })
      const { sub, iat = 0, exp = 0, aud, azp, nonce } = payload
      const forOthersToo = Array.isArray(aud) && aud.length > 1 && azp !== clientId
      const fromTheFuture = iat > Date.parse(now) / 1000 + tolerance
      if (typeof sub !== 'string' || sub === '' || forOthersToo || fromTheFuture) return null
      return {
        profile: profileOf({ ...payload, sub }),
        nonce: typeof nonce === 'string' ? nonce : null,
        expires_at: new Date((exp + tolerance) * 1000).toISOString(),
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error && refusal.test(String(error.code))) return null
      throw error
    }
  }
}
