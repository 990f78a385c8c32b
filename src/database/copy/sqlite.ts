/** Copies rows from and to the embedded database. */

import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { DatabaseError } from '../database.ts'
import { migrate } from '../migrate.ts'
import { openSqlite } from '../sqlite/engine.ts'
import {
  type Column,
  describeRow,
  escapeIdentifier,
  listNames,
  type Row,
  type Source,
  sortWords,
  type Table,
  type Target,
  unfinishedCopy,
  type Value,
} from './tables.ts'

/** Rows of one step; between two steps, other work of the process has its turn. */
const rowsAtOnce = 500

/** Opens the database, which must not change meanwhile. */
export function openSqliteSource(path: string): Source {
  return createSqliteSource(new DatabaseSync(path, { readOnly: true }))
}

/** Reads an open database, which it closes. */
export const createSqliteSource = (db: DatabaseSync): Source => ({
  readMigrations: async () =>
    db
      .prepare('select name from migrations order by name')
      .all()
      .map(({ name }) => String(name)),
  read: (table, after = null) => readRows(db, table, after),
  readSequence: async ({ name }) =>
    Number(db.prepare('select seq from sqlite_sequence where name = ?').get(name)?.seq ?? 0),
  async findFile(key) {
    const row = db.prepare('select filename, mime_type from files where key = ?').get(key)
    return row === undefined ? null : { filename: String(row.filename), mime_type: String(row.mime_type) }
  },
  readFileKeys: async () =>
    db
      .prepare('select key from files')
      .all()
      .map(({ key }) => String(key)),
  close: async () => db.close(),
})

async function* readRows(db: DatabaseSync, table: Table, after: Row | null): AsyncGenerator<Row[]> {
  const { name, columns, key } = table
  const places = key.map(() => '?').join(', ')
  const statement = db.prepare(`select ${listNames(columns)} from ${escapeIdentifier(name)}
    ${after === null ? '' : `where (${listNames(key)}) > (${places})`} order by ${listNames(key)}`)
  statement.setReturnArrays(true)
  let rows: Row[] = []
  const input = (after ?? []).map((value, index) => encodeValue(key[index], value))
  // With arrays, the declared type of the driver does not hold.
  for (const row of statement.iterate(...input) as Iterable<unknown> as Iterable<Row>) {
    rows.push(decodeRow(table, row))
    if (rows.length < rowsAtOnce) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

function decodeRow(table: Table, row: Row): Row {
  try {
    return table.columns.map(({ type }, index) => decodeValue(type, row[index]))
  } catch (error) {
    throw new DatabaseError(`The row ${describeRow(table, row)} cannot be read.`, { cause: error })
  }
}

function decodeValue(type: Column['type'], value: Value): Value {
  if (value === null) return null
  switch (type) {
    case 'bool':
      return value === 1
    case 'jsonb':
      // JSON columns have numeric affinity, so a bare number is returned as a number.
      return typeof value === 'string' ? JSON.parse(value) : value
    case 'timestamptz':
      return new Date(String(value)).toISOString()
    case 'tsvector':
      return sortWords(String(value))
    default:
      return value
  }
}

function encodeValue(column: Column | undefined, value: Value): SQLInputValue {
  if (column?.type === 'jsonb' && value !== null) return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}

/** Opens a file that rows are copied to; it must be missing, or an unfinished copy. */
export function openSqliteTarget(path: string): Target {
  let opened: DatabaseSync | undefined
  const getDatabase = () => {
    opened ??= openForCopy(path)
    return opened
  }
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  return {
    prepare: (source) => prepare(path, getDatabase, source),
    async readLastKey({ name, key }) {
      const order = key.map((column) => `${escapeIdentifier(column.name)} desc`).join(', ')
      const row = getDatabase()
        .prepare(`select ${listNames(key)} from ${escapeIdentifier(name)} order by ${order} limit 1`)
        .get()
      return row === undefined ? null : key.map(({ name: column, type }) => decodeValue(type, row[column]))
    },
    async write({ name, columns }, rows) {
      const db = getDatabase()
      const insert = statements.get(name) ?? db.prepare(insertStatement(name, columns))
      statements.set(name, insert)
      inTransaction(db, () => {
        for (const row of rows) insert.run(...columns.map((column, index) => encodeValue(column, row[index])))
      })
    },
    async setSequence({ name }, last) {
      const db = getDatabase()
      db.prepare('delete from sqlite_sequence where name = ?').run(name)
      if (last > 0) db.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last)
    },
    open: async () => openSqliteSource(path),
    finish: async () => finish(getDatabase()),
    close: async () => opened?.close(),
  }
}

const insertStatement = (name: string, columns: readonly Column[]) =>
  `insert into ${escapeIdentifier(name)} (${listNames(columns)}) values (${columns.map(() => '?').join(', ')})`

function openForCopy(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: false })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536')
  return db
}

const isUnfinished = (db: DatabaseSync) =>
  db.prepare('select 1 from sqlite_schema where name = ?').get(unfinishedCopy) !== undefined

async function prepare(path: string, getDatabase: () => DatabaseSync, source: string) {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const fresh = openSqlite(path)
    await migrate(fresh).finally(() => fresh.close())
    const db = getDatabase()
    inTransaction(db, () => setAside(db, source))
    return
  }
  const db = getDatabase()
  if (!isUnfinished(db)) throw new DatabaseError(`There is a database at ${path} already; name a folder without one.`)
  const found = db.prepare(`select source from ${unfinishedCopy} where source is not null`).get()
  if (found?.source !== source)
    throw new DatabaseError(`The database ${path} is an unfinished copy of something else; remove it first.`)
}

/** Empties the tables. The triggers come with the next start, which makes anew what they maintain. */
function setAside(db: DatabaseSync, source: string) {
  db.exec(`create table ${unfinishedCopy} (id integer primary key, source text)`)
  db.prepare(`insert into ${unfinishedCopy} (source) values (?)`).run(source)
  const tables = db
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like '%_words_index%'",
    )
    .all()
  for (const { name } of tables)
    if (name !== 'migrations' && name !== unfinishedCopy) db.exec(`delete from ${escapeIdentifier(String(name))}`)
}

function finish(db: DatabaseSync) {
  inTransaction(db, () => {
    const orphan = db.prepare('PRAGMA foreign_key_check').get()
    if (orphan !== undefined)
      throw new DatabaseError(`A row of ${orphan.table} refers to a row of ${orphan.parent} that is missing.`)
    db.exec(`drop table ${unfinishedCopy}`)
  })
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

function inTransaction(db: DatabaseSync, work: () => void) {
  db.exec('BEGIN IMMEDIATE')
  try {
    work()
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
