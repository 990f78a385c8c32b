/**
 * The embedded engine: `node:sqlite` with one connection that writes, one that reads, and a commit that is answered
 * when it is on disk.
 *
 * SQLite itself runs with `synchronous=NORMAL`, which does not sync at a commit. The write-ahead log is synced here
 * instead, once for all commits that wait at that moment and off the event loop (group commit). Measured: a sync
 * inside every commit takes creation from 13,400 to 3,500 a second.
 */

import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { Mutex } from '#core/concurrency.ts'
import { unavailable } from '#core/problem.ts'
import type { Connection, Database } from '../database.ts'
import { createLocalSignals } from '../signals.ts'
import { createWorkerClient } from '../worker-client.ts'
import {
  isBusy,
  openConnection,
  type SqliteConnection,
  TransactionConnection,
  toDatabaseError,
} from './connection.ts'
import { bindParameters } from './values.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

/** Beyond this many pages of 4 KB that only the write-ahead log has, a worker copies them into the database file. */
const checkpointPages = 4_000
/** In a log beyond this many pages, writers wait for the copy, so that the log can start over. */
const exclusiveCheckpointPages = 16_000

/** Commits between two looks at the size of the log. */
const transactionsPerCheck = 32

/** How long another process may hold the database before those who would write give up, in milliseconds. */
const defaultBusyTimeoutMs = 10_000

/** Long reads and checkpoints, in threads that come and go. */
const createWorkers = (path: string) =>
  new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    workerData: { path },
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 30_000,
    concurrentTasksPerWorker: 1,
  })

/** Copies the write-ahead log into the database file when it has grown long. */
class Checkpoints {
  readonly #reader: SqliteConnection
  readonly #turns: Mutex
  readonly #workers: Piscina
  #running: Promise<void> | null = null
  #commits = 0

  constructor(reader: SqliteConnection, turns: Mutex, workers: Piscina) {
    this.#reader = reader
    this.#turns = turns
    this.#workers = workers
  }

  /** Looks at the log every few commits. A copy that fails loses nothing: a later commit tries again. */
  consider() {
    if (++this.#commits % transactionsPerCheck !== 0) return
    if (this.#running !== null) return
    const { pages, copied } = this.#reader.log()
    if (pages - copied < checkpointPages) return
    this.#running = this.#copy(pages)
      .catch(() => undefined)
      .finally(() => {
        this.#running = null
      })
  }

  /** Resolves when no copy runs. */
  async waitUntilIdle() {
    await this.#running
  }

  async #copy(pages: number) {
    const copy = () => this.#workers.run(undefined, { name: 'checkpoint' })
    await copy()
    if (pages >= exclusiveCheckpointPages) await this.#turns.runExclusive(copy)
  }
}

/** Opens the database file, making it when it is not there. Migrations are the caller's next step. */
export function openSqlite(path: string, { busyTimeoutMs = defaultBusyTimeoutMs } = {}): Database {
  const fresh = !existsSync(path)
  const writer = openConnection(path, false)
  if (fresh) syncFolder(dirname(path))
  const reader = openConnection(path, true)
  const log = new WriteAheadLog(`${path}-wal`)
  const turns = new Mutex()
  const workers = createWorkers(path)
  const checkpoints = new Checkpoints(reader, turns, workers)
  const thread = createWorkerClient({ path })

  async function runDurably<T>(work: (deadline: number) => Promise<T>): Promise<T> {
    // From when it was asked for, or those who wait for each other would each wait so long.
    const deadline = Date.now() + busyTimeoutMs
    const result = await turns.runExclusive(() => work(deadline))
    await log.flush()
    checkpoints.consider()
    return result
  }

  const write = <T>(change: () => T) => runDurably((deadline) => retryWhileBusy(change, deadline))

  return {
    engine: 'sqlite',
    all: (statement, parameters) =>
      statement.reads
        ? (writer.isInTransaction ? reader : writer).all(statement, parameters)
        : write(() => writer.allNow(statement, parameters)),
    run: (statement, parameters) => write(() => writer.runNow(statement, parameters)),
    transaction: (work) => runDurably((deadline) => runTransaction(writer, deadline, work)),
    allInBackground: ({ sql, parameters: names, decodings }, parameters) =>
      workers.run({ sql, values: bindParameters(names, parameters), decodings }, { name: 'runRead' }),
    runInWorker: thread.run,
    // The one process there is runs one transaction at a time, and a second one waits for the file.
    runExclusive: (work) => work(),
    signals: createLocalSignals(),
    async ping() {
      reader.value('select 1')
    },
    async close() {
      await turns.runExclusive(async () => undefined)
      await checkpoints.waitUntilIdle()
      await Promise.all([workers.destroy(), thread.close()])
      reader.close()
      log.close()
      writer.close()
    },
  }
}

async function runTransaction<T>(
  writer: SqliteConnection,
  deadline: number,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await retryWhileBusy(() => writer.exec('BEGIN IMMEDIATE'), deadline)
  const connection = new TransactionConnection(writer)
  try {
    const value = await work(connection)
    writer.exec('COMMIT')
    return value
  } catch (error) {
    rollBack(writer)
    throw toDatabaseError(error)
  } finally {
    connection.end()
  }
}

function rollBack(writer: SqliteConnection) {
  try {
    writer.exec('ROLLBACK')
  } catch {
    // SQLite has rolled back by itself, as it does when the disk is full; there is nothing left to undo.
  }
}

/** Tries again while another process holds the database, without holding the event loop. */
async function retryWhileBusy<T>(work: () => T, deadline: number): Promise<T> {
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw toDatabaseError(error)
      if (Date.now() > deadline) throw unavailable('The database is busy, please try again.', 1)
      await pause(1 + Math.random() * 10)
    }
  }
}

/** A new file survives a power cut only once its folder's entry is on disk. */
function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
