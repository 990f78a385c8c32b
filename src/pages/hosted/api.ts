/** How the hosted pages do their work: they call the API of this service, as any frontend would. */

import type { FastifyRequest } from 'fastify'
import type { App } from '#http/routes.ts'

// biome-ignore lint/suspicious/noExplicitAny: a page shows what answers of many shapes have in common
type Data = any

export interface Answer {
  status: number
  message: string
  data: Data
  /** Sentences for each field. */
  errors: Record<string, string[]>
}

export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  /** Without the base path. */
  path: string
  body?: object
}

/**
 * Calls the API in this process. Limits and activity see the browser and not this service; so do the sessions of the
 * account.
 */
export async function callApi(
  app: App,
  { request, basePath, token }: { request: FastifyRequest; basePath: string; token: string | undefined },
  { method, path, body }: Call,
): Promise<Answer> {
  const reply = await app.inject({
    method,
    url: `${basePath}${path}`,
    remoteAddress: request.ip,
    headers: {
      host: request.headers.host ?? 'localhost',
      accept: 'application/json',
      'user-agent': request.headers['user-agent'] ?? '',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  const { message = '', data = null, errors = {} } = reply.json<Partial<Answer>>()
  return { status: reply.statusCode, message, data, errors }
}
