/**
 * The embedded engine: `node:sqlite` with one connection that writes, one that reads, and a commit that is answered
 * when it is on disk.
 *
 * SQLite itself runs with `synchronous=NORMAL`, which does not sync at a commit. The write-ahead log is synced here
 * instead, once for all commits that wait at that moment and off the event loop (group commit). Measured: a sync
 * inside every commit takes creation from 13,400 to 3,500 a second.
 */

import { closeSync, existsSync, fdatasync, fstat, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Piscina } from 'piscina'
import { unavailable } from '../core/problem.ts'
import {
  type Connection,
  type Database,
  DatabaseUnusable,
  type Parameters,
  type Statement,
  UniqueViolation,
  uniqueName,
} from './database.ts'
import { applicationId, bindable, decodersOf, decodeRows, type Decoder, type SqliteValue } from './sqlite-values.ts'

const sync = promisify(fdatasync)
const statOf = promisify(fstat)

// Primary result codes, https://www.sqlite.org/rescode.html
const busy = 5
const notADatabase = 26
const corrupt = 11
const uniqueConstraint = 2067
const primaryKeyConstraint = 1555

/** A write-ahead log beyond this many bytes is copied into the database file, by a worker. */
const checkpointAt = 4 * 1024 * 1024
/** Beyond this many, writers wait for the copy, so that the log can start over. */
const checkpointAlone = 64 * 1024 * 1024

/** How long another process may hold the database before a writer gives up. */
const patience = 10_000

interface Ready {
  statement: StatementSync
  decoders: Decoder[]
}

/** One `node:sqlite` connection with its prepared statements. */
class Handle implements Connection {
  readonly engine = 'sqlite'
  readonly #db: DatabaseSync
  readonly #ready = new Map<number, Ready>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  async all<Row>(statement: Statement, parameters: Parameters): Promise<Row[]> {
    return this.allNow(statement, parameters)
  }

  async run(statement: Statement, parameters: Parameters): Promise<number> {
    return this.runNow(statement, parameters)
  }

  allNow<Row>(statement: Statement, parameters: Parameters): Row[] {
    const { statement: prepared, decoders } = this.#prepared(statement)
    try {
      const rows = prepared.all(bindable(statement, parameters))
      return decodeRows<Row>(rows, decoders)
    } catch (error) {
      throw translated(error)
    }
  }

  runNow(statement: Statement, parameters: Parameters): number {
    try {
      return Number(this.#prepared(statement).statement.run(bindable(statement, parameters)).changes)
    } catch (error) {
      throw translated(error)
    }
  }

  exec(text: string) {
    this.#db.exec(text)
  }

  value(text: string): SqliteValue | undefined {
    const row = this.#db.prepare(text).get()
    return row === undefined ? undefined : Object.values(row)[0]
  }

  close() {
    this.#ready.clear()
    this.#db.close()
  }

  #prepared(statement: Statement): Ready {
    const known = this.#ready.get(statement.key)
    if (known) return known
    const prepared = this.#db.prepare(statement.sql)
    const ready = { statement: prepared, decoders: decodersOf(prepared, statement.decodings) }
    this.#ready.set(statement.key, ready)
    return ready
  }
}

/** What a finished transaction leaves behind: using it is a mistake that must not reach the next one. */
class Guarded implements Connection {
  readonly engine = 'sqlite'
  readonly #handle: Handle
  #open = true

  constructor(handle: Handle) {
    this.#handle = handle
  }

  all<Row>(statement: Statement, parameters: Parameters) {
    return this.#while<Row[]>(() => this.#handle.all(statement, parameters))
  }

  run(statement: Statement, parameters: Parameters) {
    return this.#while(() => this.#handle.run(statement, parameters))
  }

  end() {
    this.#open = false
  }

  #while<T>(work: () => Promise<T>): Promise<T> {
    return this.#open ? work() : Promise.reject(new Error('This transaction is over.'))
  }
}

/** Writers take turns in the order they came, without blocking the event loop. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  async take<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last
    const mine = Promise.withResolvers<void>()
    this.#last = mine.promise
    await before
    try {
      return await work()
    } finally {
      mine.resolve()
    }
  }
}

/** Syncs the write-ahead log; commits that come while one sync runs share the next. */
class Log {
  readonly #file: number
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null

  constructor(path: string) {
    this.#file = openSync(path, 'r+')
  }

  /** Resolves when everything committed before this call is on disk. */
  durable(): Promise<void> {
    if (this.#running === null) return this.#start()
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    )
    return this.#next
  }

