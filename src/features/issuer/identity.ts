/** The identifiers of the issuer: a DID of the method `web` and the address of its profile. */

import type { Config } from '#config.ts'

type WithAddress = Pick<Config, 'publicUrl'>

/** Like `did:web:example.org`, or `did:web:example.org:api` for an address with a path (did:web, section 3.1). */
export function getIssuerDid({ publicUrl }: WithAddress): string {
  const { host, pathname } = new URL(publicUrl)
  const names = [host, ...pathname.split('/').filter((name) => name !== '')]
  return `did:web:${names.map(encodeURIComponent).join(':')}`
}

/** The verification method of a key. */
export const getKeyId = (config: WithAddress, id: number) => `${getIssuerDid(config)}#key-${id}`

/** The same key as a JWK. */
export const getJwkId = (config: WithAddress, id: number) => `${getKeyId(config, id)}-jwk`

export const getProfileUrl = ({ publicUrl }: WithAddress) => `${publicUrl}/issuer`

/** The issuer as credentials name it. */
export const describeIssuer = (config: WithAddress, name: string) => ({
  id: getIssuerDid(config),
  type: ['Profile'],
  name,
  url: config.publicUrl,
})
