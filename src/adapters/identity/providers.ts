/** The providers people can sign in with: Google and LinkedIn, or the sandbox in their place. */

import { backChannel } from './back-channel.ts'
import type { IdentityProviders, ProviderName, ProviderSettings, Surroundings } from './provider.ts'
import { relyingParty } from './relying-party.ts'

export interface ProviderOptions extends Omit<Surroundings, 'fetch'> {
  settings: Record<ProviderName, ProviderSettings | null>
  /** The issuer that stands in for providers without settings; null in production. */
  sandboxIssuer: string | null
  /** The origin this service listens on: where the sandbox is reached, whatever its public address. */
  ownOrigin: () => string | null
}

export function identityProviders(options: ProviderOptions): IdentityProviders {
  const { settings, sandboxIssuer, ownOrigin, ...rest } = options
  const surroundings = { ...rest, fetch: backChannel(sandboxIssuer, ownOrigin) }
  const sandbox =
    sandboxIssuer === null ? null : { issuer: sandboxIssuer, clientId: 'sandbox', clientSecret: null }
  const made = (name: ProviderName) => {
    const chosen = settings[name] ?? sandbox
    return chosen === null ? null : relyingParty(name, chosen, surroundings)
  }
  const all = { google: made('google'), linkedin: made('linkedin') }
  return { of: (name) => all[name] }
}

/** For work that signs nobody in. */
export const noIdentityProviders: IdentityProviders = { of: () => null }
