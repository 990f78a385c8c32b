/** Routes for operators: health and metrics. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { Type } from 'typebox'
import type { Context, Platform } from '#context.ts'
import { ignoreError } from '#core/ignored-errors.ts'
import { Problem } from '#core/problem.ts'
import type { FollowerMonitor } from '#platform/followers/monitor.ts'
import { countDeadTasks, countTasks } from '#platform/tasks.ts'
import { renderBusinessMetrics } from './business-metrics.ts'
import { responds } from './envelope.ts'
import { Durations, type ResponseTiming } from './fast/durations.ts'
import { addFollowerGauges, addIgnoredErrors, addLogGauges, getProcessMetrics } from './process-metrics.ts'
import type { Routes } from './routes.ts'

const Health = Type.Object(
  { status: Type.String({ examples: ['ok'], description: 'Whether the service can work.' }) },
  { title: 'Health' },
)
const Readiness = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')], {
      description:
        '`degraded`: a part is not ready. All requests are answered, except those that need a file while the storage is unreachable.',
    }),
    parts: Type.Object(
      {
        database: Type.Literal('ok', { description: 'Always `ok`; without the database the answer is 503.' }),
        storage: Type.Union([Type.Literal('ok'), Type.Literal('unreachable')], {
          description: 'Whether the folder or the bucket of the files could be read.',
        }),
        replica: Type.Optional(
          Type.Union([Type.Literal('ok'), Type.Literal('behind'), Type.Literal('unreachable')], {
            description: 'Whether the read replica is in use, if there is one; otherwise the database answers instead.',
          }),
        ),
      },
      { description: 'What the service needs.' },
    ),
  },
  { title: 'Readiness' },
)
const databaseLost = 'The database cannot be reached.'
const notReady = new Problem(503, databaseLost, { errors: { database: [databaseLost] }, retryAfter: 2 })
const tags = ['Operations']
/** How long the state of the storage holds, in milliseconds: a check of a bucket costs a request. */
const storageCheckedEvery = 10_000

const storageTimeoutMs = 1_000

/** Returns whether the storage can be reached, asking it at most once in a while, whatever callers ask. */
function createStorageCheck(): (ctx: Context) => Promise<'ok' | 'unreachable'> {
  let checked = Number.NEGATIVE_INFINITY
  let state: Promise<'ok' | 'unreachable'> = Promise.resolve('ok')
  return ({ storage }) => {
    if (performance.now() - checked > storageCheckedEvery) {
      checked = performance.now()
      const listed = storage.list('private/doctor').then(
        () => 'ok' as const,
        () => 'unreachable' as const,
      )
      // A bucket that hangs must not make the answer late, because a late answer counts as none.
      state = Promise.race([listed, pause(storageTimeoutMs, 'unreachable' as const, { ref: false })])
    }
    return state
  }
}

export const healthRoutes: Routes = (app) => {
  const checkStorage = createStorageCheck()
  app.get('/health/live', {
    config: { access: 'public' },
    schema: {
      operationId: 'showLiveness',
      summary: 'Whether the process runs',
      description: 'Checks only the process. Use it for restarts; use readiness to decide whether to send requests.',
      tags,
      response: responds(200, Health),
    },
    handler: async () => ({ status: 'ok' }),
  })

  app.get('/health/ready', {
    config: { access: 'public' },
    schema: {
      operationId: 'showReadiness',
      summary: 'Whether the service can answer requests',
      description:
        'Queries the database, and every ten seconds the storage; a read replica is watched all the time. 503 while the database is unavailable and while the service shuts down; `errors` names the part.',
      tags,
      response: responds(200, Readiness, notReady),
    },
    async handler(request) {
      await request.ctx.db.ping().catch(() => {
        throw notReady
      })
      const storage = await checkStorage(request.ctx)
      const replica = request.ctx.db.replica?.state
      const isReady = storage === 'ok' && (replica ?? 'ok') === 'ok'
      const parts = { database: 'ok', storage, ...(replica && { replica }) } as const
      return { status: isReady ? 'ok' : 'degraded', parts } as const
    },
  })
}

/** A number of something that should be zero, for the alerts of operators. */
export interface Alarm {
  /** The name of the metric. */
  readonly name: string
  readonly help: string
  readonly count: (ctx: Pick<Platform, 'db'>) => Promise<number>
}

interface MetricSources {
  openStreams: ReadonlySet<unknown>
  alarms: readonly Alarm[]
  followers: FollowerMonitor | null
}

/** Counts responses and serves the metrics at `/metrics`. */
export function createMetrics(platform: Pick<Platform, 'db' | 'clock'>, measured: MetricSources) {
  const durations = new Durations()
  let registry: Promise<Registry> | undefined
  return {
    count: (answered: ResponseTiming) => durations.count(answered),
    summarize: () => durations.summarize(),
    routes: ((scope) => {
      scope.get('/metrics', { config: { access: 'public', raw: true } }, async (_, reply) => {
        registry ??= openRegistry(platform, measured)
        const known = await registry
        const [process, business] = await Promise.all([known.metrics(), renderBusinessMetrics(platform)])
        return reply.type(known.contentType).send([process, business, durations.render()].join('\n'))
      })
    }) satisfies Routes,
  }
}

/**
 * Metrics of the process, collected from the first request on; without one this saves 5 MB. Without the database the other
 * metrics are still served; `/health/ready` reports the outage.
 */
async function openRegistry(
  platform: Pick<Platform, 'db' | 'clock'>,
  { openStreams, alarms, followers }: MetricSources,
): Promise<Registry> {
  const library = await import('prom-client')
  const { Counter, Gauge, Registry } = library
  const registry = new Registry()
  new Gauge({
    name: 'background_tasks',
    help: 'Tasks that are due, wait for later, or have failed for good.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      const counts = await countTasks(platform).catch(ignoreError('metrics', {}))
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'background_tasks_dead',
    help: 'Tasks that have failed for good, by what they were to do.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { kind, count } of await countDeadTasks(platform).catch(ignoreError('metrics', [])))
        this.set({ kind }, count)
    },
  })
  new Gauge({
    name: 'http_open_event_streams',
    help: 'Streams of events that are open at this instance.',
    registers: [registry],
    collect() {
      this.set(openStreams.size)
    },
  })
  addLogGauges(registry, platform.db.log, Gauge)
  if (followers !== null) addFollowerGauges(registry, followers, Gauge)
  addIgnoredErrors(registry, Counter)
  for (const { name, help, count } of alarms)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await count(platform).catch(ignoreError('metrics', null))
        // Unknown is another answer than none.
        if (found === null) this.remove()
        else this.set(found)
      },
    })
  return Registry.merge([getProcessMetrics(library), registry])
}
