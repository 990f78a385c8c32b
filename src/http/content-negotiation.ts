/** Content negotiation of routes that answer with a page or with JSON. */

import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** Tells caches that the response depends on `Accept`. */
export function setVaryByAccept(_: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '))
  done()
}

/** Returns whether the client prefers JSON to HTML. Without a preference it gets the page. */
export function isJsonPreferred(request: FastifyRequest, reply: FastifyReply): boolean {
  setVaryByAccept(request, reply, () => undefined)
  return new Negotiator(request.raw).mediaType(['text/html', 'application/json']) === 'application/json'
}

/** Returns whether the client asks for a page, as browsers do that open an address; programs accept anything, or JSON. */
export const isPagePreferred = (request: IncomingMessage): boolean =>
  request.headers.accept?.includes('text/html') === true &&
  new Negotiator(request).mediaType(['text/html', 'application/json']) === 'text/html'
