/** The hosted pages call the API of this service, like any frontend. */

import type { FastifyRequest } from 'fastify'
import type { App } from '#http/routes.ts'

export interface Success<T> {
  ok: true
  data: T
  message: string
  /** Of a page of a list. */
  meta?: { last_page: number } | undefined
}

export interface Failure {
  ok: false
  status: number
  message: string
  /** Messages by field. */
  errors: Record<string, string[]>
}

/** `T` is the part of the response that the page uses. */
export type Answer<T> = Success<T> | Failure

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, without the base path. */
  path: string
  body?: object
}

/**
 * Calls the API in this process. Rate limits, the activity log and sessions get the address and user agent of the
 * browser.
 */
export async function sendApiRequest<T>(
  app: App,
  { request, basePath, token }: { request: FastifyRequest; basePath: string; token: string | undefined },
  { method, path, body }: Call,
): Promise<Answer<T>> {
  const reply = await app.inject({
    method,
    url: `${basePath}${path}`,
    remoteAddress: request.ip,
    headers: {
      host: request.headers.host ?? 'localhost',
      accept: 'application/json',
      'accept-language': request.ctx.wording.locale,
      'user-agent': request.headers['user-agent'] ?? '',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  const {
    message,
    data,
    meta,
    errors = {},
  } = reply.json<{
    message: string
    data: T
    meta?: Success<T>['meta']
    errors?: Failure['errors']
  }>()
  return reply.statusCode < 300
    ? { ok: true, data, message, meta }
    : { ok: false, status: reply.statusCode, message, errors }
}
