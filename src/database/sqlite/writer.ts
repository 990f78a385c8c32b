/**
 * Runs changes one after the other, and commits those that arrive together at once.
 *
 * A commit writes each changed page into the log. Changes that arrive in the same turn of the event loop change mostly the
 * same pages, so each of them is a savepoint within one transaction. Measured: 32 clients that create job posts, each in a
 * commit of its own, spend a fifth of the processor time in commits.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { createUnavailable } from '#core/problem.ts'
import { isBusy, type SqliteConnection, toDatabaseError } from './connection.ts'
import type { ProcessWriteLock } from './write-lock.ts'

/** The most changes of one commit, so that none waits long for those after it. */
const maxAtOnce = 64

interface QueuedChange {
  work: () => Promise<unknown>
  /** When it gives up waiting for another process, in milliseconds since 1970. */
  deadline: number
  /** Whether it needs that no transaction is open. */
  isAlone: boolean
  resolve(value: unknown): void
  reject(error: unknown): void
}

interface FinishedChange {
  change: QueuedChange
  value: unknown
}

export class Writer {
  readonly #connection: SqliteConnection
  readonly #lock: ProcessWriteLock
  readonly #waiting: QueuedChange[] = []
  #isRunning = false

  constructor(connection: SqliteConnection, lock: ProcessWriteLock) {
    this.#connection = connection
    this.#lock = lock
  }

  /** Runs the work in a transaction, or in a part of one that fails alone. Resolves when it is committed. */
  change<T>(work: () => Promise<T>, deadline: number): Promise<T> {
    return this.#enqueue(work, deadline, false)
  }

  /** Runs the work while no transaction is open. */
  runAlone<T>(work: () => Promise<T>): Promise<T> {
    return this.#enqueue(work, 0, true)
  }

  #enqueue<T>(work: () => Promise<T>, deadline: number, isAlone: boolean): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    // The change before it may run the work, which still belongs to the trace of its own request.
    const ownWork = AsyncLocalStorage.bind(work)
    this.#waiting.push({ work: ownWork, deadline, isAlone, resolve: (value) => resolve(value as T), reject })
    // It never rejects: each change has its own error.
    if (!this.#isRunning) void this.#runWaiting()
    return promise
  }

  async #runWaiting() {
    this.#isRunning = true
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const { isAlone, deadline } = first
      try {
        await this.#lock.acquire(isAlone ? Number.POSITIVE_INFINITY : deadline)
      } catch (error) {
        this.#waiting.shift()?.reject(error)
        continue
      }
      try {
        if (isAlone) await this.#runNextAlone()
        else await this.#commitTogether(deadline)
      } finally {
        this.#lock.release()
      }
    }
    this.#isRunning = false
  }

  async #runNextAlone() {
    const next = this.#waiting.shift()
    await next?.work().then(next.resolve, next.reject)
  }

  async #commitTogether(deadline: number) {
    const finished: FinishedChange[] = []
    try {
      await retryWhileBusy(() => this.#connection.exec('BEGIN IMMEDIATE'), deadline)
    } catch (error) {
      this.#waiting.shift()?.reject(error)
      return
    }
    try {
      this.#connection.removeNewStatistics()
      // Changes that fail count too, so that many of them do not delay those that have succeeded.
      for (let begun = 1; begun <= maxAtOnce && this.#canTakeNext(); begun++) {
        await this.#runPart(this.#waiting.shift(), finished)
        // Requests of this turn of the event loop that have not come so far join.
        if (!this.#canTakeNext()) await nextTurn()
      }
      this.#connection.exec('COMMIT')
    } catch (error) {
      this.#rollBack()
      for (const { change } of finished) change.reject(toDatabaseError(error))
      return
    }
    for (const { change, value } of finished) change.resolve(value)
  }

  /** Returns whether the next change can join the commit. */
  #canTakeNext(): boolean {
    return this.#waiting[0]?.isAlone === false
  }

  /** Runs a change. If it fails, it is undone alone. Throws if SQLite has undone the whole transaction. */
  async #runPart(change: QueuedChange | undefined, finished: FinishedChange[]) {
    if (change === undefined) return
    try {
      this.#connection.exec('SAVEPOINT part')
      const value = await change.work()
      this.#connection.exec('RELEASE part')
      finished.push({ change, value })
    } catch (error) {
      change.reject(toDatabaseError(error))
      // As it does when the disk is full.
      if (!this.#connection.isInTransaction) throw error
      this.#connection.exec('ROLLBACK TO part')
      this.#connection.exec('RELEASE part')
    }
  }

  #rollBack() {
    try {
      if (this.#connection.isInTransaction) this.#connection.exec('ROLLBACK')
    } catch {
      // SQLite has already undone it.
    }
  }
}

/** Retries while another process holds the database, without blocking the event loop. */
export async function retryWhileBusy(work: () => void, deadline: number): Promise<void> {
  for (;;) {
    try {
      work()
      return
    } catch (error) {
      if (!isBusy(error)) throw toDatabaseError(error)
      if (Date.now() > deadline) throw createUnavailable('The database is busy, please try again.', 1)
      await pause(1 + Math.random() * 10)
    }
  }
}
