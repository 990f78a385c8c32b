/** Verifies ID tokens that a browser got from the provider itself (Google Identity Services), with `jose`. */

import type { ServerMetadata } from 'openid-client'
import { requestTimeoutMs } from './back-channel.ts'
import { readProfile } from './profiles.ts'
import type { Credential, ProviderDependencies } from './provider.ts'

/** Clocks differ by this many seconds. */
const clockToleranceSeconds = 10
/** What `jose` says of a token that does not hold; all else went wrong on the way to the keys. */
const rejectionCodes = /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING|JWKS_MULTIPLE_MATCHING)/
/** Signatures that need the provider's private key. A shared secret is none, and neither is `none`. */
const asymmetricAlgorithms = /^(RS|PS|ES)(256|384|512)$|^EdDSA$|^Ed25519$/

export async function createCredentialVerifier(
  metadata: Readonly<ServerMetadata>,
  clientId: string,
  { clock, fetch }: ProviderDependencies,
): Promise<(credential: string) => Promise<Credential | null>> {
  const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose')
  if (metadata.jwks_uri === undefined) throw new Error('The provider publishes no keys.')
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    timeoutDuration: requestTimeoutMs,
    [customFetch]: fetch,
  })
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const rules = {
    algorithms: offered.filter((algorithm) => asymmetricAlgorithms.test(algorithm)),
    // Google signs in both names, developers.google.com/identity/gsi/web/guides/verify-google-id-token.
    issuer: [metadata.issuer, metadata.issuer.replace(/^https?:\/\//, '')],
    audience: clientId,
    requiredClaims: ['sub', 'iat', 'exp'],
    clockTolerance: clockToleranceSeconds,
  }

  return async (credential) => {
    const now = clock.now()
    try {
      const { payload } = await jwtVerify(credential, keys, { ...rules, currentDate: new Date(now) })
      const { sub, iat = 0, exp = 0, aud, azp, nonce } = payload
      const forOthersToo = Array.isArray(aud) && aud.length > 1 && azp !== clientId
      const fromTheFuture = iat > Date.parse(now) / 1000 + clockToleranceSeconds
      if (typeof sub !== 'string' || sub === '' || forOthersToo || fromTheFuture) return null
      return {
        profile: readProfile({ ...payload, sub }),
        nonce: typeof nonce === 'string' ? nonce : null,
        expires_at: new Date((exp + clockToleranceSeconds) * 1000).toISOString(),
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error && rejectionCodes.test(String(error.code))) return null
      throw error
    }
  }
}
