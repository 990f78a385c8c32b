/** Creates the identity providers: Google, LinkedIn and ORCID, or the sandbox instead of them. */

import { createBackChannel, totalTimeoutMs } from './back-channel.ts'
import { fetchProvenWorks } from './orcid-works.ts'
import type {
  IdentityProvider,
  IdentityProviders,
  NamedProvider,
  ProviderDependencies,
  ProviderName,
  ProviderSettings,
} from './provider.ts'
import { createRelyingParty, describeNamed, quirks } from './relying-party.ts'

export interface ProviderOptions extends Omit<ProviderDependencies, 'fetch' | 'timeoutMs'> {
  timeoutMs?: number | undefined
  settings: Record<ProviderName, ProviderSettings | null>
  /** Further providers, in the order of their buttons, before the others. */
  named?: readonly NamedProvider[]
  /** The issuer of the sandbox for providers without settings; null in production. */
  sandboxIssuer: string | null
  /** The address of the public API of ORCID; null for that of the issuer. */
  orcidApi?: string | null
  /** The origin that this service listens on. The sandbox is called there, whatever the public address is. */
  ownOrigin: () => string | null
}

export function createIdentityProviders(options: ProviderOptions): IdentityProviders {
  const { settings, named = [], sandboxIssuer, orcidApi, ownOrigin, timeoutMs = totalTimeoutMs, ...rest } = options
  const surroundings = { ...rest, timeoutMs, fetch: createBackChannel(sandboxIssuer, ownOrigin) }
  const createProvider = (name: ProviderName) => {
    const chosen = settings[name] ?? getSandbox(name, sandboxIssuer)
    return chosen === null ? null : createRelyingParty(name, chosen, surroundings, quirks[name])
  }
  const all = new Map<string, IdentityProvider>(
    named.map((provider) => [
      provider.name,
      createRelyingParty(provider.name, provider, surroundings, describeNamed(provider)),
    ]),
  )
  for (const name of ['google', 'linkedin', 'orcid'] as const) {
    const provider = createProvider(name)
    if (provider !== null) all.set(name, provider)
  }
  const orcidIssuer = (settings.orcid ?? getSandbox('orcid', sandboxIssuer))?.issuer
  return {
    get: (name) => all.get(name) ?? null,
    list: () => [...all].map(([name, { title }]) => ({ name, title })),
    readOrcidWorks: async (orcid) =>
      orcidIssuer === undefined ? null : fetchProvenWorks(surroundings, orcidIssuer, orcid, orcidApi ?? undefined),
  }
}

/** The client of the sandbox that plays the provider: it shares with ORCID's client what ORCID shares. */
const getSandbox = (name: ProviderName, issuer: string | null): ProviderSettings | null =>
  issuer === null ? null : { issuer, clientId: name === 'orcid' ? 'sandbox-orcid' : 'sandbox', clientSecret: null }

/** For commands that never sign a user in. */
export const noIdentityProviders: IdentityProviders = {
  get: () => null,
  list: () => [],
  readOrcidWorks: async () => null,
}
