/** An empty database, and the structure of any database, read without the service. */

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '#database/database.ts'
import { type DatabaseConfig, getDatabasePath } from '#database/index.ts'
import { splitDefinition } from '#database/migrations/rebuild.ts'
import { openPool } from '#database/postgres/client.ts'
import { openPostgres } from '#database/postgres/engine.ts'
import { isBusy } from '#database/sqlite/connection.ts'
import { openSqlite } from '#database/sqlite/engine.ts'
import { hangLimitMs } from '#test/support/hang-limit.ts'

export interface EmptyDatabase {
  config: DatabaseConfig
  /** Opens it without migrations. */
  open(): Promise<Database>
  drop(): Promise<void>
}

/** On the engine of TEST_DATABASE unless another is given. */
export async function emptyDatabase(engine = process.env.TEST_DATABASE): Promise<EmptyDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'research-platform-empty-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  if (engine !== 'postgres')
    return {
      config: { databaseUrl: null, dataDir },
      open: async () => openSqlite(getDatabasePath(dataDir)),
      drop: removeFolder,
    }
  const server = process.env.TEST_POSTGRES_URL ?? ''
  const name = `research_platform_empty_${randomBytes(8).toString('hex')}`
  await tell(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    config: { databaseUrl: url.href, dataDir },
    open: () => openPostgres(url.href),
    async drop() {
      await tell(server, `drop database if exists ${name} with (force)`)
      await removeFolder()
    },
  }
}

/** Runs one statement without the service. */
const tell = (url: string, statement: string) => tellAll(url, (run) => run(statement))

async function tellAll<T>(url: string, work: (run: Ask) => Promise<T>): Promise<T> {
  const client = await getPool(url).connect()
  try {
    return await work(async (statement) => (await client.query(statement)).rows)
  } finally {
    client.release()
  }
}

/** Connections that were used a moment ago: to make one costs as much as a hundred statements. They end with their database. */
const pools = new Map<string, pg.Pool>()

function getPool(url: string): pg.Pool {
  const known = pools.get(url)
  if (known !== undefined) return known
  const pool = openPool({ connectionString: url, max: 4, idleTimeoutMillis: 1_000, allowExitOnIdle: true })
  pool.on('remove', () => pools.delete(url))
  pools.set(url, pool)
  return pool
}

/** Runs one statement in the database, without the service. */
export const ask = (config: DatabaseConfig, statement: string) => askAll(config, (run) => run(statement))

export type Ask = (statement: string) => Promise<Record<string, unknown>[]>

/** Gives several statements one connection. */
export type Read = <T>(work: (run: Ask) => Promise<T>) => Promise<T>

async function whileFree<T>(run: () => T): Promise<T> {
  for (const deadline = performance.now() + hangLimitMs; ; await pause(2))
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
}

/** Runs several statements through one connection, because each connection to an embedded database reads its schema. */
export async function askAll<T>({ databaseUrl, dataDir }: DatabaseConfig, work: (run: Ask) => Promise<T>): Promise<T> {
  if (databaseUrl !== null) return tellAll(databaseUrl, work)
  const file = getDatabasePath(dataDir)
  if (!existsSync(file)) return work(async () => [])
  const db = new DatabaseSync(file)
  try {
    return await work(readFrom(db))
  } finally {
    db.close()
  }
}

export interface Reader {
  read: Read
  close(): void
}

/** Runs many statements while the service uses the database. */
export function openReader({ databaseUrl, dataDir }: DatabaseConfig): Reader {
  if (databaseUrl !== null) return { read: (work) => tellAll(databaseUrl, work), close: () => undefined }
  const db = new DatabaseSync(getDatabasePath(dataDir))
  return { read: (work) => work(readFrom(db)), close: () => db.close() }
}

/** The service may hold the file, in this thread too, so that waiting must not block it. */
const readFrom =
  (db: DatabaseSync): Ask =>
  (statement) =>
    whileFree(() => db.prepare(statement).all())

const sqliteStructure = 'select type, name, tbl_name, sql from sqlite_schema order by type, name'

const postgresStructure = `
  select 'column' as type, table_name || '.' || column_name as name,
    concat_ws(' ', ordinal_position, data_type, datetime_precision, is_nullable, column_default, collation_name,
      identity_generation) as definition
    from information_schema.columns where table_schema = 'public'
  union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(pg_trigger.oid) || ' ' || prosrc
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid where not tgisinternal
  union all select 'function', proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
  order by 1, 2`

// The guarantees that must be the same. An id is never null, which SQLite does not report.
const sqliteNames = `
  select 'column ' || tables.name || '.' || columns.name
      || case when columns."notnull" or columns.pk then '' else ' nullable' end as name
    from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.name not like 'sqlite_%' and tables.name not like '%_words_index%'
  union all select 'index ' || name from sqlite_schema
    where type = 'index' and sql is not null or sql like 'create virtual table%'`

const postgresNames = `
  select 'column ' || table_name || '.' || column_name
      || case is_nullable when 'YES' then ' nullable' else '' end as name
    from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexname from pg_indexes
    where schemaname = 'public' and indexname not in (select conname from pg_constraint)`

/** The names of columns and indexes, which must be the same on both engines. */
export async function listNames(config: DatabaseConfig): Promise<string[]> {
  const rows = await ask(config, config.databaseUrl === null ? sqliteNames : postgresNames)
  return rows.map(({ name }) => String(name)).sort()
}

/** Every table, column, index, constraint and trigger with its definition. */
export async function readStructure(config: DatabaseConfig) {
  if (config.databaseUrl !== null) return ask(config, postgresStructure)
  const rows = await ask(config, sqliteStructure)
  return rows.map((row) => (row.type === 'table' ? { ...row, sql: normalizeTable(String(row.sql)) } : row))
}

/** A column that was added later stands behind the constraints of the table, and on the line of another one. */
function normalizeTable(sql: string) {
  const { head, parts, tail } = splitDefinition(sql)
  const isConstraint = (part: string) => part.startsWith('constraint ')
  return [head.trim(), ...parts.filter((part) => !isConstraint(part)), ...parts.filter(isConstraint), tail.trim()]
}
