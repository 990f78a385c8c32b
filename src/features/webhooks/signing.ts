/** Secrets and signatures of Standard Webhooks 1.0.0, https://www.standardwebhooks.com. */

import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { decryptSecret, encryptSecret } from '#adapters/secret-encryption.ts'
import type { Platform } from '#context.ts'

/** Both parts in base64url: the key of HMAC-SHA256, and the private and public key of Ed25519. */
interface SigningSecret {
  hmac: string
  private: string
  public: string
}

/** Creates a secret, of 32 bytes as the specification recommends. */
export function createSigningSecret(): SigningSecret {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { hmac: randomBytes(32).toString('base64url'), private: d, public: x }
}

const toBase64 = (base64url: string) => Buffer.from(base64url, 'base64url').toString('base64')

/** How the secret is shown to the receiver, who verifies `v1` with it. */
export const presentSecret = ({ hmac }: SigningSecret) => `whsec_${toBase64(hmac)}`

/** How the public key is shown to the receiver, who verifies `v1a` with it. */
export const presentPublicKey = ({ public: key }: SigningSecret) => `whpk_${toBase64(key)}`

const subject = (userId: number) => `webhook of user ${userId}`

export const encryptSigningSecret = ({ config }: Pick<Platform, 'config'>, userId: number, secret: SigningSecret) =>
  encryptSecret(config.appSecret, subject(userId), JSON.stringify(secret))

/** Returns null when the secret was encrypted with another `APP_SECRET`. */
export async function openSecret(
  { config }: Pick<Platform, 'config'>,
  userId: number,
  sealed: string,
): Promise<SigningSecret | null> {
  const text = await decryptSecret(config.appSecret, subject(userId), sealed)
  return text === null ? null : JSON.parse(text)
}

export interface Message {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  payload: string
}

/** Returns the headers of a message, signed with each of the secrets in both ways. */
export function signMessage({ id, timestamp, payload }: Message, secrets: readonly SigningSecret[]) {
  const content = `${id}.${timestamp}.${payload}`
  const signatures = secrets.flatMap((secret) => [
    `v1,${signHmac(secret, content)}`,
    `v1a,${signEd25519(secret, content)}`,
  ])
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

const signHmac = ({ hmac }: SigningSecret, content: string) =>
  createHmac('sha256', Buffer.from(hmac, 'base64url')).update(content).digest('base64')

function signEd25519({ private: d, public: x }: SigningSecret, content: string) {
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
  return sign(null, Buffer.from(content), key).toString('base64')
}
