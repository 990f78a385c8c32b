/**
 * Runs a request once per `Idempotency-Key`: a repeated request with the same key and body gets the stored answer of
 * the first one. A key belongs to one user and is stored for 24 hours
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header).
 *
 * The answer is stored after the work. If the process dies in between, or the disk is full, a repeated request must
 * not do the work again. Therefore each transaction of the work also reserves the key for its whole lifetime, and a
 * repeated request that finds a reserved key without an answer is refused.
 *
 * A repetition of a running request waits in memory (`running-requests.ts`), and reads once when that has ended.
 */

import { createHmac } from 'node:crypto'
import type { Context, Transaction } from '#context.ts'
import { createFieldProblem, createMalformedRequest, ensure } from '#core/problem.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { prepare } from '#database/query/prepare.ts'
import { fill } from '#language/sentence.ts'
import {
  beginRunningRequest,
  findRunningRequest,
  type Key,
  type RunningRequest,
  waitForInstance,
  waitForRequest,
} from './running-requests.ts'
import { deleteExpired } from './sweep.ts'
import { defineTask } from './tasks.ts'

/** An HTTP status and the JSON body. */
export interface Answer {
  status: number
  body: object
}

type Work = (ctx: Context) => Promise<Answer>

const requests = {
  begin: prepare((q, p: Key & { fingerprint: string; now: string; held_until: string }) =>
    q
      .insertInto('idempotency_keys')
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

  forgetOld: prepare((q, p: Key & { until: string }) =>
    q
      .deleteFrom('idempotency_keys')
      .where('user_id', '=', p.user_id)
      .where('key', '=', p.key)
      .where('created_at', '<', p.until),
  ),

  /** Takes the key over from a process that died before its first commit. */
  takeOver: prepare((q, p: Key & { now: string; held_until: string }) =>
    q
      .updateTable('idempotency_keys')
      .set({ held_until: p.held_until })
      .where('user_id', '=', p.user_id)
      .where('key', '=', p.key)
      .where('status', 'is', null)
      .where('held_until', '<=', p.now),
  ),

  reserve: prepare((q, p: Key & { held_until: string }) =>
    q
      .updateTable('idempotency_keys')
      .set({ held_until: p.held_until })
      .where('user_id', '=', p.user_id)
      .where('key', '=', p.key),
  ),

  byKey: prepare((q, p: Key) =>
    q
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'status', 'answer', 'created_at', 'held_until'])
      .where('user_id', '=', p.user_id)
      .where('key', '=', p.key),
  ),

  finish: prepare((q, p: Key & { status: number; answer: string }) =>
    q
      .updateTable('idempotency_keys')
      .set({ status: p.status, answer: p.answer })
      .where('user_id', '=', p.user_id)
      .where('key', '=', p.key),
  ),

  forget: prepare((q, p: Key) =>
    q.deleteFrom('idempotency_keys').where('user_id', '=', p.user_id).where('key', '=', p.key),
  ),

  forgetAll: prepare((q, p: { user_id: number }) => q.deleteFrom('idempotency_keys').where('user_id', '=', p.user_id)),

  sweep: prepare((q, p: { until: string; most: number }) => {
    const old = q.selectFrom('idempotency_keys').select('id').where('created_at', '<', p.until)
    return q.deleteFrom('idempotency_keys').where('id', 'in', old.orderBy('created_at').limit(p.most))
  }),
}

const maxKeyLength = 255
/** How long a process may work before its first commit. */
const leaseDuration = { minutes: 2 }
const keyLifetime = { hours: 24 }

const otherRequest = createFieldProblem(
  'idempotency_key',
  'This Idempotency-Key was used for another request; use a new key.',
)
const answerLost = createFieldProblem(
  'idempotency_key',
  'The request with this Idempotency-Key was carried out, but its answer was lost; look what it did before you send another.',
)

/**
 * Runs the work once per key and returns its answer, or the stored one. Two requests are the same when `request` has
 * the same JSON. The work must use the context that it receives, because its transactions reserve the key. A work that
 * throws is not stored and may be repeated.
 *
 * Throws 400 for a malformed key, 422 for a key that was used for another request or whose answer was lost, 409 while
 * the first request is running and enough repetitions wait for it, and 503 when it takes too long.
 */
