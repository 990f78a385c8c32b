/** A `node:sqlite` connection with cached prepared statements and mapped errors. */

import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { isMemoryScarce } from '#core/low-memory.ts'
import {
  type Connection,
  createUniqueName,
  DatabaseError,
  type Parameters,
  type Statement,
  UniqueViolation,
} from '../database.ts'
import { applicationId, createReader, type ReadRows, type SqliteValue, toParameters } from './values.ts'

// Result codes, https://www.sqlite.org/rescode.html
const busy = 5
const corrupt = 11
const notADatabase = 26
const uniqueConstraint = 2067
const primaryKeyConstraint = 1555

interface PreparedStatement {
  statement: StatementSync
  readRows: ReadRows
}

export class SqliteConnection implements Connection {
  readonly engine = 'sqlite'
  readonly #db: DatabaseSync
  readonly #mappedMb: number
  readonly #ready = new Map<number, PreparedStatement>()
  #log: StatementSync | undefined
  #version: StatementSync | undefined
  /** The version of the schema that was seen to have no statistics. */
  #versionWithoutStatistics: SqliteValue | undefined

  constructor(db: DatabaseSync, mappedMb: number) {
    this.#db = db
    this.#mappedMb = mappedMb
    this.#mapFile(mappedMb)
  }

  async all<Row>(statement: Statement, parameters: Parameters): Promise<Row[]> {
    return this.allNow(statement, parameters)
  }

  async run(statement: Statement, parameters: Parameters): Promise<number> {
    return this.runNow(statement, parameters)
  }

  allNow<Row>(statement: Statement, parameters: Parameters): Row[] {
    const { readRows } = this.#prepared(statement)
    try {
      return readRows(toParameters(statement.parameters, parameters)) as Row[]
    } catch (error) {
      throw toDatabaseError(error)
    }
  }

  runNow(statement: Statement, parameters: Parameters): number {
    try {
      return Number(this.#prepared(statement).statement.run(...toParameters(statement.parameters, parameters)).changes)
    } catch (error) {
      throw toDatabaseError(error)
    }
  }

  get isInTransaction() {
    return this.#db.isTransaction
  }

  exec(text: string) {
    this.#db.exec(text)
  }

  value(text: string): SqliteValue | undefined {
    const row = this.#db.prepare(text).get()
    return row === undefined ? undefined : Object.values(row)[0]
  }

  /** Returns the pages of the write-ahead log, and how many of them are copied into the database file. */
  log(): { pages: number; copied: number } {
    this.#log ??= this.#db.prepare('PRAGMA wal_checkpoint(NOOP)')
    const state = this.#log.get()
    return { pages: Number(state?.log), copied: Number(state?.checkpointed) }
  }

  /**
   * Removes the statistics that another program has stored since the last call. The version of the schema tells: `ANALYZE` creates a table. If
   * the transaction is rolled back, the version is the old one again, and the next call removes them.
   */
  removeNewStatistics() {
    this.#version ??= this.#db.prepare('PRAGMA schema_version')
    const version = this.#version.get()?.schema_version
    if (version === this.#versionWithoutStatistics || removeStatistics(this)) return
    this.#versionWithoutStatistics = version
  }

  /**
   * Replaces the definition of a table by one with the same columns and other constraints. Its rows, indexes, triggers and counters stay,
   * and so do references of other tables, which dropping it would follow: https://www.sqlite.org/lang_altertable.html#otheralter.
   *
   * @throws {DatabaseError} when rows do not fit the new definition; the transaction must then be rolled back
   */
  redefineTable(table: string, sql: string) {
    const version = Number(this.value('PRAGMA schema_version'))
    this.#db.enableDefensive(false)
    try {
      this.exec('PRAGMA writable_schema = ON')
      this.#db.prepare(`update sqlite_schema set sql = ? where type = 'table' and name = ?`).run(sql, table)
      this.exec(`PRAGMA schema_version = ${version + 1}`)
    } finally {
      // Reads the schema again, and fails for one that cannot be read.
      this.exec('PRAGMA writable_schema = RESET')
      this.#db.enableDefensive(true)
    }
    const problem = this.value(`PRAGMA quick_check('${table}')`)
    const isOrphaned = this.value('PRAGMA foreign_keys') === 1 && this.value(`PRAGMA foreign_key_check('${table}')`)
    if (problem !== 'ok' || isOrphaned)
      throw new DatabaseError(
        `The table ${table} has rows that this version does not allow: ${problem === 'ok' ? 'they refer to rows that are missing' : problem}.`,
      )
  }

  /** Frees cached pages, prepared statements and the mapped part of the file; what is needed again takes its time again. */
  releaseMemory() {
    if (this.isInTransaction) return
    this.#ready.clear()
    this.exec('PRAGMA shrink_memory')
    this.#mapFile(0)
    this.#mapFile(this.#mappedMb)
  }

  #mapFile(megabytes: number) {
    this.exec(`PRAGMA mmap_size = ${megabytes * 1024 * 1024}`)
  }

  close() {
    this.#ready.clear()
    this.#db.close()
  }

  #prepared(statement: Statement): PreparedStatement {
    const known = this.#ready.get(statement.key)
    if (known) return known
    const prepared = this.#db.prepare(statement.sql)
    const ready = { statement: prepared, readRows: createReader(prepared, statement.decodings) }
    this.#ready.set(statement.key, ready)
    return ready
  }
}

