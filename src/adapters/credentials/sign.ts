/**
 * Signs Verifiable Credentials (W3C VC 2.0) with Ed25519, in two forms: with a Data Integrity proof (`eddsa-rdfc-2022`,
 * W3C Data Integrity EdDSA Cryptosuites 1.0) and as a JWT (`vc+jwt`, W3C Securing Verifiable Credentials using JOSE).
 * The same credential, key and time give the same bytes.
 */

import { runInThreads } from '#adapters/threads.ts'
import type { Credential, ProofRequest, SigningKey } from './types.ts'

export type { Credential, SigningKey } from './types.ts'

const addProof = runInThreads<ProofRequest, Credential>(new URL('./proof-worker.ts', import.meta.url), 'addProof')

/** Returns the credential with a proof of the time `created`. Callers take turns. */
export const signCredential = (
  credential: Credential,
  key: SigningKey,
  created: string,
  caller = '',
): Promise<Credential> => addProof({ credential, key, created }, caller)

/** Returns the credential as a compact JWT. */
export async function signAsJwt(credential: Credential, key: SigningKey): Promise<string> {
  const { CompactSign, importJWK } = await import('jose')
  const header = { alg: 'EdDSA', typ: 'vc+jwt', cty: 'vc', kid: key.id, iss: key.controller }
  return new CompactSign(new TextEncoder().encode(JSON.stringify(credential)))
    .setProtectedHeader(header)
    .sign(await importJWK(await toPrivateJwk(key), 'EdDSA'))
}

/** Returns a new key pair, both parts as multibase. */
export async function createKeyPair(): Promise<Pick<SigningKey, 'publicKeyMultibase' | 'secretKeyMultibase'>> {
  const { generate } = await import('@digitalbazaar/ed25519-multikey')
  const { publicKeyMultibase, secretKeyMultibase } = await generate({})
  return { publicKeyMultibase, secretKeyMultibase }
}

/** Returns the public key as a JWK (RFC 8037). */
export async function toPublicJwk(publicKeyMultibase: string) {
  const { from, toJwk } = await import('@digitalbazaar/ed25519-multikey')
  return toJwk({ keyPair: await from({ type: 'Multikey', publicKeyMultibase }) })
}

/** Returns the private key as a JWK (RFC 8037). */
export async function toPrivateJwk(key: Omit<SigningKey, 'id' | 'controller'>) {
  const { from, toJwk } = await import('@digitalbazaar/ed25519-multikey')
  const { d = '', ...jwk } = await toJwk({ keyPair: await from({ type: 'Multikey', ...key }), secretKey: true })
  // The library appends the public key to the 32 bytes that a JWK has.
  return { ...jwk, d: Buffer.from(d, 'base64url').subarray(0, 32).toString('base64url') }
}
