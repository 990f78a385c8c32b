/** The HTTP server of all routes: authentication, limits, envelope, headers, logging and graceful shutdown. */

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyHttpOptions, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Telemetry } from '#adapters/telemetry/telemetry.ts'
import type { Config } from '#config.ts'
import { type Actor, anonymous, type Context, type Platform } from '#context.ts'
import { createUnavailable, notFound, Problem } from '#core/problem.ts'
import { Moment } from '#core/time.ts'
import { english } from '#language/wording.ts'
import type { FollowerMonitor } from '#platform/followers/monitor.ts'
import { agentRoutes } from './agents/routes.ts'
import { maxJsonBytes } from './body-limits.ts'
import { createRewriteUrl } from './browser-api.ts'
import { registerCompression } from './compression.ts'
import { toFailure } from './envelope.ts'
import { type Conflicts, createErrorHandler, type ErrorPages, sendProblem } from './errors.ts'
import type { ResponseTiming } from './fast/durations.ts'
import { createResponseClass, registerCors } from './fast/headers.ts'
import { createLimiters } from './fast/rate-limits.ts'
import { chooseWording } from './language.ts'
import { describeApi, registerDescriptionRoutes } from './openapi.ts'
import { type Alarm, createMetrics, healthRoutes } from './operations.ts'
import { isReading, recordChanges } from './replica.ts'
import { readOrigin } from './request-origin.ts'
import { applyRouteDefaults } from './route-defaults.ts'
import type { App, Routes, SchemaTypes } from './routes.ts'
import { schemaController, setCompilers } from './schema-compilers.ts'
import { registerSlowClientGuard } from './slow-clients.ts'
import { traceRequests } from './tracing.ts'
import { registerWriteLimits } from './write-limits.ts'

/** Returns the actor of an access token; null for an invalid token. */
export type Authenticate = (ctx: Context, token: string) => Promise<Actor | null>

export interface ServerParts {
  logger: Logger
  authenticate: Authenticate
  conflicts: Conflicts
  errorPages: ErrorPages
  routes: readonly Routes[]
  alarms: readonly Alarm[]
  /** What the service knows of its followers; null for a server without background work. */
  followers: FollowerMonitor | null
  /** Null without a collector. */
  telemetry?: Telemetry | null
  version: string
}

/** The time for running requests when the server stops; shorter if the timeout of clients is shorter. */
const shutdownTimeoutMs = 10_000
/** The time to read the response to an unreadable request. */
const unreadableResponseTimeoutMs = 2_000

export async function createServer(platform: Platform, parts: ServerParts): Promise<App> {
  const { config } = platform
  const refuse = createErrorHandler(parts.conflicts, parts.errorPages)
  const app: App = fastify(createServerOptions(config, parts.logger, refuse)).withTypeProvider<SchemaTypes>()

  acceptJsonOnly(app)
  setCompilers(app)
  app.setErrorHandler(refuse)
  app.setNotFoundHandler((request, reply) => sendProblem({ request, reply, pages: parts.errorPages }, notFound))
  app.decorateRequest('ctx', null as unknown as Context)
  app.decorate('openStreams', new Set<ServerResponse>())
  registerCors(app, config)
  refuseWhileStopping(app, 1_000 * config.requestTimeout)
  app.server.on('checkExpectation', refuseExpectation)
  if (parts.telemetry) traceRequests(app, parts.telemetry)
  app.addHook('onRequest', createAuthentication(platform, parts.authenticate))
  if (platform.db.replica) recordChanges(app, platform.db.replica)
  registerWriteLimits(app, config.rateLimits.writesMb)
  if (config.compression) registerCompression(app)
  const description = describeApi(app, config, parts.version)
  const metrics = createMetrics(platform, { ...parts, openStreams: app.openStreams })
  app.decorate('summarizeRequests', metrics.summarize)
  app.decorate('readFollowers', async () => parts.followers?.read() ?? [])
  app.addHook('onResponse', createResponseHook(metrics.count, parts.logger))
  const limits = createLimiters(config.rateLimits)
  app.addHook('onRoute', (route) => applyRouteDefaults(route, { limits, conflicts: parts.conflicts }))
  registerDescriptionRoutes(app, config, description)
  await app.register(
    async (scope: App) => {
      const agents = agentRoutes({ config, version: parts.version })
      for (const register of [agents, healthRoutes, metrics.routes, ...parts.routes]) register(scope)
    },
    { prefix: config.basePath },
  )
  performance.mark('routes')
  return app
}

