/** Random values and hashes of tokens. */

import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Returns `bytes` random bytes as url-safe text. 32 bytes make 43 characters. */
export const createRandomText = (bytes: number) => randomBytes(bytes).toString('base64url')

/** Returns random characters of the alphabet, each equally likely. */
export const createRandomCharacters = (length: number, alphabet: string) =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

const [lowestId, highestId] = [2 ** 40, 2 ** 47]

/** Returns an id that tells nothing about when its row was made. The ids that the database gives are lower. */
export const createRandomId = () => lowestId + randomInt(highestId - lowestId)

/** SHA-256 as url-safe text: tokens are stored as their hash. */
export const hashToken = (secret: string) => hash('sha256', secret, 'base64url')

/** Returns a random UUID (version 4). */
export const createUuid = (): string => randomUUID()

/** Returns the UUID of a text, always the same one, in the form of version 4. */
export function createUuidFrom(text: string): string {
  const bytes = Buffer.from(hash('sha256', text, 'hex').slice(0, 32), 'hex')
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
