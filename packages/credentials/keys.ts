/**
 * Ed25519 keys of issuers, and credentials as JWTs (`vc+jwt`, W3C Securing Verifiable Credentials using JOSE). The same credential and key give
 * the same bytes.
 */

import type { Credential, SigningKey } from './types.ts'

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
