/** Routes that answer with a page or with JSON, as their caller likes. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** Whether the caller prefers JSON to a page. Browsers name HTML; who names neither gets the page. */
export function prefersJson({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  // Caches are told, beside what else the answer depends on.
  reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '))
  return new Negotiator(raw).mediaType(['text/html', 'application/json']) === 'application/json'
}
