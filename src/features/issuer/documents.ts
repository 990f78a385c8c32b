/** What others need to verify credentials: the keys, as a DID document and as a set of JWKs, and the profile. */

import { toPublicJwk } from '@research-platform/credentials'
import type { Context } from '#context.ts'
import { getIssuerDid, getJwkId, getKeyId, getProfileUrl } from './identity.ts'
import { getActiveKey, listKeys } from './keys.ts'

const contexts = [
  'https://www.w3.org/ns/did/v1',
  'https://w3id.org/security/multikey/v1',
  'https://w3id.org/security/jwk/v1',
]

/** Returns the DID document (W3C DID Core 1.0). Former keys are in it too, because what they signed stays valid. */
export async function describeDid(ctx: Context) {
  const { config } = ctx
  const did = getIssuerDid(config)
  const keys = await readKeys(ctx)
  const methods = keys.flatMap(({ id, public_key, jwk }) => [
    { id: getKeyId(config, id), type: 'Multikey', controller: did, publicKeyMultibase: public_key },
    { id: getJwkId(config, id), type: 'JsonWebKey', controller: did, publicKeyJwk: jwk },
  ])
  return {
    '@context': contexts,
    id: did,
    alsoKnownAs: [getProfileUrl(config)],
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  }
}

/** Returns the public keys as JWKs (RFC 7517). */
export async function describeJwks(ctx: Context) {
  const keys = await readKeys(ctx)
  return { keys: keys.map(({ id, jwk }) => ({ ...jwk, kid: getKeyId(ctx.config, id), alg: 'EdDSA', use: 'sig' })) }
}

/** Returns the profile of the issuer (Open Badges 3.0, Profile). */
export const describeProfile = ({ config }: Context) => ({
  '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
  id: getProfileUrl(config),
  type: ['Profile'],
  name: config.organizationName,
  url: config.publicUrl,
  otherIdentifier: [{ type: 'IdentifierEntry', identifier: getIssuerDid(config), identifierType: 'ext:did' }],
})

async function readKeys(ctx: Context) {
  await getActiveKey(ctx)
  const keys = await listKeys(ctx)
  return Promise.all(keys.map(async (key) => ({ ...key, jwk: await toPublicJwk(key.public_key) })))
}
