/** Creates the identity providers: Google and LinkedIn, or the sandbox instead of them. */

import { createBackChannel } from './back-channel.ts'
import type { IdentityProviders, ProviderDependencies, ProviderName, ProviderSettings } from './provider.ts'
import { createRelyingParty } from './relying-party.ts'

export interface ProviderOptions extends Omit<ProviderDependencies, 'fetch'> {
  settings: Record<ProviderName, ProviderSettings | null>
  /** The issuer of the sandbox for providers without settings; null in production. */
  sandboxIssuer: string | null
  /** The origin that this service listens on. The sandbox is called there, whatever the public address is. */
  ownOrigin: () => string | null
}

export function createIdentityProviders(options: ProviderOptions): IdentityProviders {
  const { settings, sandboxIssuer, ownOrigin, ...rest } = options
  const surroundings = { ...rest, fetch: createBackChannel(sandboxIssuer, ownOrigin) }
  const sandbox = sandboxIssuer === null ? null : { issuer: sandboxIssuer, clientId: 'sandbox', clientSecret: null }
  const createProvider = (name: ProviderName) => {
    const chosen = settings[name] ?? sandbox
    return chosen === null ? null : createRelyingParty(name, chosen, surroundings)
  }
  const all = { google: createProvider('google'), linkedin: createProvider('linkedin') }
  return { get: (name) => all[name] }
}

/** For commands that never sign a user in. */
export const noIdentityProviders: IdentityProviders = { get: () => null }