export async function runIdempotent(ctx: Context, key: string, request: unknown, work: Work): Promise<Answer> {
  if (key.length > maxKeyLength || !/^[\x21-\x7e]+$/.test(key))
    throw createMalformedRequest(
      fill('The Idempotency-Key must have 1 to {most} visible ASCII characters.', { most: maxKeyLength }),
    )
  const mine = { user_id: ctx.actor.id, key }
  // A plain hash of a body with a card number could be searched for the number; this one needs the secret.
  const fingerprint = createHmac('sha256', ctx.config.appSecret).update(JSON.stringify(request)).digest('base64url')

  for (;;) {
    const running = findRunningRequest(ctx, mine)
    if (running !== null) {
      ensure(running.fingerprint === fingerprint, otherRequest)
      await waitForRequest(ctx, mine, running)
    }
    const known = await findKnown(ctx, mine)
    if (known !== null) {
      ensure(known.fingerprint === fingerprint, otherRequest)
      if (known.status && known.answer) return { status: known.status, body: JSON.parse(known.answer) }
      ensure(!isLost(known.held_until, ctx.clock.now()), answerLost)
    }
    // Another one may have begun meanwhile.
    const answer = findRunningRequest(ctx, mine) === null ? await runOrWait(ctx, mine, fingerprint, work) : null
    if (answer !== null) return answer
  }
}

/** A key ends by its age, whether or not it was swept. */
async function findKnown(ctx: Context, mine: Key) {
  const known = await requests.byKey.maybe(ctx, mine)
  return known === null || known.created_at < subtractDuration(ctx.clock.now(), keyLifetime) ? null : known
}

/** Runs the work if it is free; otherwise waits for the instance that runs it, and returns null. */
async function runOrWait(ctx: Context, mine: Key, fingerprint: string, work: Work): Promise<Answer | null> {
  const held = { fingerprint, held_until: addDuration(ctx.clock.now(), leaseDuration) }
  const request = beginRunningRequest(ctx, mine, held)
  try {
    if (await claimKey(ctx, mine, held)) return await runFirst(ctx, mine, work)
    await waitForInstance(ctx, mine, request, async () => !(await isRunning(ctx, mine)))
    return null
  } finally {
    request.end()
  }
}

async function claimKey(
  ctx: Context,
  mine: Key,
  held: Pick<RunningRequest, 'fingerprint' | 'held_until'>,
): Promise<boolean> {
  const now = ctx.clock.now()
  const until = subtractDuration(now, keyLifetime)
  const begin = async () => (await requests.begin.run(ctx, { ...mine, ...held, now })) === 1
  return (
    (await begin()) ||
    ((await requests.forgetOld.run(ctx, { ...mine, until })) === 1 && (await begin())) ||
    (await requests.takeOver.run(ctx, { ...mine, held_until: held.held_until, now })) === 1
  )
}

/** Returns whether a process is at work that has not ended without an answer. */
async function isRunning(ctx: Context, mine: Key): Promise<boolean> {
  const known = await findKnown(ctx, mine)
  const now = ctx.clock.now()
  return known !== null && known.status === null && known.held_until > now && !isLost(known.held_until, now)
}

/** True when a commit reserved the key so long ago that its process must have ended without an answer. */
const isLost = (heldUntil: string, now: string) =>
  heldUntil > addDuration(now, leaseDuration) &&
  subtractDuration(heldUntil, keyLifetime) < subtractDuration(now, leaseDuration)

async function runFirst(ctx: Context, mine: Key, work: Work): Promise<Answer> {
  const answer = await runAndRelease(ctx, mine, work)
  const stored = { ...mine, status: answer.status, answer: JSON.stringify(answer.body) }
  await requests.finish.run(ctx, stored).catch((error: unknown) => {
    // The work is committed and its caller gets the answer; only a repeated request will not.
    ctx.log.error({ err: error }, 'idempotent response not stored')
  })
  return answer
}

async function runAndRelease(ctx: Context, mine: Key, work: Work): Promise<Answer> {
  try {
    return await work(reservingKey(ctx, mine))
  } catch (error) {
    await requests.forget.run(ctx, mine)
    throw error
  }
}

/** Returns a context whose every transaction also reserves the key, so that no other request takes it over. */
function reservingKey(ctx: Context, mine: Key): Context {
  const transaction: Context['db']['transaction'] = (work) =>
    ctx.db.transaction(async (connection) => {
      const result = await work(connection)
      await requests.reserve.run({ db: connection }, { ...mine, held_until: addDuration(ctx.clock.now(), keyLifetime) })
      return result
    })
  return { ...ctx, db: { ...ctx.db, transaction } }
}

/** Deletes the stored answers of a user. */
export async function deleteIdempotencyKeys(tx: Transaction, userId: number): Promise<void> {
  await requests.forgetAll.run(tx, { user_id: userId })
}

/** Deletes keys older than 24 hours. */
export const sweepIdempotencyKeys = defineTask<Record<string, never>>({
  kind: 'sweep_idempotency_keys',
  async handle(ctx) {
    const until = subtractDuration(ctx.clock.now(), keyLifetime)
    await deleteExpired((most) => requests.sweep.run(ctx, { until, most }))
  },
})
