/** Random values and hashes of tokens. */

import { hash, randomBytes } from 'node:crypto'

/** Returns `bytes` random bytes as url-safe text. 32 bytes make 43 characters. */
export const randomText = (bytes: number) => randomBytes(bytes).toString('base64url')

/** SHA-256 as url-safe text: tokens are stored as their hash. */
export const hashToken = (secret: string) => hash('sha256', secret, 'base64url')
