/** General rate limits, counted in memory by each instance. Limits across instances are in `platform/throttle.ts`. */

import rateLimit from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimits } from '#config.ts'
import { toNetwork } from '#core/ip-network.ts'
import { tooManyRequests } from '#core/problem.ts'
import type { App } from './routes.ts'

type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

const windowMs = 60_000
/** Tracked at once; the least recent callers are forgotten. */
const maxTrackedCallers = 50_000

/** Null for a disabled limit. */
export interface Limiters {
  general: Limiter | null
  auth: Limiter | null
  upload: Limiter | null
  chunk: Limiter | null
}

/** Signed-in callers are counted by token, others by network. */
const byToken = ({ ctx, ip }: FastifyRequest) => (ctx.actor.token_id > 0 ? ctx.actor.token_id : toNetwork(ip))
const byAddress = ({ ip }: FastifyRequest) => toNetwork(ip)

export async function createLimiters(app: App, { api, auth, upload }: RateLimits): Promise<Limiters> {
  await app.register(rateLimit, { global: false, cache: maxTrackedCallers })

  const createLimiter = (max: number, keyGenerator: (request: FastifyRequest) => string | number): Limiter | null => {
    if (max === 0) return null
    const count = app.createRateLimit({ max, timeWindow: windowMs, keyGenerator })
    return async (request, reply) => {
      const result = await count(request)
      if (result.isAllowed) return
      reply.header('RateLimit-Limit', result.max)
      reply.header('RateLimit-Remaining', result.remaining)
      reply.header('RateLimit-Reset', result.ttlInSeconds)
      if (result.isExceeded) throw tooManyRequests('Too many requests, please slow down.', result.ttlInSeconds)
    }
  }

  return {
    general: createLimiter(api, byToken),
    auth: createLimiter(auth, byAddress),
    upload: createLimiter(upload, byToken),
    chunk: createLimiter(5 * upload, byToken),
  }
}
