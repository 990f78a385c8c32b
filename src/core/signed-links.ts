/** Links that open one thing for whoever holds them, until they expire. */

import { createHmac, timingSafeEqual } from 'node:crypto'

export interface LinkSignature {
  /** Seconds since 1970. */
  expires: string
  signature: string
}

const macOf = (secret: string, path: string, expires: string) =>
  createHmac('sha256', secret).update(`signed link\n${path}\n${expires}`).digest('base64url')

/** The path with its expiry and signature as a query. `expiresAt` is an ISO moment. */
export function signPath(secret: string, path: string, expiresAt: string): string {
  const expires = String(Math.floor(Date.parse(expiresAt) / 1000))
  return `${path}?expires=${expires}&signature=${macOf(secret, path, expires)}`
}

/** Whether the signature was made for this path and has not expired at `now`. */
export function verifySignedPath(
  secret: string,
  path: string,
  { expires, signature }: LinkSignature,
  now: string,
): boolean {
  const right = Buffer.from(macOf(secret, path, expires))
  const given = Buffer.from(signature)
  const isRight = right.length === given.length && timingSafeEqual(right, given)
  return isRight && Number(expires) * 1000 > Date.parse(now)
}
