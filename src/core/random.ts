/** Unguessable values, and how they are kept. */

import { hash, randomBytes } from 'node:crypto'

/** `bytes` random bytes as url-safe text. 32 bytes make 43 characters. */
export const randomText = (bytes: number) => randomBytes(bytes).toString('base64url')

/** SHA-256 as url-safe text: what is stored of a token that only its bearer may know. */
export const hashToken = (secret: string) => hash('sha256', secret, 'base64url')
