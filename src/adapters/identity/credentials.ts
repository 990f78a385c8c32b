/** Verifies ID tokens that a browser got directly from the provider (Google Identity Services). */

import type { ServerMetadata } from 'openid-client'
import { toRequestTimeout } from './back-channel.ts'
import { readProfile } from './profiles.ts'
import type { Credential, ProviderDependencies } from './provider.ts'

/** Clocks differ by this many seconds. */
const clockToleranceSeconds = 10
/** Errors of `jose` for an invalid token. Other errors concern fetching the keys. */
const rejectionCodes = /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING|JWKS_MULTIPLE_MATCHING)/
/** Signatures with the provider's private key. Shared secrets and `none` are not accepted. */
const asymmetricAlgorithms = /^(RS|PS|ES)(256|384|512)$|^EdDSA$|^Ed25519$/

export async function createCredentialVerifier(
  metadata: Readonly<ServerMetadata>,
  clientId: string,
  { clock, fetch, timeoutMs }: ProviderDependencies,
): Promise<(credential: string) => Promise<Credential | null>> {
  const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose')
  if (metadata.jwks_uri === undefined) throw new Error('The provider publishes no keys.')
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    timeoutDuration: toRequestTimeout(timeoutMs),
    [customFetch]: fetch,
  })
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const rules = {
    algorithms: offered.filter((algorithm) => asymmetricAlgorithms.test(algorithm)),
    // Google uses both issuers, developers.google.com/identity/gsi/web/guides/verify-google-id-token.
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
