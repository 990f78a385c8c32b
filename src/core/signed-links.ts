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
  expires: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'When the link expires, in seconds since 1970-01-01; part of the signature.',
    }),
  ),
  signature: Type.Optional(Type.String({ maxLength: 100, description: 'Proof that the service made the link.' })),
  key: Type.Optional(Type.String({ maxLength: 20, description: 'The API key that the link ends with.' })),
  hidden: Type.Optional(Type.String({ maxLength: 1, description: 'Given to those who see hidden content.' })),
})
export type SignedQuery = Static<typeof SignedQuery>

export const invalidLink = new Problem(403, 'This link is not valid or has expired. Ask for a new one.')

/** What a link depends on besides the time. */
export interface LinkTerms {
  key?: string | undefined
  hidden?: string | undefined
}

function computeMac(secret: string, path: string, expires: string, { key, hidden }: LinkTerms): string {
  const terms = key === undefined && hidden === undefined ? '' : `\n${JSON.stringify([key ?? null, hidden ?? null])}`
  return createHmac('sha256', secret).update(`signed link\n${path}\n${expires}${terms}`).digest('base64url')
}

/** Returns the path with its expiry and signature. `expiresAt` is an ISO time. */
export function signPath(secret: string, path: string, expiresAt: string, { key, hidden }: LinkTerms = {}): string {
  const expires = String(Math.floor(Date.parse(expiresAt) / 1000))
  const signature = computeMac(secret, path, expires, { key, hidden })
  const query = new URLSearchParams({ expires, signature, ...(key && { key }), ...(hidden && { hidden }) })
  return `${path}?${query}`
}

/** Throws 403 unless the query is a valid signature of this path at `now`, an ISO time. */
export function ensureSigned(
  secret: string,
  path: string,
  { expires = '', signature = '', key, hidden }: SignedQuery,
  now: string,
): void {
  const right = Buffer.from(computeMac(secret, path, expires, { key, hidden }))
  const input = Buffer.from(signature)
  const isRight = right.length === input.length && timingSafeEqual(right, input)
  ensure(isRight && Number(expires) * 1000 > Date.parse(now), invalidLink)
}

interface Installation {
  config: { appSecret: string; publicUrl: string }
}

/** The address of a page in a mail. It works for one object, without a sign-in, until it expires. */
export interface MailedLink<Path extends string = string> {
  /** The path of the route, such as `/interviews/:id/invitation`. */
  readonly route: Path
  getPath(id: number): string
  createUrl(ctx: Installation, id: number, expiresAt: string): string
  /** Throws 403 unless the query is a valid signature of the object's address. */
  ensureValid(ctx: Installation & { clock: { now(): string } }, id: number, query: SignedQuery): void
}

export function defineMailedLink<const Path extends `/${string}:id${string}`>(route: Path): MailedLink<Path> {
  const getPath = (id: number) => route.replace(':id', String(id))
  return {
    route,
    getPath,
    createUrl: ({ config }, id, expiresAt) =>
      `${config.publicUrl}${signPath(config.appSecret, getPath(id), expiresAt)}`,
    ensureValid: ({ config, clock }, id, query) => ensureSigned(config.appSecret, getPath(id), query, clock.now()),
  }
}
