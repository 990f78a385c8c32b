/** Signed links, which give access to one path without a token until they expire. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { ensure, Problem } from './problem.ts'

/** The lifetime of links in responses. */
export const linkLifetime = { hours: 1 }

/**
 * The query of a signed link; `expires` in seconds since 1970. A link without it is invalid, not a malformed request.
 */
export const SignedQuery = Type.Object({
  expires: Type.Optional(Type.String({ maxLength: 20 })),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
  key: Type.Optional(Type.String({ maxLength: 20, description: 'The API key that the link ends with.' })),
})
export type SignedQuery = Static<typeof SignedQuery>

export const invalidLink = new Problem(403, 'This link is not valid or has expired. Ask for a new one.')

const computeMac = (secret: string, path: string, expires: string, key: string | null) =>
  createHmac('sha256', secret)
    .update(`signed link\n${path}\n${expires}${key === null ? '' : `\n${key}`}`)
    .digest('base64url')

/** Returns the path with its expiry and signature. `expiresAt` is an ISO time, `key` the API key that the link ends with. */
export function signPath(secret: string, path: string, expiresAt: string, key: string | null = null): string {
  const expires = String(Math.floor(Date.parse(expiresAt) / 1000))
  const signature = computeMac(secret, path, expires, key)
  return `${path}?expires=${expires}&signature=${signature}${key === null ? '' : `&key=${key}`}`
}

/** Throws 403 unless the query is a valid signature of this path at `now`, an ISO time. */
export function ensureSigned(
  secret: string,
  path: string,
  { expires = '', signature = '', key }: SignedQuery,
  now: string,
): void {
  const right = Buffer.from(computeMac(secret, path, expires, key ?? null))
  const given = Buffer.from(signature)
  const isRight = right.length === given.length && timingSafeEqual(right, given)
  ensure(isRight && Number(expires) * 1000 > Date.parse(now), invalidLink)
}
