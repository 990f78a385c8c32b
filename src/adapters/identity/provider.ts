/** What the service asks of an identity provider. */

import type { Clock } from '#core/time.ts'
import type { BackChannel } from './back-channel.ts'

export type ProviderName = 'google' | 'linkedin'

/** This service as a client of a provider. */
export interface ProviderSettings {
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
}

/** One sign-in, from the redirect to the code. */
export interface SignInRequest {
  state: string
  nonce: string
  /** The PKCE code verifier. */
  verifier: string
  redirectUri: string
}

/** What a provider says about a person. */
export interface Profile {
  /** The provider's id of the person, the one thing of theirs that never changes. */
  subject: string
  /** In lower case; null when the provider shares none. */
  email: string | null
  email_verified: boolean
  name: string
}

/** An ID token that holds. */
export interface Credential {
  profile: Profile
  nonce: string | null
  expires_at: string
}

/** Throws a 502 when the provider cannot be reached within five seconds, or answers nonsense. */
export interface IdentityProvider {
  readonly title: string
  /** Where the browser goes to sign in. */
  authorization(request: SignInRequest): Promise<string>
  /** Who signed in; null when the provider refuses the code. `iss` is the issuer the answer named, if any. */
  redeem(answer: { code: string; iss: string | undefined }, request: SignInRequest): Promise<Profile | null>
  /** What an ID token of the provider for this client says; null when it does not hold. */
  verify(credential: string): Promise<Credential | null>
}

export interface IdentityProviders {
  /** Null when it is not configured. */
  get(name: ProviderName): IdentityProvider | null
}

/** What every provider is given. */
export interface ProviderDependencies {
  clock: Clock
  log: { warn(fields: object, message: string): void }
  fetch: BackChannel
  /** Whether plain http will do: never in production. */
  insecure: boolean
}
