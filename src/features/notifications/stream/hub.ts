import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { type EventStream, encodeEvent } from '#http/event-stream.ts'
import { type Loop, startLoop } from '#platform/loop.ts'
import { notifications } from '../notifications/queries.ts'
import type { Follower, GoodTokens, Holder } from './follower.ts'

/** Milliseconds between the heartbeats of two groups. */
const beatsEvery = 1_000
/** Milliseconds between two checks of the time. */
const looksEvery = 200
/** Streams per query. */
const servedAtOnce = 100
/** Notifications sent to a user before other users are served. */
const sentAtOnce = 25

/**
 * All streams of this instance. No messages are queued: a stream stores the newest notification that its client has,
 * and on every signal, heartbeat or drained socket, newer ones are read from the database. So nothing is lost with a
 * signal, a connection or another instance.
 */
export class Hub {
  readonly #ctx: Context
  readonly #goodTokens: GoodTokens
  readonly #ofUser = new Map<number, Set<Follower>>()
  readonly #due = new Set<Follower>()
  /** All followers in groups, one group for each heartbeat within the interval of a stream. */
  readonly #hands: Set<Follower>[]
  readonly #loop: Loop<void>
  readonly #signals: Promise<() => void>
  #turn = 0
  #nextBeat = performance.now() + beatsEvery
  #isClosed = false

  constructor(ctx: Context, goodTokens: GoodTokens) {
    this.#ctx = ctx
    this.#goodTokens = goodTokens
    this.#hands = Array.from({ length: ctx.config.streamHeartbeat }, () => new Set())
    this.#loop = startLoop(ctx.log, 'notification streams', looksEvery, () => this.#pass())
    this.#signals = ctx.db.signals.subscribe((userId) => this.#tell(userId))
  }

  /** Resolves when no signal can be missed. */
  async waitUntilReady() {
    await this.#signals
  }

  countStreams(userId: number): number {
    return this.#ofUser.get(userId)?.size ?? 0
  }

  /** Sends notifications that are newer than the given one from now on. */
  add(stream: EventStream, holder: Holder, known: number) {
    if (this.#isClosed) return stream.end()
    const hand = this.#hands[this.#turn++ % this.#hands.length]
    const follower: Follower = { ...holder, stream, known, wasFull: false }
    const mine = this.#ofUser.get(holder.user_id) ?? new Set()
    this.#ofUser.set(holder.user_id, mine.add(follower))
    hand?.add(follower)
    stream.watch(
      () => this.#mark(follower),
      () => {
        mine.delete(follower)
        if (mine.size === 0) this.#ofUser.delete(holder.user_id)
        hand?.delete(follower)
        this.#due.delete(follower)
      },
    )
    this.#mark(follower)
  }

  async close() {
    this.#isClosed = true
    for (const hand of this.#hands) for (const { stream } of hand) stream.end()
    await this.#loop.stop()
    const deaf = await this.#signals.catch(() => null)
    deaf?.()
  }

  #tell(userId: number) {
    for (const follower of this.#ofUser.get(userId) ?? []) this.#mark(follower)
  }

  #mark(follower: Follower) {
    this.#due.add(follower)
    this.#loop.wake()
  }

  async #pass() {
    if (performance.now() >= this.#nextBeat) this.#beat()
    while (this.#due.size > 0 && !this.#isClosed) {
      const some = [...this.#due].slice(0, servedAtOnce)
      for (const follower of some) this.#due.delete(follower)
      try {
        await this.#serve(some.filter(({ stream }) => stream.isOpen && !stream.isFull))
      } catch (error) {
        for (const follower of some) this.#due.add(follower)
        throw error
      }
      // On SQLite all of this may run without yielding to the event loop.
      await nextTurn()
    }
  }

  /** The tokens are checked after the notifications were read, so that nothing is sent after a token has ended. */
  async #serve(followers: Follower[]) {
    const groups = Map.groupBy(followers, ({ user_id }) => user_id)
    const known = [...groups].map(([user_id, group]) => ({
      user_id,
      id: Math.min(...group.map((follower) => follower.known)),
    }))
    const news = await notifications.after.all(this.#ctx, { known, most: sentAtOnce })
    const good = await this.#goodTokens(this.#ctx, [...new Set(followers.map(({ token_id }) => token_id))])
    for (const { stream, token_id } of followers) if (!good.has(token_id)) stream.end()

    for (const { user_id, ...item } of news) {
      const frame = encodeEvent({ id: item.id, event: 'notification', data: item })
      for (const follower of groups.get(user_id) ?? []) give(follower, item.id, frame)
    }
    for (const [userId, { length }] of Map.groupBy(news, ({ user_id }) => user_id))
      if (length === sentAtOnce) this.#tell(userId)
  }

  /**
   * Sends a heartbeat to the next group and reads what it may have missed. A client that still has not read the last
   * heartbeat is disconnected.
   */
  #beat() {
    // On schedule, unless the process was suspended.
    this.#nextBeat = Math.max(this.#nextBeat + beatsEvery, performance.now())
    const hand = this.#hands.shift()
    if (hand === undefined) return
    this.#hands.push(hand)
    for (const follower of hand) {
      const { stream } = follower
      if (stream.isFull && follower.wasFull) stream.drop()
      follower.wasFull = stream.isFull
      if (stream.isFull) continue
      stream.sendHeartbeat()
      this.#due.add(follower)
    }
  }
}

function give(follower: Follower, id: number, frame: string) {
  const { stream } = follower
  if (id <= follower.known || stream.isFull || !stream.isOpen) return
  stream.send(frame)
  follower.known = id
}
