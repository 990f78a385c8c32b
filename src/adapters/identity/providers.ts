/** The providers people can sign in with: Google and LinkedIn, or the sandbox in their place. */

import { createBackChannel } from './back-channel.ts'
import type { IdentityProviders, ProviderDependencies, ProviderName, ProviderSettings } from './provider.ts'
import { createRelyingParty } from './relying-party.ts'

export interface ProviderOptions extends Omit<ProviderDependencies, 'fetch'> {
  settings: Record<ProviderName, ProviderSettings | null>
  /** The issuer that stands in for providers without settings; null in production. */
  sandboxIssuer: string | null
  /** The origin this service listens on: where the sandbox is reached, whatever its public address. */
  ownOrigin: () => string | null
}

export function createIdentityProviders(options: ProviderOptions): IdentityProviders {
  const { settings, sandboxIssuer, ownOrigin, ...rest } = options
  const surroundings = { ...rest, fetch: createBackChannel(sandboxIssuer, ownOrigin) }
  const sandbox =
    sandboxIssuer === null ? null : { issuer: sandboxIssuer, clientId: 'sandbox', clientSecret: null }
  const createProvider = (name: ProviderName) => {
    const chosen = settings[name] ?? sandbox
    return chosen === null ? null : createRelyingParty(name, chosen, surroundings)
  }
  const all = { google: createProvider('google'), linkedin: createProvider('linkedin') }
  return { get: (name) => all[name] }
}

/** For work that signs nobody in. */
export const noIdentityProviders: IdentityProviders = { get: () => null }
