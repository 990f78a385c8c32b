/** Routes that answer with a page or with JSON, as their caller likes. */

import type { FastifyReply, FastifyRequest } from 'fastify'

/** Whether the caller prefers JSON to a page. Browsers name HTML; who names neither gets the page. */
export function prefersJson({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const { accept = '' } = headers
  // Caches are told, beside what else the answer depends on.
  reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '))
  return qualityOf(accept, 'application/json') > qualityOf(accept, 'text/html')
}

/** From 0 to 1, RFC 9110, section 12.4.2; 0 when the type is not named. */
function qualityOf(accept: string, type: string): number {
  const ranges = accept.toLowerCase().split(',')
  const named = ranges
    .map((range) => range.split(';').map((part) => part.trim()))
    .find(([one]) => one === type)
  const weight = named?.find((parameter) => parameter.startsWith('q='))
  if (named === undefined) return 0
  return weight === undefined ? 1 : Number(weight.slice(2)) || 0
}