const createServerOptions = (
  config: Config,
  loggerInstance: Logger,
  frameworkErrors: ReturnType<typeof createErrorHandler>,
): FastifyHttpOptions<Server> => ({
  loggerInstance,
  frameworkErrors,
  schemaController,
  logController: new LogController({ disableRequestLogging: true }),
  // Without a logger per request: log entries name their request.
  childLoggerFactory: (logger) => logger,
  trustProxy: toTrustProxy(config.trustProxy),
  bodyLimit: maxJsonBytes,
  genReqId: requestId,
  forceCloseConnections: 'idle',
  // Refused in the envelope instead, see `refuseWhileStopping`.
  return503OnClosing: false,
  // Large uploads may take long; `registerSlowClientGuard` ends slow ones.
  requestTimeout: 0,
  keepAliveTimeout: 75_000,
  // Node's own response would have no envelope, and the host is not used.
  http: {
    requireHostHeader: false,
    ServerResponse: createResponseClass(config),
    // This also ends connections that send nothing.
    headersTimeout: 1_000 * config.requestTimeout,
    connectionsCheckingInterval: 250 * config.requestTimeout,
  },
  clientErrorHandler: refuseUnreadable,
  rewriteUrl: createRewriteUrl(config),
  // Longer than any URL that Node accepts.
  routerOptions: { maxParamLength: 20_000 },
})

/** A number is the number of trusted proxies. */
const toTrustProxy = (trust: boolean | number | string) =>
  typeof trust === 'number' ? (_: string, hop: number) => hop < trust : trust

/** Returns the request id of the client if it is valid, otherwise a new one. */
function requestId({ headers }: { headers: Record<string, string | string[] | undefined> }): string {
  const input = headers['x-request-id']
  return typeof input === 'string' && /^[\w.:-]{1,100}$/.test(input) ? input : randomUUID()
}

/** Accepts only JSON; an empty body counts as none, whatever its content type. */
function acceptJsonOnly(app: App) {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    // It calls `done` with its error.
    else void parse(request, body, done)
  })
}

function createAuthentication(platform: Platform, authenticate: Authenticate) {
  // Its answer must not need the database. Compared by the URL, because Fastify computes `routeOptions` on each access.
  const liveness = `${platform.config.basePath}/health/live`
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('X-Request-Id', request.id)
    const wording = chooseWording(request, platform.config.brand)
    const ctx = {
      ...platform,
      clock: isReading(request.method) ? new Moment(platform.clock) : platform.clock,
      actor: anonymous as Actor,
      origin: readOrigin(request, platform.config),
      auditEvent: null,
      wording,
    }
    request.ctx = ctx
    reply.header('Cache-Control', 'no-store')
    const token = getBearerToken(request)
    if (token === null || request.url === liveness) return
    ctx.actor = (await authenticate(ctx, token)) ?? anonymous
  }
}

const getBearerToken = ({ headers }: FastifyRequest): string | null => {
  const [scheme = '', token = ''] = headers.authorization?.trim().split(/\s+/) ?? []
  return scheme.toLowerCase() === 'bearer' && token !== '' ? token : null
}

/** Counts and logs responses. The level is read once, because Fastify computes `routeOptions` on each access. */
function createResponseHook(count: (answered: ResponseTiming) => void, logger: Logger) {
  const logs = logger.isLevelEnabled('info')
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { method, id, ctx } = request
    const status = reply.statusCode
    const duration = reply.elapsedTime
    const route = request.routeOptions.url ?? 'unknown'
    // The duration of a stream is not a response time.
    if (!request.server.openStreams.has(reply.raw)) count({ method, route, status, duration })
    if (logs) {
      const duration_ms = Math.round(duration * 10) / 10
      const user_id = ctx?.actor.id || undefined
      logger.info({ method, route, status, duration_ms, user_id, request_id: id }, 'request completed')
    }
    done()
  }
}

/** On shutdown, running requests finish, new ones are refused, and idle connections are closed. */
function refuseWhileStopping(app: App, timeoutMs: number) {
  let stopping = false
  const late = Object.assign(new Error('The client is too slow.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const { closeSilent } = registerSlowClientGuard(app.server, timeoutMs, (socket) => refuseUnreadable(late, socket))
  app.addHook('onRequest', (_, reply, done) => {
    if (!stopping) return done()
    reply.header('Connection', 'close')
    throw createUnavailable('The service is stopping.', 1)
  })
  app.addHook('preClose', async () => {
    stopping = true
    const idle = setInterval(() => {
      app.server.closeIdleConnections()
      closeSilent()
    }, 20)
    const end = setTimeout(() => app.server.closeAllConnections(), Math.min(shutdownTimeoutMs, timeoutMs))
    app.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(end)
    })
  })
}

/** Node's own response to an unknown `Expect` would have no envelope. */
function refuseExpectation(_: IncomingMessage, response: ServerResponse) {
  const problem = new Problem(417, 'This expectation cannot be met.')
  const body = JSON.stringify(toFailure(problem, english))
  response.writeHead(problem.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.end(body)
}

/** Answers invalid HTTP, an oversized head and timeouts on the raw socket. */
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
  // Ends connections that the client does not close.
  setTimeout(() => socket.destroy(), unreadableResponseTimeoutMs).unref()
}