interface Memory {
  /** Bytes of the database file to map into memory: this saves a copy for each read, and the pages count as memory of the process. */
  mappedMb: number
  /** Bytes of pages that SQLite caches. */
  cachedMb: number
}

const generous: Memory = { mappedMb: 64, cachedMb: isMemoryScarce ? 4 : 16 }
/** For a worker thread, which keeps in memory what it computed instead. */
export const frugal: Memory = { mappedMb: 0, cachedMb: 4 }
/** For the thread that writes: what it has read before a transaction is there within it. Measured: with 4 MB it holds the lock twice as long. */
export const cached: Memory = { mappedMb: 0, cachedMb: 16 }

/** Opens the file. Throws a `DatabaseError` for a file that is not a database of this program. */
export function openConnection(path: string, readOnly: boolean, memory = generous): SqliteConnection {
  try {
    const db = new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: true, timeout: 5_000 })
    const handle = new SqliteConnection(db, memory.mappedMb)
    if (!readOnly) {
      const isNew = requireOwnDatabase(handle, path)
      handle.exec('PRAGMA journal_mode = WAL')
      handle.exec('PRAGMA synchronous = NORMAL')
      handle.exec('PRAGMA wal_autocheckpoint = 0')
      removeStatistics(handle)
      // Only once: it waits, while the event loop stands still, for a transaction that is open elsewhere.
      if (isNew) handle.exec(`PRAGMA application_id = ${applicationId}`)
    }
    // Waits here for another process that opens the database; later statements never block the event loop.
    handle.exec('PRAGMA busy_timeout = 0')
    handle.exec(`PRAGMA cache_size = ${-memory.cachedMb * 1024}`)
    handle.exec('PRAGMA temp_store = MEMORY')
    return handle
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    const why = isDamaged(error)
      ? 'it is not a database, or it is damaged'
      : isBusy(error)
        ? 'another process holds it'
        : error instanceof Error
          ? error.message
          : String(error)
    throw new DatabaseError(`The database ${path} cannot be opened: ${why}.`, { cause: error })
  }
}

/** Returns whether the database is empty and has no application id yet. Throws for a database of another program. */
function requireOwnDatabase(handle: SqliteConnection, path: string): boolean {
  const owner = handle.value('PRAGMA application_id')
  if (owner === applicationId) return false
  const tables = handle.value('select count(*) from sqlite_schema')
  if (owner === 0 && tables === 0) return true
  throw new DatabaseError(`The database ${path} belongs to another program; choose another DATA_DIR.`)
}

/**
 * Removes what `ANALYZE` stored, so that plans are those that the tests read, and returns whether there was any. Statistics of small tables make
 * SQLite scan them, and it goes on scanning when they have grown; without any, it plans for large tables (docs/decisions/0043-no-statistics.md).
 */
function removeStatistics(handle: SqliteConnection): boolean {
  const stored = ['sqlite_stat1', 'sqlite_stat4'].filter(
    (table) => handle.value(`select 1 from sqlite_schema where name = '${table}'`) !== undefined,
  )
  if (stored.length === 0) return false
  for (const table of stored) handle.exec(`DROP TABLE ${table}`)
  // Otherwise this connection goes on planning by what it has read of them.
  handle.exec('PRAGMA writable_schema = RESET')
  return true
}

function errorCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
}

/** Returns whether another process holds the database. */
export const isBusy = (error: unknown) => (errorCode(error) & 0xff) === busy

/** Returns whether the file is not a database or is damaged. */
export const isDamaged = (error: unknown) => [corrupt, notADatabase].includes(errorCode(error) & 0xff)

/** SQLite names a violated constraint by its columns: `UNIQUE constraint failed: users.email`. */
export function toDatabaseError(error: unknown): unknown {
  const code = errorCode(error)
  if ((code !== uniqueConstraint && code !== primaryKeyConstraint) || !(error instanceof Error)) return error
  const columns = error.message.replace(/^.*constraint failed: /, '').split(', ')
  const table = columns[0]?.split('.')[0] ?? ''
  return new UniqueViolation(
    createUniqueName(
      table,
      columns.map((column) => column.split('.')[1] ?? column),
    ),
    { cause: error },
  )
}
