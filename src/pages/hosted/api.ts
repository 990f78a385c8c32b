/** The hosted pages call the API of this service, like any frontend. */

import type { FastifyRequest } from 'fastify'
import { configKeyHeader, runForPage } from '#http/request-origin.ts'
import type { App } from '#http/routes.ts'

/** Of a page of a list. */
interface PageMeta {
  last_page: number
}

export interface Success<T, M = PageMeta> {
  ok: true
  data: T
  message: string
  meta?: M | undefined
}

export interface Failure {
  ok: false
  status: number
  message: string
  /** Messages by field. */
  errors: Record<string, string[]>
}

/** `T` and `M` are the parts of data and meta that the page uses. */
export type Answer<T, M = PageMeta> = Success<T, M> | Failure

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, without the base path. */
  path: string
  /** A form is sent as `multipart/form-data`, all else as JSON. */
  body?: object
}

interface Origin {
  request: FastifyRequest
  basePath: string
  token: string | undefined
}

/** An id of a form may be `..`, which would lead to another operation. No operation has such a part, so it matches no route. */
const hasDots = (path: string) => /\/\.{1,2}(?=[/?#]|$)/.test(path)

function inject(app: App, { request, basePath, token }: Origin, { method, path, body }: Call) {
  const configKeyHash = request.headers[configKeyHeader]
  return runForPage(request, request.ctx.config, () =>
    app.inject({
      method,
      url: hasDots(path) ? '/unreadable' : `${basePath}${path}`,
      remoteAddress: request.ip,
      headers: {
        host: request.headers.host ?? 'localhost',
        accept: 'application/json',
        'accept-language': request.ctx.wording.locale,
        'user-agent': request.headers['user-agent'] ?? '',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(configKeyHash === undefined ? {} : { [configKeyHeader]: configKeyHash }),
      },
      ...(body === undefined ? {} : { payload: body }),
    }),
  )
}

interface Envelope<T, M> {
  message: string
  data: T
  meta?: M
  errors?: Failure['errors']
}

/**
 * Calls the API in this process. Rate limits, the activity log and sessions get the address and user agent of the
 * browser.
 */
export async function sendApiRequest<T, M = PageMeta>(app: App, origin: Origin, call: Call): Promise<Answer<T, M>> {
  const reply = await inject(app, origin, call)
  const { message, data, meta, errors = {} } = reply.json<Envelope<T, M>>()
  return reply.statusCode < 300
    ? { ok: true, data, message, meta }
    : { ok: false, status: reply.statusCode, message, errors }
}

/** A document of the API, with the headers that say what it is. */
export interface FileAnswer {
  ok: true
  content: Buffer
  headers: Record<string, string>
}

const fileHeaders = ['content-type', 'content-disposition', 'cache-control']

/** Fetches a document of the API, which is held in memory. */
export async function sendFileRequest(app: App, origin: Origin, path: string): Promise<FileAnswer | Failure> {
  const reply = await inject(app, origin, { method: 'GET', path })
  if (reply.statusCode >= 300) {
    const { message, errors = {} } = reply.json<Envelope<unknown, unknown>>()
    return { ok: false, status: reply.statusCode, message, errors }
  }
  const headers = fileHeaders.map((name) => [name, reply.headers[name]] as const)
  const known = headers.filter((one): one is [string, string] => typeof one[1] === 'string')
  return { ok: true, content: reply.rawPayload, headers: Object.fromEntries(known) }
}
