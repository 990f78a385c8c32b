/** Finds the public key of a credential: which one its proof names, and where that is published. */

import { findProof, getId, isObject, parseObject } from './json.ts'
import type { Credential, Envelope, PublicKey } from './types.ts'

/** Where a key is: in its own name (`did:key`, `did:jwk`, a JWT's header), or published by its controller. */
export type KeyPlace = { controller: string | null; key: PublicKey } | { controller: string; id: string; url: string }

/** Returns where the key is that the proof names; null when it names none that can be found. */
export function resolveKey({ credential, jwt }: Envelope): KeyPlace | null {
  if (jwt === null) return locateMethod(readMethod(credential))
  const { kid, jwk, iss } = jwt.header
  if (typeof kid === 'string' && kid !== '')
    return locateMethod(completeId(kid, iss ?? credential.iss ?? credential.issuer))
  return isObject(jwk) ? { controller: null, key: { id: 'jwk', publicKeyJwk: jwk } } : null
}

/** The name of a key may be relative to its controller. */
const completeId = (kid: string, controller: unknown): string =>
  kid.startsWith('#') ? `${getId(controller) ?? ''}${kid}` : kid

const readMethod = (credential: Credential): string => getId(findProof(credential)?.verificationMethod) ?? ''

function locateMethod(id: string): KeyPlace | null {
  const [controller = ''] = id.split('#')
  const [, method, rest = ''] = /^did:(key|jwk|web):(.+)$/.exec(controller) ?? []
  if (method === 'key') return { controller, key: { id, publicKeyMultibase: rest } }
  if (method === 'jwk') {
    const publicKeyJwk = parseObject(Buffer.from(rest, 'base64url').toString('utf8'))
    return publicKeyJwk === null ? null : { controller, key: { id, publicKeyJwk } }
  }
  const url = method === 'web' ? getDidUrl(controller) : controller
  return URL.canParse(url) && /^https?:/.test(url) ? { controller, id, url } : null
}

/** The address of the document of a `did:web` (did:web, section 3.2). */
export function getDidUrl(did: string): string {
  const [, , host = '', ...path] = did
    .split(':')
    .map((part) => decodeURIComponent(part.replace(/%(?![\dA-Fa-f]{2})/g, '%25')))
  return `https://${host}/${path.length === 0 ? '.well-known' : path.map(encodeURIComponent).join('/')}/did.json`
}

/**
 * Returns the key from the document of its controller (a DID document), or from a JWK or a set of them. Null when it is
 * not there, or may not sign credentials.
 */
export function readKey(document: Credential, id: string): PublicKey | null {
  if (Array.isArray(document.keys)) {
    const publicKeyJwk = document.keys.filter(isObject).find(({ kid }) => kid === id)
    return publicKeyJwk === undefined ? null : { id, publicKeyJwk }
  }
  if (typeof document.kty === 'string') return { id, publicKeyJwk: document }
  const isNamed = (one: unknown) => [id, `#${id.split('#')[1]}`].includes(getId(one) ?? '')
  const permitted: unknown[] = [document.assertionMethod].flat()
  const methods: unknown[] = [document.verificationMethod, permitted].flat(2)
  if (!permitted.some(isNamed)) return null
  const method = methods.filter(isObject).find(isNamed)
  return method === undefined ? null : describeKey(id, method)
}

function describeKey(id: string, { publicKeyMultibase, publicKeyJwk }: Credential): PublicKey | null {
  if (typeof publicKeyMultibase === 'string') return { id, publicKeyMultibase }
  return isObject(publicKeyJwk) ? { id, publicKeyJwk } : null
}
