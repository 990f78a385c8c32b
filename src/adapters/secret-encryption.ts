/** Encrypts secrets that the service must be able to read again, such as those of one-time passwords. */

import { hkdfSync } from 'node:crypto'

/** Derives a key from the secret of the installation, so that a copy of the database alone reveals nothing. */
const deriveKey = (appSecret: string) => new Uint8Array(hkdfSync('sha256', appSecret, '', 'stored secrets', 32))

/** Returns a JSON Web Encryption (RFC 7516) that only `decryptSecret` with the same subject opens. */
export async function encryptSecret(appSecret: string, subject: string, secret: string): Promise<string> {
  const { EncryptJWT } = await import('jose/jwt/encrypt')
  return new EncryptJWT({ secret })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setSubject(subject)
    .encrypt(deriveKey(appSecret))
}

/** Returns null when the secret was encrypted with another `APP_SECRET` or for another subject. */
export async function decryptSecret(appSecret: string, subject: string, encrypted: string): Promise<string | null> {
  const [{ JOSEError }, { jwtDecrypt }] = await Promise.all([import('jose/errors'), import('jose/jwt/decrypt')])
  const options = { subject, keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
  try {
    const { payload } = await jwtDecrypt(encrypted, deriveKey(appSecret), options)
    return typeof payload.secret === 'string' ? payload.secret : null
  } catch (error) {
    if (error instanceof JOSEError) return null
    throw error
  }
}
