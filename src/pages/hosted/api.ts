/** The hosted pages call the API of this service, like any frontend. */

import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyRequest, HTTPMethods } from 'fastify'
import type { Problem } from '#core/problem.ts'
import { configKeyHeader, runForPage } from '#http/request-origin.ts'
import type { App } from '#http/routes.ts'
import type { Arguments, Data, GetOperation, Meta, Operation } from '../contract.ts'
import { type Call, readCall } from '../modules/calls.ts'
import { createCallKey } from './form-marks.ts'

export interface Success<T, M = undefined> {
  ok: true
  data: T
  message: string
  meta: M
}

export interface Failure {
  ok: false
  status: number
  message: string
  /** Messages by field. */
  errors: Record<string, string[]>
  /** What is written in `message` and `errors`. */
  problem?: Problem | undefined
}

export type Answer<O extends Operation> = Success<Data<O>, Meta<O>> | Failure

export interface Origin {
  request: FastifyRequest
  basePath: string
  token: string | undefined
  /** The key of the form for which it is called; empty without one. */
  formKey?: string
}

/** An id of a form may be `..`, which would lead to another operation. No operation has such a part, so it matches no route. */
const hasDots = (path: string) => /\/\.{1,2}(?=[/?#]|$)/.test(path)

/** Returns what is sent as text. Of files, the name and the size: the API compares what is in them. */
const describeBody = (body: object | undefined): string =>
  JSON.stringify(
    body instanceof FormData
      ? [...body].map(([name, value]) => [name, typeof value === 'string' ? value : [value.name, value.size]])
      : (body ?? null),
  )

function inject(app: App, { request, basePath, token, formKey = '' }: Origin, call: Call, payloadAsStream = false) {
  const { method, path } = readCall(call)
  const { body } = call
  const key =
    method === 'POST' ? createCallKey(request.ctx.config.appSecret, formKey, [path, describeBody(body)]) : null
  const configKeyHash = request.headers[configKeyHeader]
  return runForPage(request, request.ctx.config, () =>
    app.inject({
      method: method as HTTPMethods,
      payloadAsStream,
      url: hasDots(path) ? '/unreadable' : `${basePath}${path}`,
      remoteAddress: request.ip,
      headers: {
        host: request.headers.host ?? 'localhost',
        accept: 'application/json',
        'accept-language': request.ctx.wording.locale,
        'user-agent': request.headers['user-agent'] ?? '',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === null ? {} : { 'idempotency-key': key }),
        ...(configKeyHash === undefined ? {} : { [configKeyHeader]: configKeyHash }),
      },
      ...(body === undefined ? {} : { payload: body }),
    }),
  )
}

interface Envelope<T, M> {
  message: string
  data: T
  meta: M
  errors?: Failure['errors']
}

/**
 * Calls the API in this process. Rate limits, the activity log and sessions get the address and user agent of the
 * browser.
 */
export async function sendApiRequest<O extends Operation>(
  app: App,
  origin: Origin,
  operation: O,
  ...[parameters, body]: Arguments<O>
): Promise<Answer<O>> {
  const { reply, problem } = await inject(app, origin, { operation, parameters, body })
  const { message, data, meta, errors = {} } = reply.json<Envelope<Data<O>, Meta<O>>>()
  return reply.statusCode < 300
    ? { ok: true, data, message, meta }
    : { ok: false, status: reply.statusCode, message, errors, problem }
}

/** A document of the API, with the headers that say what it is. */
export interface FileAnswer {
  ok: true
  /** Sends itself while it is read. */
  content: Readable
  headers: Record<string, string>
}

const fileHeaders = ['content-type', 'content-disposition', 'cache-control']

/** Fetches a document of the API, of which only parts are in memory at a time. */
export async function sendFileRequest<O extends GetOperation>(
  app: App,
  origin: Origin,
  operation: O,
  ...[parameters]: Arguments<O>
): Promise<FileAnswer | Failure> {
  const { reply } = await inject(app, origin, { operation, parameters }, true)
  const content = reply.stream()
  if (reply.statusCode >= 300) {
    const { message, errors = {} }: Envelope<unknown, unknown> = JSON.parse(await text(content))
    return { ok: false, status: reply.statusCode, message, errors }
  }
  const headers = fileHeaders.map((name) => [name, reply.headers[name]] as const)
  const known = headers.filter((one): one is [string, string] => typeof one[1] === 'string')
  // The API stops when the reader has gone.
  content.once('close', () => reply.raw.res.destroy())
  return { ok: true, content, headers: Object.fromEntries(known) }
}

/** Opens a page in this process, as the browser of the request would. */
export const openPage = (app: App, { headers, ip }: FastifyRequest, { url, cookie }: { url: string; cookie: string }) =>
  app.inject({
    method: 'GET',
    url,
    remoteAddress: ip,
    headers: {
      cookie,
      host: headers.host ?? 'localhost',
      accept: 'text/html',
      'accept-language': headers['accept-language'] ?? '',
      'user-agent': headers['user-agent'] ?? '',
    },
  })