  async size(): Promise<number> {
    return (await statOf(this.#file)).size
  }

  close() {
    closeSync(this.#file)
  }

  #start(): Promise<void> {
    this.#next = null
    const running = sync(this.#file).finally(() => {
      if (this.#running === running) this.#running = null
    })
    this.#running = running
    return running
  }
}

/** Opens the database file, making it when it is not there. Migrations are the caller's next step. */
export function openSqlite(path: string): Database {
  const fresh = !existsSync(path)
  const writer = opened(path, false)
  if (fresh) syncFolder(dirname(path))
  const reader = opened(path, true)
  const log = new Log(`${path}-wal`)
  const turns = new Turns()
  const workers = new Piscina({
    filename: new URL('./sqlite-worker.ts', import.meta.url).href,
    workerData: { path },
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 30_000,
    concurrentTasksPerWorker: 1,
  })
  let checkpointing: Promise<void> | null = null
  let closed = false

  async function checkpointWhenLong() {
    if (checkpointing !== null || closed) return
    const size = await log.size()
    if (size < checkpointAt || checkpointing !== null || closed) return
    const copy = () => workers.run('PASSIVE', { name: 'checkpoint' })
    checkpointing = (async () => {
      await copy()
      if (size >= checkpointAlone) await turns.take(copy)
    })().finally(() => {
      checkpointing = null
    })
    await checkpointing
  }

  async function committed() {
    await log.durable()
    // A failed copy leaves the log as it is: nothing is lost, and the next commit tries again.
    void checkpointWhenLong().catch(() => undefined)
  }

  const write = async <T>(change: () => T): Promise<T> => {
    const result = await turns.take(() => patiently(change))
    await committed()
    return result
  }

  return {
    engine: 'sqlite',
    all: (statement, parameters) =>
      statement.reads ? reader.all(statement, parameters) : write(() => writer.allNow(statement, parameters)),
    run: (statement, parameters) => write(() => writer.runNow(statement, parameters)),
    async transaction(work) {
      const result = await turns.take(async () => {
        await patiently(() => writer.exec('BEGIN IMMEDIATE'))
        const connection = new Guarded(writer)
        try {
          const value = await work(connection)
          writer.exec('COMMIT')
          return value
        } catch (error) {
          rollBack(writer)
          throw translated(error)
        } finally {
          connection.end()
        }
      })
      await committed()
      return result
    },
    allInBackground: (statement, parameters) =>
      workers.run(
        {
          sql: statement.sql,
          values: bindable(statement, parameters),
          decodings: statement.decodings,
        },
        { name: 'read' },
      ),
    async ping() {
      reader.value('select 1')
    },
    async close() {
      closed = true
      await turns.take(async () => undefined)
      await checkpointing?.catch(() => undefined)
      await workers.destroy()
      reader.close()
      log.close()
      writer.close()
    },
  }
}

function opened(path: string, readOnly: boolean): Handle {
  try {
    const db = new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: true, timeout: 0 })
    const handle = new Handle(db)
    if (!readOnly) {
      claim(handle, path)
      handle.exec('PRAGMA journal_mode = WAL')
      handle.exec('PRAGMA synchronous = NORMAL')
      handle.exec('PRAGMA wal_autocheckpoint = 0')
      handle.exec(`PRAGMA application_id = ${applicationId}`)
    }
    handle.exec('PRAGMA cache_size = -32768')
    handle.exec('PRAGMA temp_store = MEMORY')
    handle.exec('PRAGMA mmap_size = 268435456')
    return handle
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error
    const code = codeOf(error) & 0xff
    const why =
      code === notADatabase || code === corrupt
        ? 'it is not a database, or it is damaged'
        : code === busy
          ? 'another process holds it'
          : error instanceof Error
            ? error.message
            : String(error)
    throw new DatabaseUnusable(`The database ${path} cannot be opened: ${why}.`, { cause: error })
  }
}

/** Refuses a file that some other program made. */
function claim(handle: Handle, path: string) {
  const owner = handle.value('PRAGMA application_id')
  const tables = handle.value('select count(*) from sqlite_schema')
  if (owner === applicationId || (owner === 0 && tables === 0)) return
  throw new DatabaseUnusable(`The database ${path} belongs to another program; choose another DATA_DIR.`)
}

function rollBack(writer: Handle) {
  try {
    writer.exec('ROLLBACK')
  } catch {
    // SQLite has rolled back by itself, as it does when the disk is full; there is nothing left to undo.
  }
}

/** Tries again while another process holds the database, without holding the event loop. */
async function patiently<T>(work: () => T): Promise<T> {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      return work()
    } catch (error) {
      if ((codeOf(error) & 0xff) !== busy) throw translated(error)
      if (Date.now() > deadline) throw unavailable('The database is busy, please try again.', 1)
      await pause(1 + Math.random() * 10)
    }
  }
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
}

/** SQLite names a violated constraint by its columns: `UNIQUE constraint failed: users.email`. */
function translated(error: unknown): unknown {
  const code = codeOf(error)
  if ((code !== uniqueConstraint && code !== primaryKeyConstraint) || !(error instanceof Error)) return error
  const columns = error.message.replace(/^.*constraint failed: /, '').split(', ')
  const table = columns[0]?.split('.')[0] ?? ''
  return new UniqueViolation(
    uniqueName(
      table,
      columns.map((column) => column.split('.')[1] ?? column),
    ),
    { cause: error },
  )
}

/** A new file survives a power cut only once its folder's entry is on disk. */
function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
