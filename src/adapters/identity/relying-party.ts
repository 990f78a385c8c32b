/** An OpenID Connect client of one provider, with the certified library `openid-client`. */

import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client'
import { Problem } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import { createTimedCache, toRequestTimeout, withTimeout } from './back-channel.ts'
import { createCredentialVerifier } from './credentials.ts'
import { type ClaimMeaning, readProfile } from './profiles.ts'
import type {
  IdentityProvider,
  NamedProvider,
  Profile,
  ProviderDependencies,
  ProviderName,
  ProviderSettings,
  SignInRequest,
  TokenAuthMethod,
} from './provider.ts'

/** Deviations of a provider from the standard, and what its claims mean here. */
export interface Quirks {
  title: string
  /** The provider sends no nonce in its ID tokens; a nonce that is sent is still checked. */
  omitsNonce: boolean
  /** The provider refuses a code verifier (as `invalid_client`) unless its discovery document announces PKCE. */
  mayRefuseVerifier: boolean
  scope: string
  /** How the secret is sent unless a setting says it; null for what the discovery document says. */
  tokenAuthMethod: TokenAuthMethod | null
  /** The subjects of the provider match this pattern; others are an error of the provider. */
  subject?: RegExp
  /** The meaning of the claims of a provider that the operator named. */
  meaning?: ClaimMeaning
}

const usualScope = 'openid email profile'

// LinkedIn: github.com/nextauthjs/next-auth/issues/8831, github.com/directus/directus/issues/23645. It also expects the
// client secret in the body, which its discovery document does not say; Google accepts it there too.
// ORCID: info.orcid.org/documentation/api-tutorials/api-tutorial-get-and-authenticated-orcid-id. It knows the scope
// `openid` only, shares no e-mail address, and its subject is the ORCID iD.
export const quirks: Record<ProviderName, Quirks> = {
  google: {
    title: 'Google',
    omitsNonce: false,
    mayRefuseVerifier: false,
    scope: usualScope,
    tokenAuthMethod: 'client_secret_post',
  },
  linkedin: {
    title: 'LinkedIn',
    omitsNonce: true,
    mayRefuseVerifier: true,
    scope: usualScope,
    tokenAuthMethod: 'client_secret_post',
  },
  orcid: {
    title: 'ORCID',
    omitsNonce: true,
    mayRefuseVerifier: true,
    scope: 'openid',
    tokenAuthMethod: 'client_secret_post',
    subject: /^(\d{4}-){3}\d{3}[\dX]$/,
  },
}

/** A provider that the operator named follows the standard. */
export const describeNamed = ({ label, scopes, ...meaning }: NamedProvider): Quirks => ({
  title: label,
  omitsNonce: false,
  mayRefuseVerifier: false,
  scope: scopes,
  tokenAuthMethod: null,
  meaning,
})

/** The cache lifetime of a discovery document. Keys are cached by the libraries, which fetch unknown keys again. */
const metadataLifetimeMs = 60 * 60 * 1000
/** Errors of the token endpoint that our configuration causes, not the code. */
const configurationErrors = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope']

/** Imported on demand, because the library is large and most processes do not need it at start. */
const loadLibrary = () => import('openid-client')

export function createRelyingParty(
  name: string,
  settings: ProviderSettings,
  surroundings: ProviderDependencies,
  { title, scope, tokenAuthMethod, ...departures }: Quirks,
): IdentityProvider {
  const registration = { ...settings, tokenAuthMethod: settings.tokenAuthMethod ?? tokenAuthMethod }
  const discovered = createTimedCache(metadataLifetimeMs, () => discover(registration, surroundings))
  const verify = createTimedCache(metadataLifetimeMs, async () =>
    createCredentialVerifier((await discovered()).serverMetadata(), settings.clientId, surroundings),
  )

  async function callProvider<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await withTimeout(work(), surroundings.timeoutMs)
    } catch (error) {
      surroundings.log.warn({ provider: name, reason: describeError(error) }, 'identity provider failed')
      throw new Problem(
        502,
        fill('{provider} does not answer as it should at the moment. Please try again.', { provider: title }),
      )
    }
  }

  return {
    title,
    authorization: (request) =>
      callProvider(async () => buildAuthorizationUrl(await discovered(), { ...request, scope }, surroundings.insecure)),
    redeem: ({ code, iss }, request) =>
      callProvider(async () => {
        const client = await discovered()
        // RFC 9207: an answer that names another issuer is refused. Providers and frontends may omit the issuer.
        if (iss !== undefined && iss !== client.serverMetadata().issuer) return null
        return redeemCode(client, code, request, departures)
      }),
    verify: (credential) => callProvider(async () => (await verify())(credential)),
  }
}

