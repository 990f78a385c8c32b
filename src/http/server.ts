/** The server all routes share: who is asking, limits, the envelope, headers, logging, and an end without loss. */

import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import fastify, {
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { forbidden, notFound, unauthenticated } from '../core/problem.ts'
import { type Actor, anonymous, type Context, type Origin, type Platform } from '../context.ts'
import { errorAnswers, success } from './envelope.ts'
import { type Conflicts, errorHandler, send } from './errors.ts'
import { describeApi, serveDescription } from './openapi.ts'
import { healthRoutes, measure } from './operations.ts'
import { type Limiters, limiters } from './rate-limits.ts'
import { type Answer, onlyOnce } from './repeatable.ts'
import type { Access, App, Routes, SchemaTypes } from './routes.ts'
import { validatorCompiler } from './validation.ts'

/** Finds who holds an access token; null when nobody does. */
export type Authenticate = (ctx: Context, token: string) => Promise<Actor | null>

export interface ServerParts {
  logger: Logger
  authenticate: Authenticate
  conflicts: Conflicts
  routes: readonly Routes[]
  version: string
}

/** JSON bodies may have at most this many bytes. */
const bodyLimit = 1024 * 1024
/** Requests that still run when the server stops have this long, in milliseconds. */
const gracePeriod = 10_000

export async function createServer(platform: Platform, parts: ServerParts): Promise<App> {
  const { config } = platform
  const options: FastifyHttpOptions<Server> = {
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(config.trustProxy),
    bodyLimit,
    genReqId: requestId,
    forceCloseConnections: 'idle',
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 75_000,
    frameworkErrors: (error, request, reply) => errorHandler(parts.conflicts)(error, request, reply),
    clientErrorHandler: refuseUnreadable,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 500 },
  }
  const app: App = fastify(options).withTypeProvider<SchemaTypes>()

  acceptJsonOnly(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler(errorHandler(parts.conflicts))
  app.setNotFoundHandler((_, reply) => send(reply, notFound))
  app.decorateRequest('ctx', null as unknown as Context)

  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    hsts: config.publicUrl.startsWith('https:'),
  })
  await app.register(cors, {
    origin: config.corsOrigins ?? '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept', 'Idempotency-Key', 'X-Request-Id', 'Range', 'Last-Event-ID'],
    exposedHeaders: exposed,
    maxAge: 86_400,
  })

  app.addHook('onRequest', identify(platform, parts.authenticate))
  app.addHook('onResponse', logAnswer)
  const limits = await limiters(app, config.rateLimits)
  await describeApi(app, config, parts.version)
  const metrics = measure(app, platform)
  app.addHook('onRoute', (route) => furnish(route, limits))
  serveDescription(app, config)

  await app.register(
    async (scope) => {
      for (const register of [healthRoutes, metrics, ...parts.routes]) register(scope as App)
    },
    { prefix: config.basePath },
  )
  app.addHook('preClose', async () => endStragglers(app))
  return app
}

const exposed = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Content-Disposition',
  'ETag',
  'Location',
]

/** A number counts the proxies in front; the last of them said who called. */
const trusted = (trust: boolean | number | string) =>
  typeof trust === 'number' ? (_: string, hop: number) => hop < trust : trust

/** The caller's own id when it is a harmless one. */
function requestId({ headers }: { headers: Record<string, string | string[] | undefined> }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID()
}

/** Only JSON is read here; an empty body is none, whatever its type says. */
function acceptJsonOnly(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else parse(request, body, done)
  })
}

function identify(platform: Platform, authenticate: Authenticate) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('X-Request-Id', request.id)
    const ctx = { ...platform, actor: anonymous, origin: originOf(request) }
    request.ctx = ctx
    const token = bearerOf(request)
    if (token === null) return
    reply.header('Cache-Control', 'no-store')
    const actor = await authenticate(ctx, token)
    if (actor !== null) request.ctx = { ...ctx, actor }
  }
}

const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  userAgent: headers['user-agent']?.slice(0, 500) ?? null,
})

