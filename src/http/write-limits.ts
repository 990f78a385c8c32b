/**
 * Limits what one person may have stored in a day, besides files, which count against `STORAGE_QUOTA_GB`: every request
 * that changes something counts with the bytes that were sent or answered, whichever is more. Each instance counts in memory.
 */

import type { FastifyRequest } from 'fastify'
import { createTooManyRequests } from '#core/problem.ts'
import type { App } from './routes.ts'

const windowMs = 86_400_000
/** A request without much text stores rows too, such as its activity. */
const leastBytes = 1_000
/** Tracked at once; the least recent people are forgotten. */
const maxTrackedPeople = 50_000

/** Returns whether a request changes something, and so may store rows. Deleting is always possible. */
export const mayStore = (method: string): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH'

/** Refuses requests of people who have sent more than `megabytes` in a day, and counts the others; 0 for no limit. */
export function registerWriteLimits(app: App, megabytes: number): void {
  if (megabytes === 0) return
  const windows = new Map<number, { bytes: number; endsAt: number }>()
  // A request that ends before its sender is known, such as one of a browser that asks what it may send, has no context.
  const isCounted = ({ ctx, method }: { ctx: FastifyRequest['ctx'] | null; method: string }) =>
    mayStore(method) && ctx !== null && ctx.actor.id > 0

  app.addHook('preValidation', (request, _, done) => {
    const now = performance.now()
    const window = isCounted(request) ? windows.get(request.ctx.actor.id) : undefined
    if (window === undefined || window.endsAt <= now || window.bytes < megabytes * 1_000_000) return done()
    const secondsLeft = Math.ceil((window.endsAt - now) / 1_000)
    done(createTooManyRequests('You have saved more today than one person may; please go on tomorrow.', secondsLeft))
  })

  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (isCounted(request) && reply.statusCode < 400) count(request, payload)
    done(null, payload)
  })

  function count(request: FastifyRequest, payload: unknown) {
    const { id } = request.ctx.actor
    const now = performance.now()
    const known = windows.get(id)
    const window = known !== undefined && now < known.endsAt ? known : { bytes: 0, endsAt: now + windowMs }
    window.bytes += Math.max(leastBytes, measureBody(request), typeof payload === 'string' ? payload.length : 0)
    windows.delete(id)
    windows.set(id, window)
    const [leastRecent] = windows.size > maxTrackedPeople ? windows.keys() : []
    if (leastRecent !== undefined) windows.delete(leastRecent)
  }
}

/** Files are not counted here. */
function measureBody({ headers, body }: FastifyRequest): number {
  if (!headers['content-type']?.startsWith('application/json')) return 0
  return Number(headers['content-length'] ?? JSON.stringify(body ?? null).length)
}
