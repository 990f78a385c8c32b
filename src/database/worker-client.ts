/**
 * Runs functions that compute for long in worker threads, off the event loop. Each thread reads the database through a
 * connection of its own, and the state of its modules lives from one job to the next.
 */

import type { Piscina } from 'piscina'
import { ignoreError, recordIgnored } from '#core/ignored-errors.ts'
import { isMemoryScarce, youngGenerationMb } from '#core/low-memory.ts'
import { Problem } from '#core/problem.ts'
import { describeModule, type FunctionName, type ResultOf } from '#core/worker-module.ts'
import { createWorkerPool, type WorkerPool } from '#core/worker-pool.ts'
import type { Sentence } from '#language/sentence.ts'
import type { Database, WorkerJob } from './database.ts'
import { workerThreads } from './worker-threads.ts'

/** Where the thread finds the database; with the memory of the lock, a thread of the embedded engine writes. */
export type DatabaseLocation = { path: string; lockMemory?: SharedArrayBuffer } | { url: string }

/** The result of a job. A `Problem` loses its class between threads, so it is sent as plain values. */
export type JobResult = { value: unknown } | { problem: { status: number; sentence: Sentence; retryAfter?: number } }

/** Jobs that run at one time in a thread; further jobs wait. */
const maxConcurrentJobs = 16
/** A thread without jobs ends after this time and returns its memory. */
const idleTimeoutMs = 60_000
/**
 * The limit of the heap of a thread. V8 lets a heap with this one grow to 1.6 times what it holds before it collects, and one with the limit of
 * a large machine to four times (docs/decisions/0035-memory.md). Where memory is scarce, V8 chooses a smaller one.
 */
const maxHeapMb = 1_024
/** The one that writes is busy after each change, and soon has nothing to do. */
const idleWriterTimeoutMs = 20_000

export interface WorkerClient {
  run: Database['runInWorker']
  close(): Promise<void>
}

/** The first thread starts with the first job, another one when every thread has a job. */
export const createWorkerClient = (location: DatabaseLocation): WorkerClient =>
  createClient(() => {
    const pool = createPool(location, {
      maxThreads: workerThreads,
      concurrentTasksPerWorker: maxConcurrentJobs,
      loadBalancer: chooseThread,
      idleTimeout: idleTimeoutMs,
    })
    // The next job starts another thread.
    pool.onError(ignoreError('worker thread of the database'))
    return pool
  })

/** A thread that writes, one job after the other. `onDeath` is called when it ends with an error. */
export const createWritingThread = (location: DatabaseLocation, onDeath?: () => void): WorkerClient =>
  createClient(() => {
    const pool = createPool(location, { maxThreads: 1, concurrentTasksPerWorker: 1, idleTimeout: idleWriterTimeoutMs })
    pool.onError((error) => {
      recordIgnored('writing thread of the database', error)
      onDeath?.()
    })
    return pool
  })

function createClient(createOwnPool: () => JobPool): WorkerClient {
  let pool: JobPool | undefined
  return {
    async run<Functions, Name extends FunctionName<Functions>>({ module, name, input }: WorkerJob<Functions, Name>) {
      pool ??= createOwnPool()
      const result = await pool.run('runJob', { module: module.url.href, name, input })
      if ('value' in result) return result.value as ResultOf<Functions, Name>
      const { status, sentence, ...details } = result.problem
      throw new Problem(status, sentence, details)
    },
    async close() {
      await pool?.close()
    },
  }
}

type LoadBalancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>

/**
 * Returns the thread with the fewest jobs. Returns null, so that another thread is started, while each has a job and more
 * may run: otherwise a thread would get `maxConcurrentJobs` before the next one starts, and a short job would wait for a
 * long one.
 */
const chooseThread: LoadBalancer = (_job, threads) => {
  const [leastBusy] = threads.toSorted((a, b) => a.currentUsage - b.currentUsage)
  if (leastBusy === undefined) return null
  if (leastBusy.currentUsage > 0 && threads.length < workerThreads) return null
  return leastBusy.currentUsage < maxConcurrentJobs ? leastBusy : null
}

type JobPool = WorkerPool<typeof import('./worker.ts')>

const createPool = (location: DatabaseLocation, options: Parameters<typeof createWorkerPool>[1]): JobPool =>
  createWorkerPool(describeModule(new URL('./worker.ts', import.meta.url)), {
    ...options,
    workerData: location,
    resourceLimits: {
      maxYoungGenerationSizeMb: youngGenerationMb,
      ...(isMemoryScarce ? {} : { maxOldGenerationSizeMb: maxHeapMb }),
    },
    // With atomics the thread would not serve its sockets while it waits for the next job.
    atomics: 'disabled',
  })
