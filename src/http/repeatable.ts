/**
 * `Idempotency-Key`: a POST that is sent again with the same key and body gets the answer of the first one. The key
 * belongs to its user and is kept for 24 hours.
 *
 * The answer is written after the work. A process that dies in between, or a full disk, would let a repetition do the
 * work again; so each transaction of the work also holds the key for the rest of its life, and a repetition that finds
 * no answer is refused.
 */

import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sweep } from '#background/sweep.ts'
import { defineTask } from '#background/tasks.ts'
import type { Context, Transaction } from '#context.ts'
import { fieldProblem, malformedRequest, Problem, unavailable } from '#core/problem.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { prepare } from '#database/prepare.ts'
import { failure } from './envelope.ts'

/** What was answered: a status and an envelope. */
export interface Answer {
  status: number
  body: object
}

type Work = (ctx: Context) => Promise<Answer>

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

  /** Takes over from a process that died before it had changed anything. */
  takeOver: prepare((q, p: Key & { now: string; held_until: string }) =>
    q
      .updateTable('repeatable_requests')
      .set({ held_until: p.held_until })
      .where('user_id', '=', p.user_id)
      .where('key', '=', p.key)
      .where('status', 'is', null)
      .where('held_until', '<=', p.now),
  ),

  holdOn: prepare((q, p: Key & { held_until: string }) =>
    q
      .updateTable('repeatable_requests')
      .set({ held_until: p.held_until })
      .where('user_id', '=', p.user_id)
      .where('key', '=', p.key),
  ),

  byKey: prepare((q, p: Key) =>
    q
      .selectFrom('repeatable_requests')
      .select(['fingerprint', 'status', 'answer', 'held_until'])
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
/** How long a process that has changed nothing yet may take. */
const hold = { minutes: 2 }
const lifetime = { hours: 24 }
const poll = 50
/** How long a repetition waits for the first one's answer, in milliseconds. */
const patience = 30_000

const otherRequest = fieldProblem(
  'idempotency_key',
  'This Idempotency-Key was used for another request; use a new key.',
)
const answerLost = fieldProblem(
  'idempotency_key',
  'The request with this Idempotency-Key was carried out, but its answer was lost; look what it did before you send another.',
)
const stillRunning = unavailable('The first request with this Idempotency-Key is still running.', 2)

/**
 * Runs the work once for each key; `request` is whatever makes two requests the same. The work uses the context it is
 * given, whose transactions hold the key.
 */
export async function onlyOnce(ctx: Context, key: string, request: unknown, work: Work): Promise<Answer> {
  if (key.length > longestKey || !/^[\x21-\x7e]+$/.test(key))
    throw malformedRequest(`The Idempotency-Key must have 1 to ${longestKey} visible ASCII characters.`)
  const mine = { user_id: ctx.actor.id, key }
  // Keyed, because a bare hash of a body with a card number in it could be searched for the number.
  const print = createHmac('sha256', ctx.config.appSecret).update(JSON.stringify(request)).digest('base64url')

  for (let waited = 0; waited <= patience; waited += poll) {
    if (await isFirst(ctx, mine, print)) return first(ctx, mine, work)
    const known = await requests.byKey.maybe(ctx, mine)
    if (known !== null && known.fingerprint !== print) throw otherRequest
    if (known?.status && known.answer) return { status: known.status, body: JSON.parse(known.answer) }
    if (known !== null && isLost(known.held_until, ctx.clock.now())) throw answerLost
    await pause(poll)
  }
  throw stillRunning
}

async function isFirst(ctx: Context, mine: Key, print: string): Promise<boolean> {
  const now = ctx.clock.now()
  const held = { now, held_until: addDuration(now, hold) }
  return (
    (await requests.begin.run(ctx, { ...mine, ...held, fingerprint: print })) === 1 ||
    (await requests.takeOver.run(ctx, { ...mine, ...held })) === 1
  )
}

/** Whether something was changed, longer ago than anybody takes to answer. */
const isLost = (heldUntil: string, now: string) =>
  heldUntil > addDuration(now, hold) && subtractDuration(heldUntil, lifetime) < subtractDuration(now, hold)

async function first(ctx: Context, mine: Key, work: Work): Promise<Answer> {
  const answer = await answerOf(ctx, mine, work)
  const kept = { ...mine, status: answer.status, answer: JSON.stringify(answer.body) }
  await requests.finish.run(ctx, kept).catch((error: unknown) => {
    // What is done is done, and its caller is told so; only a repetition cannot be answered.
    ctx.log.error({ err: error }, 'an answer could not be kept')
  })
  return answer
}

/** Refusals are answers too and are kept; what went wrong on our side is not, nor is a wish to come again later. */
async function answerOf(ctx: Context, mine: Key, work: Work): Promise<Answer> {
  try {
    return await work(holding(ctx, mine)).catch(refused)
  } catch (error) {
    await requests.forget.run(ctx, mine)
    throw error
  }
}

/** A context whose every transaction says, together with what it changes, that there is no taking over any more. */
function holding(ctx: Context, mine: Key): Context {
  const transaction: Context['db']['transaction'] = (work) =>
    ctx.db.transaction(async (connection) => {
      const result = await work(connection)
      await requests.holdOn.run(
        { db: connection },
        { ...mine, held_until: addDuration(ctx.clock.now(), lifetime) },
      )
      return result
    })
  return { ...ctx, db: { ...ctx.db, transaction } }
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
    const until = subtractDuration(ctx.clock.now(), lifetime)
    await sweep((most) => requests.sweep.run(ctx, { until, most }))
  },
})
