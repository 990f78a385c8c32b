/**
 * Verifies credentials of any issuer (Open Badges 3.0, W3C VC 1.1 and 2.0). Runs in a limited process, because their
 * canonical form can take any time. Nothing is read from the network.
 */

import { promisify } from 'node:util'
import { unzip } from 'node:zlib'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import * as ecdsa from '@digitalbazaar/ecdsa-multikey'
import { cryptosuite as ecdsaSuite } from '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite'
import * as ed25519 from '@digitalbazaar/ed25519-multikey'
import { Ed25519Signature2020 } from '@digitalbazaar/ed25519-signature-2020'
import { cryptosuite as eddsaSuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { compactVerify, importJWK } from 'jose'
import signatures from 'jsonld-signatures'
import { isKnownContext, loadContext } from './contexts.ts'
import { findProof, isObject, listContexts } from './json.ts'
import type { Credential, Envelope, ProofVerdict, PublicKey } from './types.ts'

export { isKnownContext } from './contexts.ts'

const unpack = promisify(unzip)

/** What Open Badges 3.0 and the W3C name for JWTs; none without a signature, none with a shared secret. */
const algorithms = ['EdDSA', 'Ed25519', 'ES256', 'ES384', 'RS256', 'PS256']

/** Returns whether the key has signed the credential as it is; `unknown` also for a key that is none. */
export async function checkProof(envelope: Envelope, key: PublicKey): Promise<ProofVerdict> {
  try {
    return await (envelope.jwt === null ? checkDataIntegrity(envelope, key) : checkJwt(envelope.jwt, key))
  } catch {
    // A key or a form that this program does not know says nothing.
    return 'unknown'
  }
}

async function checkJwt(jwt: NonNullable<Envelope['jwt']>, { publicKeyJwk, publicKeyMultibase }: PublicKey) {
  const { alg } = jwt.header
  if (typeof alg !== 'string' || !algorithms.includes(alg)) return 'unknown'
  const jwk = publicKeyJwk ?? (await toJwk(publicKeyMultibase ?? ''))
  try {
    await compactVerify(jwt.text, await importJWK(jwk, alg), { algorithms })
    return 'right'
  } catch {
    // The library throws for a signature that does not match.
    return 'wrong'
  }
}

const toJwk = async (publicKeyMultibase: string) =>
  ed25519.toJwk({ keyPair: await ed25519.from({ type: 'Multikey', publicKeyMultibase }) })

async function checkDataIntegrity({ credential }: Envelope, key: PublicKey): Promise<ProofVerdict> {
  const proof = findProof(credential)
  if (proof === null || !listContexts(credential).every(isKnownContext)) return 'unknown'
  const method = await toMultikey(key)
  const { verified } = await signatures.verify(
    { ...credential, proof },
    {
      suite: createSuite(proof),
      purpose: new signatures.purposes.AssertionProofPurpose({
        controller: { id: method.controller, assertionMethod: [key.id] },
      }),
      documentLoader: async (url) =>
        url === key.id ? { contextUrl: null, documentUrl: url, document: method } : loadContext(url),
    },
  )
  return verified ? 'right' : 'wrong'
}

const suites = new Map([
  ['eddsa-rdfc-2022', eddsaSuite],
  ['ecdsa-rdfc-2019', ecdsaSuite],
])

function createSuite({ type, cryptosuite }: Credential): object {
  const suite = suites.get(String(cryptosuite))
  return type === 'DataIntegrityProof' && suite !== undefined
    ? new DataIntegrityProof({ cryptosuite: suite })
    : new Ed25519Signature2020()
}

async function toMultikey({ id, publicKeyJwk, publicKeyMultibase }: PublicKey) {
  const [controller = ''] = id.split('#')
  const described = { '@context': 'https://w3id.org/security/multikey/v1', id, type: 'Multikey', controller }
  if (publicKeyMultibase !== undefined) return { ...described, publicKeyMultibase }
  const library = publicKeyJwk?.crv === 'Ed25519' ? ed25519 : ecdsa
  const pair = await library.fromJwk({ jwk: publicKeyJwk ?? {} })
  return { ...described, publicKeyMultibase: pair.publicKeyMultibase }
}

/** Of an unpacked status list, which has at least 16 kB (W3C Bitstring Status List 1.0). */
const maxListBytes = 16 * 1024 * 1024

/** Returns bits of a Bitstring Status List (W3C), the first of which is the highest of its byte. Null for a list that cannot be read. */
export async function readStatuses(list: Credential, indexes: readonly number[]): Promise<boolean[] | null> {
  const encoded = isObject(list.credentialSubject) ? list.credentialSubject.encodedList : null
  // The prefix of base64url without padding (Multibase).
  if (typeof encoded !== 'string' || !encoded.startsWith('u')) return null
  const packed = Buffer.from(encoded.slice(1), 'base64url')
  // A list that cannot be unpacked says nothing.
  const bytes = await unpack(packed, { maxOutputLength: maxListBytes }).catch(() => null)
  if (bytes === null || indexes.some((index) => index < 0 || index >= bytes.length * 8)) return null
  return indexes.map((index) => (((bytes[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1)
}
