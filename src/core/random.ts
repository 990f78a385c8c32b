/** Random values and hashes of tokens. */

import { hash, randomBytes, randomInt } from 'node:crypto'

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
