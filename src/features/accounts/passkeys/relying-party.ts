import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { RelyingParty } from '#adapters/passkeys.ts'
import type { Config } from '#config.ts'
import { isLocalName, isSameOrigin, normalizeHost } from '#core/host.ts'

const isLoopback = (host: string) =>
  isLocalName(host) || (isIP(host) !== 0 && ipaddr.parse(host).range() === 'loopback')

/** The host of an address; loopback addresses become `localhost`, because passkeys need a domain. */
function readHost(address: string): string {
  const host = normalizeHost(new URL(address))
  return isLoopback(host) ? 'localhost' : host
}

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/**
 * Returns the site of the passkeys: the domain of the frontend, or that of this service if it contains the frontend's.
 * Null when the site has no domain, because passkeys are not possible there (WebAuthn level 3, 5.1.2).
 */
export function getRelyingParty({
  frontendUrl,
  publicUrl,
  environment,
  organizationName,
}: Pick<Config, 'frontendUrl' | 'publicUrl' | 'environment' | 'organizationName'>): RelyingParty | null {
  const [frontend, own] = [readHost(frontendUrl), readHost(publicUrl)]
  const id = isWithin(frontend, own) ? own : frontend
  if (isIP(id) !== 0) return null
  const origins = [frontendUrl, publicUrl]
  return {
    name: organizationName,
    id,
    isAllowedOrigin: (origin) =>
      origins.some((address) => isSameOrigin(address, origin)) ||
      // In development, the frontend may run on any port of this machine.
      (environment !== 'production' && /^http:\/\/localhost(:\d{1,5})?$/.test(origin)),
  }
}
