/** What a thread of the embedded engine writes with: a connection of its own, whose turns leave most of the time to the process. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Parameters, Statement, TransactionalConnection, TransactionConnection } from '../database.ts'
import { cached, openConnection, type SqliteConnection } from './connection.ts'
import { SqliteTransaction } from './transaction.ts'
import { WriteAheadLog } from './write-ahead-log.ts'
import { ThreadWriteLock } from './write-lock.ts'
import { retryWhileBusy } from './writer.ts'

/** While the process writes as well, the thread rests for so many times as long as it has written: it has a fifth of the time. */
const restPerWrite = 4
/** Commits between two checks of the size of the log, and the pages after which the thread copies them into the database file. */
const commitsPerCheck = 32
const checkpointPages = 8_000
/** How long another process may hold the database. */
const busyTimeoutMs = 10_000

export class ThreadWriter implements TransactionalConnection {
  readonly engine = 'sqlite'
  readonly #connection: SqliteConnection
  readonly #log: WriteAheadLog
  readonly #lock: ThreadWriteLock
  #restUntil = 0
  #isShared = false
  #commits = 0

  constructor(path: string, memory: SharedArrayBuffer) {
    this.#connection = openConnection(path, false, cached)
    this.#log = new WriteAheadLog(`${path}-wal`)
    this.#lock = new ThreadWriteLock(memory)
  }

  /** Whether the process has written beside the last transaction. */
  get hasOthers() {
    return this.#isShared
  }

  all<Row>(statement: Statement, parameters: Parameters): Promise<Row[]> {
    if (statement.reads) return this.#connection.all(statement, parameters)
    return this.transaction((connection) => connection.all<Row>(statement, parameters))
  }

  run(statement: Statement, parameters: Parameters): Promise<number> {
    return this.transaction((connection) => connection.run(statement, parameters))
  }

  async transaction<T>(work: (connection: TransactionConnection) => Promise<T>): Promise<T> {
    const rest = this.#restUntil - performance.now()
    if (rest > 0) await pause(rest)
    const deadline = Date.now() + busyTimeoutMs
    // Another process holds the database: meanwhile it is the turn of others.
    await retryWhileBusy(() => this.#begin(), deadline)
    const began = performance.now()
    let value: T
    try {
      value = await this.#runAndCommit(work)
    } finally {
      this.#lock.release()
      this.#isShared = this.#lock.hasNewRequests()
      this.#restUntil = this.#isShared ? performance.now() + restPerWrite * (performance.now() - began) : 0
    }
    await this.#log.flush()
    this.#checkLog()
    return value
  }

  #begin() {
    this.#lock.acquire()
    try {
      this.#connection.exec('BEGIN IMMEDIATE')
    } catch (error) {
      this.#lock.release()
      throw error
    }
  }

  async #runAndCommit<T>(work: (connection: TransactionConnection) => Promise<T>): Promise<T> {
    const connection = new SqliteTransaction(this.#connection)
    try {
      const value = await work(connection)
      await connection.complete()
      this.#connection.exec('COMMIT')
      return value
    } catch (error) {
      if (this.#connection.isInTransaction) this.#connection.exec('ROLLBACK')
      throw error
    } finally {
      connection.end()
    }
  }

  /** The process checks the log after its own commits only. */
  #checkLog() {
    if (++this.#commits % commitsPerCheck !== 0) return
    const { pages, copied } = this.#connection.log()
    if (pages - copied > checkpointPages) this.#connection.exec('PRAGMA wal_checkpoint(PASSIVE)')
  }
}
