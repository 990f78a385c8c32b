/**
 * Copies the write-ahead log into the database file when it has become long, in a thread of its own, so that a copy waits
 * for no long read.
 */

import { statSync } from 'node:fs'
import { recordIgnored } from '#core/ignored-errors.ts'
import { youngGenerationMb } from '#core/low-memory.ts'
import { describeModule } from '#core/worker-module.ts'
import { createWorkerPool, type WorkerPool } from '#core/worker-pool.ts'
import type { LogState } from '../database.ts'
import type { SqliteConnection } from './connection.ts'
import type { LogCopy } from './worker.ts'
import type { Writer } from './writer.ts'

/** The functions of the worker threads of this engine. */
export const sqliteWorker = describeModule<typeof import('./worker.ts')>(new URL('./worker.ts', import.meta.url))

/** With more pages (4 KB) in the write-ahead log, the thread copies them into the database file. */
const checkpointPages = 4_000
/** With more pages, writers wait for the copy and for the reads that still need the log, so that it can be emptied. */
const exclusiveCheckpointPages = 12_000

/** Milliseconds between two checks of the size of the log, while there are commits; a check takes as long as half a small change. */
const checkIntervalMs = 50

export class Checkpoints implements LogState {
  readonly #path: string
  readonly #maxWaitMs: number
  readonly #reader: SqliteConnection
  readonly #writer: Writer
  readonly #thread: WorkerPool<typeof import('./worker.ts')>
  #running: Promise<void> | null = null
  #nextCheckAt = 0
  #exclusiveFrom = exclusiveCheckpointPages
  #failures = 0
  #lastCopy: number | null = null

  /** Writers wait at most `maxWaitMs` for reads that hold the log. */
  constructor(path: string, reader: SqliteConnection, writer: Writer, maxWaitMs: number) {
    this.#path = path
    this.#maxWaitMs = maxWaitMs
    this.#reader = reader
    this.#writer = writer
    this.#thread = createWorkerPool(sqliteWorker, {
      workerData: { path },
      maxThreads: 1,
      idleTimeout: 30_000,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    })
  }

  get bytes() {
    return statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  }

  get lastCopy() {
    return this.#lastCopy
  }

  get failedCopies() {
    return this.#failures
  }

  /** Checks the log after a commit, time and again. A failed copy loses nothing, because a later commit tries again. */
  consider() {
    const now = performance.now()
    if (now < this.#nextCheckAt || this.#running !== null) return
    this.#nextCheckAt = now + checkIntervalMs
    const { pages, copied } = this.#reader.log()
    if (pages - copied < checkpointPages) return
    this.#running = this.#copy()
      .catch((error: unknown) => this.#noteFailure(error))
      .finally(() => {
        this.#running = null
      })
  }

  /** Resolves when no copy is running. */
  async close() {
    await this.#running
    await this.#thread.close()
  }

  async #copy() {
    await this.#runCopy('PASSIVE')
    this.#lastCopy = Date.now()
    // Read now, because much may have been written meanwhile.
    const { pages } = this.#reader.log()
    if (pages < this.#exclusiveFrom) return
    const isEmpty = await this.#writer.runAlone(() => this.#runCopy('TRUNCATE'))
    // Writers have waited for a long read in vain, so they are not held again at once.
    this.#exclusiveFrom = isEmpty ? exclusiveCheckpointPages : pages + exclusiveCheckpointPages
    if (!isEmpty) this.#noteFailure(new Error('A long read or another process holds the log.'))
  }

  #runCopy(mode: LogCopy['mode']): Promise<boolean> {
    return this.#thread.run('copyLog', { mode, maxWaitMs: this.#maxWaitMs })
  }

  #noteFailure(error: unknown) {
    this.#failures++
    recordIgnored('copy of the write-ahead log', error)
  }
}
