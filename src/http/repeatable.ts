/**
 * `Idempotency-Key`: a POST that is sent again with the same key and body gets the answer of the first one. The key
 * belongs to its user and is kept for 24 hours.
 */

import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sweep } from '../background/sweep.ts'
import { defineTask } from '../background/tasks.ts'
import type { Context, Transaction } from '../context.ts'
import { malformed, Problem, problem, unavailable } from '../core/problem.ts'
import { after, before } from '../core/time.ts'
import { prepare } from '../database/prepare.ts'
import { failure } from './envelope.ts'

/** What was answered: a status and an envelope. */
export interface Answer {
  status: number
  body: object
}

interface Key {
  user_id: number
  key: string
}

const requests = {
  begin: prepare((q, p: Key & { fingerprint: string; now: string; held_until: string }) =>
    q
      .insertInto('repeatable_requests')
      .values({
        user_id: p.user_id,
        key: p.key,
        fingerprint: p.fingerprint,
        status: null,
        answer: null,
        created_at: p.now,
        held_until: p.held_until,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing()),
  ),

  /** Takes over from a process that died in the middle. */
  takeOver: prepare((q, p: Key & { now: string; held_until: string }) =>
    q
      .updateTable('repeatable_requests')
      .set({ held_until: p.held_until })
      .where('user_id', '=', p.user_id)
      .where('key', '=', p.key)
      .where('status', 'is', null)
      .where('held_until', '<=', p.now),
  ),

  byKey: prepare((q, p: Key) =>
    q
      .selectFrom('repeatable_requests')
      .select(['fingerprint', 'status', 'answer'])
      .where('user_id', '=', p.user_id)
      .where('key', '=', p.key),
  ),

  finish: prepare((q, p: Key & { status: number; answer: string }) =>
    q
      .updateTable('repeatable_requests')
      .set({ status: p.status, answer: p.answer })
      .where('user_id', '=', p.user_id)
      .where('key', '=', p.key),
  ),

  forget: prepare((q, p: Key) =>
    q.deleteFrom('repeatable_requests').where('user_id', '=', p.user_id).where('key', '=', p.key),
  ),

  forgetAll: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('repeatable_requests').where('user_id', '=', p.user_id),
  ),

  sweep: prepare((q, p: { until: string; most: number }) => {
    const old = q.selectFrom('repeatable_requests').select('id').where('created_at', '<', p.until)
    return q.deleteFrom('repeatable_requests').where('id', 'in', old.orderBy('created_at').limit(p.most))
  }),
}

const longestKey = 255
const hold = { minutes: 2 }
const poll = 50
/** How long a repetition waits for the first one's answer, in milliseconds. */
const patience = 30_000

const otherRequest = problem(
  'idempotency_key',
  'This Idempotency-Key was used for another request; use a new key.',
)
const stillRunning = unavailable('The first request with this Idempotency-Key is still running.', 2)

/** Runs the work once for each key; `request` is whatever makes two requests the same. */
export async function onlyOnce(
  ctx: Context,
  key: string,
  request: unknown,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key.length > longestKey || !/^[\x21-\x7e]+$/.test(key))
    throw malformed(`The Idempotency-Key must have 1 to ${longestKey} visible ASCII characters.`)
  const mine = { user_id: ctx.actor.id, key }
  // Keyed, because a bare hash of a body with a card number in it could be searched for the number.
  const print = createHmac('sha256', ctx.config.appSecret).update(JSON.stringify(request)).digest('base64url')

  for (let waited = 0; waited <= patience; waited += poll) {
    if (await isFirst(ctx, mine, print)) return first(ctx, mine, work)
    const known = await requests.byKey.maybe(ctx, mine)
    if (known !== null && known.fingerprint !== print) throw otherRequest
    if (known?.status && known.answer) return { status: known.status, body: JSON.parse(known.answer) }
    await pause(poll)
  }
  throw stillRunning
}

async function isFirst(ctx: Context, mine: Key, print: string): Promise<boolean> {
  const now = ctx.clock.now()
  const held = { now, held_until: after(now, hold) }
  return (
    (await requests.begin.run(ctx, { ...mine, ...held, fingerprint: print })) === 1 ||
    (await requests.takeOver.run(ctx, { ...mine, ...held })) === 1
  )
}

/** Refusals are answers too and are kept; what went wrong on our side is not, nor is a wish to come again later. */
async function first(ctx: Context, mine: Key, work: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await work().catch(refused)
    await requests.finish.run(ctx, { ...mine, status: answer.status, answer: JSON.stringify(answer.body) })
    return answer
  } catch (error) {
    await requests.forget.run(ctx, mine)
    throw error
  }
}

function refused(error: unknown): Answer {
  if (error instanceof Problem && error.status < 500 && error.status !== 429)
    return { status: error.status, body: failure(error) }
  throw error
}

/** Forgets the kept answers of a person. */
export async function forgetRequests(tx: Transaction, userId: number): Promise<void> {
  await requests.forgetAll.run(tx, { user_id: userId })
}

/** Removes keys older than a day. */
export const sweepRepeatableRequests = defineTask<Record<string, never>>({
  kind: 'sweep_repeatable_requests',
  async handle(ctx) {
    const until = before(ctx.clock.now(), { hours: 24 })
    await sweep((most) => requests.sweep.run(ctx, { until, most }))
  },
})
