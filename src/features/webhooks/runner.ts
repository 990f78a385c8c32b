/** Queues changes for webhooks, and sends what is due. One that does not answer keeps no other waiting. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Context, runInTransaction } from '#context.ts'
import { Mutex } from '#core/concurrency.ts'
import { addDuration } from '#core/time.ts'
import { getLastNumber, readChanges, toReader } from '#features/changes/index.ts'
import type { RepeatedRun } from '#features/feature.ts'
import { leaseDuration } from '#platform/lease.ts'
import { type ClaimedDelivery, retriedFor, sendDelivery } from './delivery.ts'
import { deliveries } from './delivery-queries.ts'
import { webhooks } from './queries.ts'

/**
 * Requests at the same time: of all webhooks, of those that have not answered yet or fail, of those that fail, and of one
 * webhook. One account has a share of the first two.
 */
const slots = { all: 128, unproven: 32, failing: 16, each: 4, ofAccount: { all: 32, unproven: 4 } }

/** With so many deliveries waiting, no more are queued; the cursor waits. */
const maxPending = 1_000

const queuedAtOnce = 100
const webhooksAtOnce = 500

type Behind = Awaited<ReturnType<typeof webhooks.behind.all>>[number]
type Ready = Awaited<ReturnType<typeof webhooks.ready.all>>[number]

const isUnproven = ({ failures, last_delivered_at }: Ready) => failures > 0 || last_delivered_at === null

/** The deliveries of this instance. */
class Runner implements RepeatedRun {
  readonly #ctx: Context
  readonly #wake: () => void
  readonly #stopping = new AbortController()
  /** Claims are made one after the other: each counts what those before have begun. */
  readonly #claims = new Mutex()
  /** What is under way, and for which webhook. */
  readonly #work = new Map<Promise<void>, Ready>()

  constructor(ctx: Context, wake: () => void) {
    this.#ctx = ctx
    this.#wake = wake
  }

  async run() {
    await queueChanges(this.#ctx, await getLastNumber(this.#ctx))
    await this.#startDue()
  }

  async settle() {
    do await Promise.all(this.#work.keys())
    while ((await this.#startDue()) > 0 || this.#work.size > 0)
  }

  async stop() {
    this.#stopping.abort()
    await Promise.all(this.#work.keys())
  }

  /** Starts what is due and returns how much that is. */
  #startDue(): Promise<number> {
    return this.#claims.runExclusive(() => this.#claimDue())
  }

  async #claimDue(): Promise<number> {
    const now = this.#ctx.clock.now()
    const until = addDuration(now, leaseDuration)
    let started = 0
    for (const webhook of await webhooks.ready.all(this.#ctx, { now, most: webhooksAtOnce })) {
      const most = this.#countFree(webhook)
      if (most <= 0) continue
      const claimed = await deliveries.claim.all(this.#ctx, { webhook_id: webhook.id, now, until, most })
      for (const delivery of claimed) this.#start(webhook, delivery)
      started += claimed.length
    }
    return started
  }

  #countFree(webhook: Ready): number {
    const running = [...this.#work.values()]
    const ofAccount = running.filter(({ user_id }) => user_id === webhook.user_id)
    const own = ofAccount.filter(({ id }) => id === webhook.id).length
    // One that fails is only tried, until it answers again.
    const each = webhook.failures > 0 ? 1 : slots.each
    const free = [slots.all - running.length, slots.ofAccount.all - ofAccount.length, each - own]
    if (isUnproven(webhook)) {
      free.push(slots.unproven - running.filter(isUnproven).length)
      free.push(slots.ofAccount.unproven - ofAccount.filter(isUnproven).length)
    }
    // Those that fail leave places to first messages.
    if (webhook.failures > 0) free.push(slots.failing - running.filter(({ failures }) => failures > 0).length)
    return Math.min(...free)
  }

  #start(webhook: Ready, delivery: ClaimedDelivery) {
    const { log } = this.#ctx
    const attempt = sendDelivery(this.#ctx, { webhook, delivery, signal: this.#stopping.signal })
      .catch((error: unknown) => log.error({ err: error, webhook_id: webhook.id }, 'webhook delivery interrupted'))
      .finally(() => {
        this.#work.delete(attempt)
        if (!this.#stopping.signal.aborted) this.#wake()
      })
    this.#work.set(attempt, webhook)
  }
}

/** Creates the work of this instance. */
export const createRunner = (ctx: Context, wake: () => void): RepeatedRun & { settle(): Promise<void> } =>
  new Runner(ctx, wake)

/** Queues the changes that each webhook has not got yet. */
async function queueChanges(ctx: Context, last: number): Promise<void> {
  for (const webhook of await webhooks.behind.all(ctx, { last, most: webhooksAtOnce }))
    while (await queueSome(ctx, webhook)) await nextTurn()
}

/** Queues the next changes of the webhook in one transaction with its cursor. Returns whether there may be more. */
async function queueSome(ctx: Context, webhook: Behind): Promise<boolean> {
  const { id, user_id, role, types, cursor } = webhook
  const pending = await deliveries.countPending.one(ctx, { webhook_id: id, most: maxPending })
  if (pending.total >= maxPending) return false
  const reader = toReader({ id: user_id, role, scopes: null })
  const question = { reader, types: types.length === 0 ? null : new Set(types), limit: queuedAtOnce }
  const { rows, reached, last } = await readChanges(ctx, cursor, question)
  const now = ctx.clock.now()
  const queued = rows.map((change) => ({
    message_id: `msg_${id}_${change.id}`,
    type: change.type,
    payload: JSON.stringify({ type: change.type, timestamp: change.occurred_at, data: change }),
  }))
  const moved = await runInTransaction(ctx, async (tx) => {
    if ((await webhooks.moveCursor.run(tx, { id, from: cursor, to: reached })) === 0) return false
    const give_up_at = addDuration(now, retriedFor)
    if (queued.length > 0) await deliveries.add.all(tx, { webhook_id: id, rows: queued, now, give_up_at })
    return true
  })
  webhook.cursor = reached
  return moved && reached < last
}