/** Returns the message and the error code of the provider or the system. The rest of an answer may contain tokens. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const word = 'error' in error ? error.error : undefined
  return [error.message, word, systemErrorCode(error)].filter((part) => typeof part === 'string').join(': ')
}

/** Returns the system's error code such as ECONNREFUSED, which libraries wrap in their own errors. */
function systemErrorCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)
    ? error.code
    : systemErrorCode(error.cause)
}

/** The algorithms of userinfo that is a signed JWT, for providers that do not say which they use. */
const userinfoAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'Ed25519']

async function discover(registration: ProviderSettings, surroundings: ProviderDependencies): Promise<Configuration> {
  const { issuer, clientId } = registration
  const client = await loadLibrary()
  // The library uses the system time by default; this sets the time of `clock`.
  const skew = Math.round((Date.parse(surroundings.clock.now()) - Date.now()) / 1000)
  const timeout = toRequestTimeout(surroundings.timeoutMs) / 1000
  const authentication = createAuthentication(client, registration)
  const own = { [client.clockSkew]: Math.abs(skew) > 1 ? skew : 0 }
  const found = await client.discovery(new URL(issuer), clientId, own, authentication, {
    timeout,
    [client.customFetch]: surroundings.fetch,
    execute: surroundings.insecure ? [client.allowInsecureRequests] : [],
  })
  const metadata: ServerMetadata = found.serverMetadata()
  const completed = { userinfo_signing_alg_values_supported: userinfoAlgorithms, ...metadata }
  const configuration = new client.Configuration(completed, clientId, own, authentication)
  configuration.timeout = timeout
  configuration[client.customFetch] = surroundings.fetch
  client.enableNonRepudiationChecks(configuration)
  if (surroundings.insecure) client.allowInsecureRequests(configuration)
  return configuration
}

/** Sends the secret as the registration says, else as the provider supports it: in the header, which is the default of the standard, or in the body. */
function createAuthentication(
  client: Awaited<ReturnType<typeof loadLibrary>>,
  { clientSecret, tokenAuthMethod }: ProviderSettings,
): ClientAuth {
  if (clientSecret === null) return client.None()
  const methods = {
    client_secret_basic: client.ClientSecretBasic(clientSecret),
    client_secret_post: client.ClientSecretPost(clientSecret),
  }
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? []
    const isPostOnly = !supported.includes('client_secret_basic') && supported.includes('client_secret_post')
    return methods[tokenAuthMethod ?? (isPostOnly ? 'client_secret_post' : 'client_secret_basic')](server, ...rest)
  }
}

async function buildAuthorizationUrl(
  client: Configuration,
  request: SignInRequest & { scope: string },
  insecure: boolean,
) {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await loadLibrary()
  const url = buildAuthorizationUrl(client, {
    response_type: 'code',
    scope: request.scope,
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
  { omitsNonce, mayRefuseVerifier, subject, meaning }: Omit<Quirks, 'title' | 'scope' | 'tokenAuthMethod'>,
): Promise<Profile | null> {
  const { fetchUserInfo, genericGrantRequest, ResponseBodyError } = await loadLibrary()
  const metadata = client.serverMetadata()
  const withoutVerifier = mayRefuseVerifier && !metadata.supportsPKCE()
  // The generic grant, because `authorizationCodeGrant` would rewrite `redirect_uri`, which the provider compares.
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
  if (subject?.test(claims.sub) === false) throw new Error('The subject of the ID token is invalid.')
  const more = metadata.userinfo_endpoint ? await fetchUserInfo(client, tokens.access_token, claims.sub) : undefined
  return readProfile(claims, more, meaning)
}
