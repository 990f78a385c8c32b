/**
 * A thread beside the event loop, for answers that need much computing: it reads the database by a connection of its
 * own, and what its modules remember stays there for the next question.
 */

import { Piscina } from 'piscina'
import { Problem } from '#core/problem.ts'
import type { Question } from './database.ts'

/** Where the thread finds the database. */
export type Place = { path: string } | { url: string }

/** A `Problem` loses its kind on the way between threads, so it travels as plain values. */
export type Outcome =
  | { value: unknown }
  | { refused: { status: number; message: string; retryAfter?: number } }

/** Questions under way at one moment; the others wait. */
const mostQuestions = 16
/** A thread that nobody asks anything ends, and gives its memory back, after this many milliseconds. */
const idleTimeout = 10 * 60_000

export interface Thread {
  ask<T>(question: Question): Promise<T>
  close(): Promise<void>
}

/** Starts at the first question. It is one thread, because each would remember the same. */
export function createThread(place: Place): Thread {
  let pool: Piscina | undefined
  return {
    async ask<T>({ module, name, given }: Question) {
      pool ??= createPool(place)
      const outcome: Outcome = await pool.run({ module: module.href, name, given }, { name: 'answer' })
      if ('value' in outcome) return outcome.value as T
      const { status, message, ...details } = outcome.refused
      throw new Problem(status, message, details)
    },
    async close() {
      await pool?.destroy()
    },
  }
}

function createPool(place: Place): Piscina {
  const pool = new Piscina({
    filename: new URL('./thread-worker.ts', import.meta.url).href,
    workerData: place,
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: mostQuestions,
    idleTimeout,
    // A thread that waits for the next question this way takes no look at its sockets.
    atomics: 'disabled',
  })
  // The next question starts another thread; without a listener, the end of this one would end the process.
  pool.on('error', () => undefined)
  return pool
}
