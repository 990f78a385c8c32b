/**
 * The turn to write, for the two writers of one process: its own connection, and that of the thread that writes. SQLite alone would let a
 * writer try again at random times, so that one of them starves. Other processes still meet at the lock of SQLite itself.
 */

import { createUnavailable } from '#core/problem.ts'

// The fields in the shared memory.
const owner = 0
/** Whether the thread waits for its turn. */
const threadWaits = 1
/** How often the process has wanted to write. */
const requests = 2
const fields = 3

// The owners.
const free = 0
const ownProcess = 1
const ownThread = 2

/** How long one wait lasts, after which it looks once more: the thread may have died. */
const waitedAtOnceMs = 100

export const createLockMemory = () => new SharedArrayBuffer(fields * Int32Array.BYTES_PER_ELEMENT)

/** The side of the process, which never blocks its event loop. */
export class ProcessWriteLock {
  readonly #memory: Int32Array<SharedArrayBuffer>

  constructor(memory: SharedArrayBuffer) {
    this.#memory = new Int32Array(memory)
  }

  /** Resolves when it is the turn of the process. Throws 503 after the deadline, in milliseconds since 1970. */
  async acquire(deadline: number): Promise<void> {
    Atomics.add(this.#memory, requests, 1)
    for (;;) {
      const holder = Atomics.compareExchange(this.#memory, owner, free, ownProcess)
      if (holder === free) return
      if (Date.now() > deadline) throw createUnavailable('The database is busy, please try again.', 1)
      await Atomics.waitAsync(this.#memory, owner, holder, waitedAtOnceMs).value
    }
  }

  /** Ends the turn of the process. The next one is the thread's if it waits, which limits its share itself. */
  release() {
    const next = Atomics.load(this.#memory, threadWaits) === 1 ? ownThread : free
    Atomics.store(this.#memory, owner, next)
    Atomics.notify(this.#memory, owner)
  }

  /** Ends the turn of a thread that is gone. */
  releaseForThread() {
    Atomics.store(this.#memory, threadWaits, 0)
    Atomics.compareExchange(this.#memory, owner, ownThread, free)
    Atomics.notify(this.#memory, owner)
  }
}

/** The side of the thread. */
export class ThreadWriteLock {
  readonly #memory: Int32Array<SharedArrayBuffer>
  #knownRequests = 0

  constructor(memory: SharedArrayBuffer) {
    this.#memory = new Int32Array(memory)
  }

  /** Blocks the thread until it is its turn. */
  acquire() {
    for (;;) {
      if (Atomics.compareExchange(this.#memory, owner, free, ownThread) === free) break
      Atomics.store(this.#memory, threadWaits, 1)
      Atomics.wait(this.#memory, owner, ownProcess, waitedAtOnceMs)
      if (Atomics.load(this.#memory, owner) === ownThread) break
    }
    Atomics.store(this.#memory, threadWaits, 0)
  }

  release() {
    Atomics.store(this.#memory, owner, free)
    Atomics.notify(this.#memory, owner)
  }

  /** Returns whether the process has wanted to write since this was asked before. */
  hasNewRequests(): boolean {
    const seen = Atomics.load(this.#memory, requests)
    const known = this.#knownRequests
    this.#knownRequests = seen
    return seen !== known
  }
}
