/** General rate limits, counted in memory by each instance. Limits across instances are in `platform/throttle.ts`. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimits } from '#config.ts'
import { toNetwork } from '#core/ip-network.ts'
import { createTooManyRequests } from '#core/problem.ts'

type Limiter = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

const windowMs = 60_000
/** Tracked at once by each limit; the least recent callers are forgotten. */
const maxTrackedCallers = 50_000

/** Null for a disabled limit. */
export interface Limiters {
  general: Limiter | null
  auth: Limiter | null
  upload: Limiter | null
  chunk: Limiter | null
}

/** Identifies a caller: the id of a user, or a network. */
type Key = number | string

/** Signed-in callers are counted by person, whatever session or API key they use, and others by network. */
const byPerson = ({ ctx, ip }: FastifyRequest): Key => (ctx.actor.id > 0 ? ctx.actor.id : toNetwork(ip))
const byAddress = ({ ip }: FastifyRequest): Key => toNetwork(ip)

export const createLimiters = ({ api, auth, upload }: Pick<RateLimits, 'api' | 'auth' | 'upload'>): Limiters => ({
  general: createLimiter(api, byPerson),
  auth: createLimiter(auth, byAddress),
  upload: createLimiter(upload, byPerson),
  chunk: createLimiter(5 * upload, byPerson),
})

/** Refuses requests of a caller above `max` in a window. The headers of each response say what is left of the limit. */
function createLimiter(max: number, identify: (request: FastifyRequest) => Key): Limiter | null {
  if (max === 0) return null
  const count = createCounter()
  return (request, reply, done) => {
    const { requests, secondsLeft } = count(identify(request))
    reply.header('RateLimit-Limit', max)
    reply.header('RateLimit-Remaining', Math.max(0, max - requests))
    reply.header('RateLimit-Reset', secondsLeft)
    if (requests > max) done(createTooManyRequests('Too many requests, please slow down.', secondsLeft))
    else done()
  }
}

/**
 * Returns a function that counts a request of the caller. It returns how many there were in the current window of the
 * caller, which began with the first of them, and the seconds until the window ends.
 */
function createCounter(): (key: Key) => { requests: number; secondsLeft: number } {
  /** The caller of the most recent request is the last. Times are whole milliseconds, because sums of fractions are inexact. */
  const windows = new Map<Key, { requests: number; endsAt: number }>()
  return (key) => {
    const now = Math.floor(performance.now())
    const known = windows.get(key)
    const window = known !== undefined && now < known.endsAt ? known : { requests: 0, endsAt: now + windowMs }
    window.requests++
    windows.delete(key)
    windows.set(key, window)
    const [leastRecent] = windows.size > maxTrackedCallers ? windows.keys() : []
    if (leastRecent !== undefined) windows.delete(leastRecent)
    return { requests: window.requests, secondsLeft: Math.ceil((window.endsAt - now) / 1_000) }
  }
}
