/** Headers of all responses: security and cross-origin access. */

import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Config } from '#config.ts'
import { ServerResponse } from '#core/node-http.ts'
import type { App } from '../routes.ts'

/**
 * Constant, because @fastify/helmet computes them for each request: measured, a fifth of the processor time of `GET
 * /auth/me`. Names are in lower case, as Fastify stores them.
 */
const security = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

const exposed =
  'X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Content-Disposition, ETag, Location, ' +
  'Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Upload-Offset, Upload-Length, Upload-Metadata, Upload-Expires, Upload-File-Id'

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, Idempotency-Key, X-Request-Id, Range, Last-Event-ID, ' +
    'X-SafeExamBrowser-ConfigKeyHash, ' +
    // Headers of tus.
    'Tus-Resumable, Upload-Length, Upload-Offset, Upload-Metadata, Upload-Checksum, X-HTTP-Method-Override, X-Requested-With, ' +
    // Headers of tracing, W3C and Sentry.
    'traceparent, tracestate, baggage, sentry-trace',
  'access-control-max-age': '86400',
}

/**
 * A response class that adds the common headers when the head is written, because Fastify sets headers one by one:
 * measured, a twentieth of the processor time of `GET /auth/me`.
 */
export function createResponseClass({ publicUrl, corsOrigins }: Config): typeof ServerResponse {
  const common: OutgoingHttpHeaders = {
    ...security,
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    ...(corsOrigins === null ? { 'access-control-allow-origin': '*' } : {}),
    'access-control-expose-headers': exposed,
  }
  const written: OutgoingHttpHeaders = { ...common, 'content-language': 'en', vary: 'Accept-Language' }
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, reason?: unknown, headers: unknown = reason) {
      // Streams set headers one by one, and headers of a route take precedence.
      const shared = isWritten(headers) ? written : common
      const missing =
        this.getHeaderNames().length === 0
          ? shared
          : Object.fromEntries(Object.entries(shared).filter(([name]) => !this.hasHeader(name)))
      const all = Array.isArray(headers)
        ? [...Object.entries(missing).flat(), ...headers]
        : addVary({ ...missing, ...(headers as OutgoingHttpHeaders) }, shared)
      return typeof reason === 'string' ? super.writeHead(status, reason, all) : super.writeHead(status, all)
    }
  }
}

/** Envelopes and pages are written in the language of the caller; files are not. */
const isWritten = (headers: unknown) =>
  typeof headers === 'object' &&
  headers !== null &&
  'content-type' in headers &&
  typeof headers['content-type'] === 'string' &&
  /^(?:application\/json|text\/html)/.test(headers['content-type'])

/** A `Vary` of the route is completed. */
function addVary(headers: OutgoingHttpHeaders, { vary }: OutgoingHttpHeaders): OutgoingHttpHeaders {
  if (vary !== undefined && headers.vary !== vary) headers.vary = `${headers.vary}, ${vary}`
  return headers
}

/** Headers that depend on the origin, and answers to preflight requests. */
export function registerCors(app: App, { corsOrigins }: Config) {
  app.addHook('onRequest', ({ headers: { origin }, method, is404 }, reply, done) => {
    if (corsOrigins !== null) reply.header('vary', 'Origin')
    if (origin !== undefined && corsOrigins?.includes(origin)) reply.header('access-control-allow-origin', origin)
    if (method !== 'OPTIONS') return done()
    reply.code(204).headers(preflight)
    // Returns the reply, for chains.
    if (is404) void reply.send()
    else done()
  })
}
