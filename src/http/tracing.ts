/** Traces requests. */

import type { FastifyRequest } from 'fastify'
import type { RequestTrace, Telemetry } from '#adapters/telemetry/telemetry.ts'
import type { App } from './routes.ts'

/** Probes and scrapes are no requests of a user. */
const untraced = /\/(health\/(live|ready)|metrics)$/

/** Makes what a request does part of its trace. Its path is not recorded, only its pattern: links contain secrets. */
export function traceRequests(app: App, telemetry: Telemetry) {
  const traces = new WeakMap<FastifyRequest, RequestTrace>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (untraced.test(request.routeOptions.url ?? '')) return done()
    const trace = telemetry.beginRequest(request.method, request.headers)
    traces.set(request, trace)
    trace.run(done)
  })
  // A body arrives in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const trace = traces.get(request)
    if (trace === undefined) done()
    else trace.run(done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    traces.get(request)?.end({ route, status: reply.statusCode, duration: reply.elapsedTime })
    done()
  })
}
