/** This service as a client of one OpenID provider, by the certified `openid-client`. */

import type { Configuration } from 'openid-client'
import { Problem } from '#core/problem.ts'
import { cacheFor, requestTimeoutMs, withTimeout } from './back-channel.ts'
import { createCredentialVerifier } from './credentials.ts'
import { readProfile } from './profiles.ts'
import type {
  IdentityProvider,
  Profile,
  ProviderDependencies,
  ProviderName,
  ProviderSettings,
  SignInRequest,
} from './provider.ts'

/** Where a provider departs from the standard. */
interface Quirks {
  title: string
  /** Puts no nonce into its ID tokens; one that is there must be ours all the same. */
  omitsNonce: boolean
  /** Refuses a code verifier (as `invalid_client`) unless its discovery document speaks of PKCE. */
  mayRefuseVerifier: boolean
}

// LinkedIn: github.com/nextauthjs/next-auth/issues/8831, github.com/directus/directus/issues/23645. It also wants the
// client's secret in the body, which its discovery document does not say; Google takes it there as well.
const quirks: Record<ProviderName, Quirks> = {
  google: { title: 'Google', omitsNonce: false, mayRefuseVerifier: false },
  linkedin: { title: 'LinkedIn', omitsNonce: true, mayRefuseVerifier: true },
}

/** How long a discovery document is believed. Keys are kept by the libraries, which fetch them again when one is new. */
const metadataLifetimeMs = 60 * 60 * 1000
/** Errors of a token endpoint that are our fault, not that of the code. */
const configurationErrors = [
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]

/** The library weighs on every start, and most processes sign nobody in for a while. */
const loadLibrary = () => import('openid-client')

export function createRelyingParty(
  name: ProviderName,
  settings: ProviderSettings,
  surroundings: ProviderDependencies,
): IdentityProvider {
  const { title, ...departures } = quirks[name]
  const discovered = cacheFor(metadataLifetimeMs, () => discover(settings, surroundings))
  const verify = cacheFor(metadataLifetimeMs, async () =>
    createCredentialVerifier((await discovered()).serverMetadata(), settings.clientId, surroundings),
  )

  async function callProvider<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await withTimeout(work())
    } catch (error) {
      surroundings.log.warn({ provider: name, reason: describeError(error) }, 'an identity provider failed')
      throw new Problem(502, `${title} does not answer as it should at the moment. Please try again.`)
    }
  }

  return {
    title,
    authorization: (request) =>
      callProvider(async () => buildAuthorizationUrl(await discovered(), request, surroundings.insecure)),
    redeem: ({ code, iss }, request) =>
      callProvider(async () => {
        const client = await discovered()
        // An answer of somebody else, RFC 9207; providers need not name themselves, and frontends need not pass it on.
        if (iss !== undefined && iss !== client.serverMetadata().issuer) return null
        return redeemCode(client, code, request, departures)
      }),
    verify: (credential) => callProvider(async () => (await verify())(credential)),
  }
}

/** The message, and the word of the provider or the system for it; the rest of an answer may hold tokens. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const word = 'error' in error ? error.error : undefined
  return [error.message, word, systemErrorCode(error)].filter((part) => typeof part === 'string').join(': ')
}

/** The code of the system, like ECONNREFUSED; libraries pass it on inside their own errors. */
function systemErrorCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)
    ? error.code
    : systemErrorCode(error.cause)
}

async function discover(
  { issuer, clientId, clientSecret }: ProviderSettings,
  surroundings: ProviderDependencies,
) {
  const client = await loadLibrary()
  // The library reads the system's time; this makes it ours.
  const skew = Math.round((Date.parse(surroundings.clock.now()) - Date.now()) / 1000)
  const authentication = clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret)
  const insecure = surroundings.insecure ? [client.allowInsecureRequests] : []
  return client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockSkew]: Math.abs(skew) > 1 ? skew : 0 },
    authentication,
    {
      timeout: requestTimeoutMs / 1000,
      [client.customFetch]: surroundings.fetch,
      execute: [client.enableNonRepudiationChecks, ...insecure],
    },
  )
}

async function buildAuthorizationUrl(client: Configuration, request: SignInRequest, insecure: boolean) {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await loadLibrary()
  const url = buildAuthorizationUrl(client, {
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: request.redirectUri,
    state: request.state,
    nonce: request.nonce,
    code_challenge: await calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
  })
  if (url.protocol !== 'https:' && !(insecure && url.protocol === 'http:'))
    throw new Error('The authorization endpoint is no web address.')
  return url.href
}

async function redeemCode(
  client: Configuration,
  code: string,
  request: SignInRequest,
  { omitsNonce, mayRefuseVerifier }: Omit<Quirks, 'title'>,
): Promise<Profile | null> {
  const { fetchUserInfo, genericGrantRequest, ResponseBodyError } = await loadLibrary()
  const metadata = client.serverMetadata()
  const withoutVerifier = mayRefuseVerifier && !metadata.supportsPKCE()
  // The grant by its plain name: `authorizationCodeGrant` would write `redirect_uri` anew, and the provider compares it.
  const tokens = await genericGrantRequest(client, 'authorization_code', {
    code,
    redirect_uri: request.redirectUri,
    ...(withoutVerifier ? {} : { code_verifier: request.verifier }),
  }).catch((error: unknown) => {
    if (error instanceof ResponseBodyError && !configurationErrors.includes(error.error)) return null
    throw error
  })
  if (tokens === null) return null
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('The provider sent no ID token.')
  if (claims.nonce !== request.nonce && !(omitsNonce && claims.nonce === undefined)) return null
  const more = metadata.userinfo_endpoint
    ? await fetchUserInfo(client, tokens.access_token, claims.sub)
    : undefined
  return readProfile(claims, more)
}
