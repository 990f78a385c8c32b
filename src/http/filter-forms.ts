/** Forms with filters, which browsers send as the query of a page. */

import type { FastifyReply, FastifyRequest } from 'fastify'

/** Leaves out parameters without a value: browsers send all fields of a form, also those that were left empty. */
export function removeEmptyParameters(request: FastifyRequest, _: FastifyReply, done: () => void): void {
  request.query = Object.fromEntries(Object.entries(request.query ?? {}).filter(([, value]) => value !== ''))
  done()
}
