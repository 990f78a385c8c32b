/** What operators look at: health, metrics. */

import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Type } from 'typebox'
import { taskCounts } from '../background/tasks.ts'
import type { Platform } from '../context.ts'
import { unavailable } from '../core/problem.ts'
import { answers } from './envelope.ts'
import type { App, Routes } from './routes.ts'

const Health = Type.Object({ status: Type.String({ examples: ['ok'] }) }, { title: 'Health' })
const notReady = unavailable('The database cannot be reached.', 2)
const tags = ['Operations']

export const healthRoutes: Routes = (app) => {
  app.get('/health/live', {
    config: { access: 'public' },
    schema: {
      operationId: 'showLiveness',
      summary: 'Whether the process runs',
      description:
        'Looks at nothing but the process itself: what keeps it running asks here, what sends it requests asks for readiness.',
      tags,
      response: answers(200, Health),
    },
    handler: async () => ({ status: 'ok' }),
  })

  app.get('/health/ready', {
    config: { access: 'public' },
    schema: {
      operationId: 'showReadiness',
      summary: 'Whether the service can answer requests',
      description: 'Asks the database. 503 while it cannot be reached, and while the service stops.',
      tags,
      response: answers(200, Health, notReady),
    },
    async handler(request) {
      await request.ctx.db.ping().catch(() => {
        throw notReady
      })
      return { status: 'ok' }
    },
  })
}

/** Serves `/metrics` and counts every request of the app. */
export function measure(app: App, platform: Pick<Platform, 'db' | 'clock'>): Routes {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'background_tasks',
    help: 'Tasks that are due, wait for later, or have failed for good.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await taskCounts(platform)
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
    },
  })

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })

  return (scope) => {
    scope.get('/metrics', { config: { access: 'public', raw: true } }, async (_, reply) =>
      reply.type(registry.contentType).send(await registry.metrics()),
    )
  }
}
