/** Headers of every answer: security, and who may read it from another origin. */

import type { Config } from '../config.ts'
import type { App } from './routes.ts'

/**
 * Written out, because @fastify/helmet works them out anew for each request. Measured: a fifth of the processor time of
 * `GET /auth/me`. Names are in lower case, as Fastify keeps them.
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
  'X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Content-Disposition, ETag, Location'

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, Idempotency-Key, X-Request-Id, Range, Last-Event-ID',
  'access-control-max-age': '86400',
}

export function setHeaders(app: App, { publicUrl, corsOrigins }: Config) {
  const common = {
    ...security,
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
    ...(corsOrigins === null ? { 'access-control-allow-origin': '*' } : { vary: 'Origin' }),
    'access-control-expose-headers': exposed,
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(common)
    const { origin } = request.headers
    if (origin !== undefined && corsOrigins?.includes(origin))
      reply.header('access-control-allow-origin', origin)
    if (request.method !== 'OPTIONS') return done()
    void reply.code(204).headers(preflight).send()
  })
}
