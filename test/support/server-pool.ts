/**
 * Servers that the services of a worker use one after the other. Registering the routes takes most of the start of a service, and they are the same
 * for equal settings; the database, the clock and all other parts are those of the service that uses the server.
 */

import type { AddressInfo } from 'node:net'
import type { Platform } from '#context.ts'
import type { App, Routes } from '#http/routes.ts'
import { createServer, type ServerParts } from '#http/server.ts'
import type { Overrides } from '#service.ts'

interface PooledServer {
  key: string
  app: App
  /** The parts of the service that uses the server. Requests copy them when they arrive. */
  platform: Platform
  parts: ServerParts
  /** Whether the server keeps something of its service, so that no other may use it. */
  isBound: boolean
}

/** A server for one service. */
export interface ServerLease {
  createServer: typeof createServer
  /** Keeps the server for others when the service stops, instead of closing it. */
  keep(): void
}

/** An idle server keeps its routes in memory. */
const maxIdle = 6
const idle: PooledServer[] = []

/** The server itself counts what these settings limit, or sends what it measures. */
const boundSettings = /^(RATE_LIMIT_|WRITES_PER_DAY_MB$|REQUEST_TIMEOUT$|CLIENT_PATIENCE$|DATABASE_READ_URL$|OTEL_)/
/** These routes keep a hub of streams, the last check of the storage, or counts of requests. */
const boundRoutes = /\/(changes|notifications\/stream|metrics|health\/ready|admin\/service)(\/|$)/
/** What still runs after so many milliseconds is cut off, and the server is not used again. */
const endTimeoutMs = 1_000

/** Returns a lease of a server for a service, or null if it needs a server of its own. */
export function leaseServer(
  settings: Readonly<Record<string, string>>,
  { routes, logger }: Overrides,
): ServerLease | null {
  if (routes !== undefined || logger !== undefined) return null
  if (Object.entries(settings).some(([name, value]) => boundSettings.test(name) && value !== '0')) return null
  const key = JSON.stringify([process.env.TEST_DATABASE, settings])
  let isKept = false
  return {
    async createServer(platform, parts) {
      const pooled = takeIdle(key, platform, parts) ?? (await open(key, platform, parts))
      // Without `then`, which the framework has for those who await its start, and which returns the server beneath.
      return Object.create(pooled.app, {
        // biome-ignore lint/suspicious/noThenProperty: it takes the property away
        then: { value: undefined },
        listen: { value: () => listen(pooled) },
        close: { value: () => (isKept && !pooled.isBound ? park(pooled) : pooled.app.close()) },
      })
    },
    keep() {
      isKept = true
    },
  }
}

function takeIdle(key: string, platform: Platform, { followers }: ServerParts): PooledServer | undefined {
  const place = idle.findIndex((each) => each.key === key)
  const [pooled] = place === -1 ? [] : idle.splice(place, 1)
  if (pooled === undefined) return undefined
  Object.assign(pooled.platform, platform)
  pooled.parts.followers = followers
  return pooled
}

async function open(key: string, { ...platform }: Platform, { routes, ...others }: ServerParts): Promise<PooledServer> {
  const noticeBoundRoutes: Routes = (scope) => {
    scope.addHook('onRequest', ({ routeOptions }, _, done) => {
      if (boundRoutes.test(routeOptions.url ?? '')) pooled.isBound = true
      done()
    })
  }
  const parts: ServerParts = { ...others, routes: [noticeBoundRoutes, ...routes] }
  const app = await createServer(platform, parts)
  const pooled: PooledServer = { key, app, platform, parts, isBound: false }
  return pooled
}

/** The framework opens its server once; afterwards it is opened and closed without the framework. */
async function listen({ app }: PooledServer): Promise<string> {
  const place = { host: '127.0.0.1', port: 0 }
  if (wasOpened.has(app)) {
    const listening = Promise.withResolvers<void>()
    app.server.once('error', listening.reject).listen(place, listening.resolve)
    await listening.promise
    app.server.off('error', listening.reject)
  } else {
    wasOpened.add(app)
    await app.listen(place)
  }
  const { port } = app.server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

const wasOpened = new WeakSet<App>()

/** Stops listening, waits for what runs, and lets go of the parts of the service. What does not find a place is closed. */
async function park(pooled: PooledServer): Promise<void> {
  const { server } = pooled.app
  let isCutOff = false
  const poll = setInterval(() => server.closeIdleConnections(), 10)
  const timer = setTimeout(() => {
    isCutOff = true
    server.closeAllConnections()
  }, endTimeoutMs)
  if (server.listening) await new Promise((resolve) => void server.close(resolve))
  clearInterval(poll)
  clearTimeout(timer)
  for (const part of Object.keys(pooled.platform)) Reflect.deleteProperty(pooled.platform, part)
  pooled.parts.followers = null
  if (isCutOff) return pooled.app.close()
  idle.push(pooled)
  if (idle.length > maxIdle) await idle.shift()?.app.close()
}
