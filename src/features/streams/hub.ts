import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { type EventStream, encodeEvent } from '#http/event-stream.ts'
import { type Loop, startLoop } from '#platform/loop.ts'
import type { EventSource, Follower, Holder, StreamedEvent } from './follower.ts'

/** Milliseconds between the heartbeats of two groups. */
const beatsEvery = 1_000
/** Milliseconds between two checks of the time. */
const looksEvery = 200
/** Streams per query. */
const servedAtOnce = 100
/** Events sent to a user before other users are served. */
const sentAtOnce = 25

/** The start of a stream. */
export interface Start extends Pick<Follower, 'subject' | 'known' | 'accepts'>, Holder {}

/**
 * All streams of one kind on this instance. No messages are queued: a stream stores the newest event that its client
 * has, and on every signal, heartbeat or drained socket, newer ones are read from the source. So nothing is lost with a
 * signal, a connection or another instance.
 */
export class Hub {
  readonly #source: EventSource
  readonly #ofSubject = new Map<number, Set<Follower>>()
  readonly #ofUser = new Map<number, Set<Follower>>()
  readonly #due = new Set<Follower>()
  /** All followers in groups, one group for each heartbeat within the interval of a stream. */
  readonly #hands: Set<Follower>[]
  readonly #loop: Loop<void>
  readonly #signals: Promise<() => void>
  #turn = 0
  #nextBeat = performance.now() + beatsEvery
  #isClosed = false

  constructor({ config, log }: Pick<Context, 'config' | 'log'>, source: EventSource) {
    this.#source = source
    this.#hands = Array.from({ length: config.streamHeartbeat }, () => new Set())
    this.#loop = startLoop(log, source.name, looksEvery, () => this.#pass())
    this.#signals = source.listen(
      (subject) => this.#tell(subject),
      () => this.#tellAll(),
    )
  }

  /** Resolves when no signal can be missed. */
  async waitUntilReady() {
    await this.#signals
  }

  countStreams(userId: number): number {
    return this.#ofUser.get(userId)?.size ?? 0
  }

  /** Sends events that are newer than the known one from now on. */
  add(stream: EventStream, start: Start) {
    if (this.#isClosed) return stream.end()
    const hand = this.#hands[this.#turn++ % this.#hands.length]
    const follower: Follower = { ...start, stream, wasFull: false }
    const forget = [
      addToGroup(this.#ofUser, start.user_id, follower),
      addToGroup(this.#ofSubject, start.subject, follower),
    ]
    hand?.add(follower)
    stream.watch(
      () => {
        follower.wasFull = false
        this.#mark(follower)
      },
      () => {
        for (const remove of forget) remove()
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
    // Without a subscription there is none to end.
    const deaf = await this.#signals.catch(() => null)
    deaf?.()
  }

  #tell(subject: number) {
    for (const follower of this.#ofSubject.get(subject) ?? []) this.#mark(follower)
  }

  #tellAll() {
    for (const subject of this.#ofSubject.keys()) this.#tell(subject)
  }

  #mark(follower: Follower) {
    this.#due.add(follower)
    this.#loop.wake()
  }

  async #pass() {
    if (performance.now() >= this.#nextBeat) {
      // What clients have read while the process was busy is seen first.
      await nextTurn()
      this.#beat()
    }
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

  /** The tokens are checked after the events were read, so that nothing is sent after a token has ended. */
  async #serve(followers: Follower[]) {
    if (followers.length === 0) return
    const groups = Map.groupBy(followers, ({ subject }) => subject)
    const known = [...groups].map(([user_id, group]) => ({
      user_id,
      id: Math.min(...group.map((follower) => follower.known)),
    }))
    const news = await this.#source.read(known, sentAtOnce)
    const good = await this.#source.findValidTokens(followers)
    for (const { stream, token_id } of followers) if (!good.has(token_id)) stream.end()
    for (const [subject, { events, reached, more }] of news) {
      const group = groups.get(subject) ?? []
      for (const event of events) this.#give(group, event)
      for (const follower of group) if (!follower.stream.isFull) follower.known = Math.max(follower.known, reached)
      if (more) this.#tell(subject)
    }
  }

  #give(followers: readonly Follower[], event: StreamedEvent) {
    const frame = encodeEvent({ id: event.id, event: this.#source.event, data: event.data })
    for (const follower of followers) {
      const { stream, accepts } = follower
      if (event.id <= follower.known || stream.isFull || !stream.isOpen) continue
      if (accepts === undefined || accepts(event.type ?? '')) stream.send(frame)
      follower.known = event.id
    }
  }

  /**
   * Sends a heartbeat to the next group and reads what it may have missed. A client that has read nothing since the last
   * heartbeat is disconnected.
   */
  #beat() {
    // On schedule, unless the process was busy for so long that the next one is late too.
    const [now, scheduled] = [performance.now(), this.#nextBeat + beatsEvery]
    this.#nextBeat = scheduled > now ? scheduled : now + beatsEvery
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

/** Adds the follower to a group; returns a function that removes it. */
function addToGroup(groups: Map<number, Set<Follower>>, key: number, follower: Follower): () => void {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group.add(follower))
  return () => {
    group.delete(follower)
    if (group.size === 0 && groups.get(key) === group) groups.delete(key)
  }
}
