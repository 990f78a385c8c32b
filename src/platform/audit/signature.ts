/**
 * Signs the end of the audit log with Ed25519 (RFC 8032). The key is derived from `APP_SECRET`, so a person who can
 * write to the database, but does not know the secret, cannot sign a log that was written anew.
 */

import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'

/** The end of the log: the number of its last row, and its hash. */
export interface AuditEnd {
  last_id: number
  hash: string
}

// The beginning of a private key in PKCS #8; the 32 bytes of the key follow (RFC 8410, section 7).
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const deriveKey = (secret: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, Buffer.from(hkdfSync('sha256', secret, '', 'audit log', 32))]),
    format: 'der',
    type: 'pkcs8',
  })

const getMessage = ({ last_id, hash }: AuditEnd) => Buffer.from(`audit log\n${last_id}\n${hash}`)

/** Returns the signature, and the public key that verifies it; both as base64url. */
export function signEnd(secret: string, end: AuditEnd): { signature: string; public_key: string } {
  const key = deriveKey(secret)
  return {
    signature: sign(null, getMessage(end), key).toString('base64url'),
    public_key: getPublicKey(secret),
  }
}

/** Returns the public key of this installation, as base64url. */
export const getPublicKey = (secret: string): string =>
  createPublicKey(deriveKey(secret)).export({ format: 'jwk' }).x ?? ''

/** Returns whether the signature of the end was made with the key, which is base64url. */
export const isSignedEnd = (end: AuditEnd, signature: string, publicKey: string): boolean =>
  verify(
    null,
    getMessage(end),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