const bearerOf = ({ headers }: FastifyRequest): string | null => {
  const [scheme = '', token = ''] = headers.authorization?.split(' ') ?? []
  return scheme.toLowerCase() === 'bearer' && token !== '' ? token : null
}

/** Gives a route its limits, its access check, its common answers and the envelope. */
function furnish(route: RouteOptions, limits: Limiters) {
  const { access, raw = false, limit } = route.config ?? {}
  if (access === undefined) throw new Error(`The route ${route.method} ${route.url} does not say who may call it.`)

  const own = [route.onRequest ?? []].flat()
  const checks = [limits.general, ...(limit === undefined ? [] : [limits.auth])]
  route.onRequest = [...checks, allow(access), ...own]
  route.preHandler = [refuseImpossibleParameters, ...[route.preHandler ?? []].flat()]
  if (raw) return

  const { handler } = route
  const code = successCode(route)
  const message = route.config?.message ?? 'OK'
  addCommonAnswers(route, access)
  route.handler = async function (request, reply) {
    const run = async (): Promise<Answer> => {
      const result: unknown = await handler.call(this, request, reply)
      return { status: code, body: success(code, message, result, () => addressOf(request)) }
    }
    const key = request.method === 'POST' && request.ctx.actor.id > 0 ? request.headers['idempotency-key'] : undefined
    if (typeof key !== 'string') {
      const { status, body } = await run()
      return reply.code(status).send(body)
    }
    const same = [request.method, request.url, request.body ?? null]
    const { status, body } = await onlyOnce(request.ctx, key, same, run)
    return reply.code(status).send(body)
  }
}

function allow(access: Access) {
  return async ({ ctx, headers }: FastifyRequest) => {
    const { role } = ctx.actor
    if (access === 'public') {
      // A token that is sent must be a good one, or a caller would silently be a stranger.
      if (role === 'anonymous' && headers.authorization !== undefined) throw unauthenticated
      return
    }
    if (role === 'anonymous') throw unauthenticated
    if (access !== 'signed-in' && !access.some((one) => one === role)) throw forbidden
  }
}

const successCode = ({ schema, method, url }: RouteOptions): 200 | 201 => {
  const { response } = schema ?? {}
  if (typeof response === 'object' && response !== null) {
    if ('201' in response) return 201
    if ('200' in response) return 200
  }
  throw new Error(`The route ${method} ${url} does not say what it answers.`)
}

function addCommonAnswers(route: RouteOptions, access: Access) {
  const schema = route.schema ?? {}
  const statuses = [429, 500, 503]
  if (access !== 'public' || route.method !== 'GET') statuses.push(401)
  if (Array.isArray(access)) statuses.push(403)
  if (schema.params) statuses.push(404)
  if (schema.body) statuses.push(400, 413, 415)
  if (schema.body || schema.querystring) statuses.push(422)
  const declared = typeof schema.response === 'object' ? schema.response : {}
  route.schema = { ...schema, response: { ...errorAnswers(statuses), ...declared } }
}

/** A path that cannot lead anywhere is 404, but only after an ill-typed body (`validation.ts` leaves it to this). */
async function refuseImpossibleParameters({ params }: FastifyRequest) {
  if (params === null) throw notFound
}

const addressOf = ({ ctx, url }: FastifyRequest) => new URL(url, new URL(ctx.config.publicUrl).origin)

async function logAnswer(request: FastifyRequest, reply: FastifyReply) {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      user_id: request.ctx?.actor.id || undefined,
      request_id: request.id,
    },
    'answered',
  )
}

/** Running requests end by themselves; what has not after the grace period is cut off. */
function endStragglers(app: App) {
  setTimeout(() => app.server.closeAllConnections(), gracePeriod).unref()
}

/** What is not HTTP, too large a head, too slow: answered on the bare socket. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const [status, reason, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'Request Header Fields Too Large', 'The request headers are too large.'] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'Request Timeout', 'The request took too long to arrive.'] as const)
        : ([400, 'Bad Request', 'The request is not valid HTTP.'] as const)
  const body = JSON.stringify({ code: status, error: true, status: 'error', message })
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
