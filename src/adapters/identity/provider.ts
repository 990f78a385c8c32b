/** The interface of identity providers. */

import type { Clock } from '#core/time.ts'
import type { BackChannel } from './back-channel.ts'
import type { ProvenWork } from './orcid-works.ts'

export type ProviderName = 'google' | 'linkedin' | 'orcid'

/** A provider that the operator named, with what its claims mean here. */
export interface NamedProvider extends ProviderSettings {
  name: string
  label: string
  scopes: string
  roleClaim: string | null
  roles: readonly { value: string; role: ProvidedRole }[]
  domains: readonly string[]
}

export type ProvidedRole = 'student' | 'learner' | 'researcher' | 'recruiter' | 'admin'

/** The registration of this service at a provider. */
export interface ProviderSettings {
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  /** How the secret is sent to the token endpoint; absent or null for what the provider says that it supports. */
  tokenAuthMethod?: TokenAuthMethod | null
}

/** OpenID Connect Core 1.0, section 9. */
export type TokenAuthMethod = 'client_secret_basic' | 'client_secret_post'

/** One sign-in, from the redirect to the authorization code. */
export interface SignInRequest {
  state: string
  nonce: string
  /** The PKCE code verifier. */
  verifier: string
  redirectUri: string
}

/** The profile of a user as the provider gives it. */
export interface Profile {
  /** The provider's permanent id of the user. */
  subject: string
  /** In lower case; null when the provider gives none. */
  email: string | null
  email_verified: boolean
  name: string
  /** What the provider says that the user is; null when it says nothing. */
  role: ProvidedRole | null
  /** False for a user whose address the provider may not answer for (`OIDC_…_DOMAINS`). */
  isAdmitted: boolean
}

/** A verified ID token. */
export interface Credential {
  profile: Profile
  nonce: string | null
  expires_at: string
}

/** Methods throw a 502 when the provider does not answer within five seconds or answers something invalid. */
export interface IdentityProvider {
  readonly title: string
  /** Returns the address to which the browser is redirected for the sign-in. */
  authorization(request: SignInRequest): Promise<string>
  /**
   * Exchanges the code and returns the profile; null when the provider refuses the code. `iss` is the issuer in the
   * answer, if any.
   */
  redeem(answer: { code: string; iss: string | undefined }, request: SignInRequest): Promise<Profile | null>
  /** Verifies an ID token for this client and returns its profile and nonce; null when it is invalid. */
  verify(credential: string): Promise<Credential | null>
}

export interface IdentityProviders {
  /** Returns null when the provider is not configured. */
  get(name: string): IdentityProvider | null
  /** Returns the providers through which users can sign in, in the order in which pages show them. */
  list(): { name: string; title: string }[]
  /**
   * Returns the works on the ORCID record that others than the person have added; null when ORCID is not configured.
   * Rejects when ORCID does not answer.
   */
  readOrcidWorks(orcid: string): Promise<ProvenWork[] | null>
}

/** What all providers depend on. */
export interface ProviderDependencies {
  clock: Clock
  log: { warn(fields: object, message: string): void }
  fetch: BackChannel
  /** For all HTTP requests together that one request to this service makes. */
  timeoutMs: number
  /** True when plain http is allowed; never in production. */
  insecure: boolean
}
