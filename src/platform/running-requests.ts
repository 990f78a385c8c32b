/**
 * The requests with an `Idempotency-Key` that this process runs, and their repetitions, which wait in memory: they cost no
 * query, and few may wait.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { createUnavailable, Problem } from '#core/problem.ts'
import type { Signals } from '#database/signals.ts'

export interface Key {
  user_id: number
  key: string
}

export interface RunningRequest {
  readonly fingerprint: string
  /** Until when the process may work before its first commit. */
  readonly held_until: string
  readonly ended: Promise<void>
  /** Wakes all that wait. */
  readonly end: () => void
  waiting: number
}

interface Registry {
  running: Map<string, RunningRequest>
  /** How many repetitions of each user wait. */
  waiting: Map<number, number>
}

export const maxWaitingPerKey = 2
export const maxWaitingPerUser = 10
/** How long a repeated request waits for the answer of the first one. */
const waitTimeoutMs = 30_000
/** How often a request that another instance runs is looked up; once for all that wait for it. */
const lookupIntervalMs = 500

const runningSentence = 'The first request with this Idempotency-Key is still running.'
const tooManyWait = new Problem(409, runningSentence, { retryAfter: 2 })
const stillRunning = createUnavailable(runningSentence, 2)

/** By database, because tests have several in one process. */
const registries = new WeakMap<Signals, Registry>()

function getRegistry({ db }: Context): Registry {
  const known = registries.get(db.signals)
  if (known !== undefined) return known
  const created = { running: new Map(), waiting: new Map() }
  registries.set(db.signals, created)
  return created
}

const toName = ({ user_id, key }: Key) => `${user_id} ${key}`

/** Returns the running request with the key; null when there is none, or when another process may take the key over. */
export function findRunningRequest(ctx: Context, key: Key): RunningRequest | null {
  const request = getRegistry(ctx).running.get(toName(key))
  return request !== undefined && request.held_until > ctx.clock.now() ? request : null
}

/** Adds a request, until its `end` is called. */
export function beginRunningRequest(
  ctx: Context,
  key: Key,
  { fingerprint, held_until }: Pick<RunningRequest, 'fingerprint' | 'held_until'>,
): RunningRequest {
  const { running } = getRegistry(ctx)
  const name = toName(key)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const end = () => {
    if (running.get(name) === request) running.delete(name)
    resolve()
  }
  const request: RunningRequest = { fingerprint, held_until, ended, end, waiting: 0 }
  running.set(name, request)
  return request
}

/** Waits for the end of the request. Throws 409 at once when too many wait, and 503 after a while. */
export const waitForRequest = (ctx: Context, { user_id }: Key, request: RunningRequest): Promise<void> =>
  waitCounted(ctx, user_id, request, async (over) => {
    // It is called off once the request has ended.
    const patience = pause(waitTimeoutMs, 'over', { signal: over, ref: false }).catch(() => 'ended')
    if ((await Promise.race([request.ended, patience])) === 'over') throw stillRunning
  })

/** Waits until the check, which reads what another instance does, returns true. Throws 409 and 503 like `waitForRequest`. */
export const waitForInstance = (
  ctx: Context,
  { user_id }: Key,
  request: RunningRequest,
  check: () => Promise<boolean>,
): Promise<void> =>
  waitCounted(ctx, user_id, request, async () => {
    for (let waited = 0; waited < waitTimeoutMs; waited += lookupIntervalMs) {
      await pause(lookupIntervalMs, undefined, { ref: false })
      if (await check()) return
    }
    throw stillRunning
  })

async function waitCounted(
  ctx: Context,
  userId: number,
  request: RunningRequest,
  wait: (over: AbortSignal) => Promise<void>,
): Promise<void> {
  const { waiting } = getRegistry(ctx)
  const mine = waiting.get(userId) ?? 0
  if (request.waiting >= maxWaitingPerKey || mine >= maxWaitingPerUser) throw tooManyWait
  request.waiting++
  waiting.set(userId, mine + 1)
  const over = new AbortController()
  try {
    await wait(over.signal)
  } finally {
    over.abort()
    request.waiting--
    const left = (waiting.get(userId) ?? 1) - 1
    if (left === 0) waiting.delete(userId)
    else waiting.set(userId, left)
  }
}
