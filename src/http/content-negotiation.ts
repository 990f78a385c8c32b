/** Content negotiation of routes that answer with a page or with JSON. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** Returns whether the client prefers JSON to HTML. Without a preference it gets the page. */
export function isJsonPreferred({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  // Tells caches that the response depends on Accept.
  reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '))
  return new Negotiator(raw).mediaType(['text/html', 'application/json']) === 'application/json'
}
