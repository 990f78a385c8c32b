/** Copies rows from and to PostgreSQL. */

import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseError } from '../database.ts'
import { migrate } from '../migrate.ts'
import { openClient } from '../postgres/client.ts'
import { openPostgres } from '../postgres/engine.ts'
import { sessionFormats, types } from '../postgres/values.ts'
import {
  type Column,
  type ColumnType,
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

/** Rows of one answer; some have a megabyte. */
const rowsAtOnce = 500

/** Its sessions are not those of a running service. */
const applicationName = 'research-platform-copy'

/** Opens the database as it is at this moment. */
export async function openPostgresSource(url: string): Promise<Source> {
  const client = await connect(url)
  await client.query('begin isolation level repeatable read read only')
  // A snapshot is that of the first statement.
  await client.query('select 1')
  return {
    readMigrations: async () =>
      (await client.query('select name from migrations order by name')).rows.map(({ name }) => name),
    read: (table, after = null) => readRows(client, table, after),
    async readSequence({ name }) {
      const { rows } = await client.query(`select last_value, is_called from ${await findSequence(client, name)}`)
      return rows[0].is_called ? rows[0].last_value : 0
    },
    findFile: async (key) =>
      (await client.query('select filename, mime_type from files where key = $1', [key])).rows[0] ?? null,
    readFileKeys: async () => (await client.query('select key from files')).rows.map(({ key }) => key),
    close: () => client.end(),
  }
}

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = await connect(url)
  return work(client).finally(() => client.end())
}

/** Describes the tables of the service. */
export const readPostgresTables = (url: string): Promise<Table[]> => withClient(url, readTables)

/** The server lists a session for a moment after its service has ended, and for longer when it is busy. */
const maxEndingMs = 3_000

/** Returns whether instances of the service are connected to the database, and stay so for some seconds. */
export const isPostgresInUse = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const deadline = performance.now() + maxEndingMs
    while (await hasSessions(client)) {
      if (performance.now() > deadline) return true
      await pause(20)
    }
    return false
  })

async function hasSessions(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'research-platform'`,
  )
  return rowCount !== 0
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = await openClient({
    connectionString,
    // Several files are looked up at a time.
    pipeline: true,
    application_name: applicationName,
    types,
  }).catch((error: Error) => {
    throw new DatabaseError(`The PostgreSQL server cannot be used: ${error.message || 'no answer'}.`, { cause: error })
  })
  await client.query(`${sessionFormats}; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  return client
}

async function findSequence(client: pg.Client, table: string): Promise<string> {
  return (await client.query(`select pg_get_serial_sequence($1, 'id') as name`, [escapeIdentifier(table)])).rows[0].name
}

/** Text of a key in the order of its bytes, which is that of SQLite. */
const toOrdered = ({ name, type }: Column) => escapeIdentifier(name) + (type === 'text' ? ' collate "C"' : '')

const toSelected = ({ name, type }: Column) =>
  type === 'tsvector' ? `array_to_string(tsvector_to_array(${escapeIdentifier(name)}), ' ')` : escapeIdentifier(name)

async function* readRows(client: pg.Client, table: Table, after: Row | null): AsyncGenerator<Row[]> {
  const { name, columns, key } = table
  const order = key.map(toOrdered).join(', ')
  const places = key.map((_, index) => `$${index + 1}`).join(', ')
  const text = `declare copied no scroll cursor for select ${columns.map(toSelected).join(', ')} from ${escapeIdentifier(name)}
    ${after === null ? '' : `where (${order}) > (${places})`} order by ${order}`
  await client.query(text, after === null ? [] : [...after])
  for (;;) {
    const { rows } = await client.query({ text: `fetch ${rowsAtOnce} from copied`, rowMode: 'array' })
    if (rows.length === 0) break
    yield rows.map((row) => decodeRow(columns, row))
  }
  await client.query('close copied')
}

const decodeRow = (columns: readonly Column[], row: readonly Value[]): Row =>
  columns.map(({ type }, index) => (type === 'tsvector' ? sortWords(String(row[index])) : row[index]))

const knownTypes: readonly string[] = ['int8', 'text', 'bool', 'jsonb', 'timestamptz', 'date', 'bytea', 'tsvector']
const isColumnType = (type: string): type is ColumnType => knownTypes.includes(type)

/** Reads the tables of the service from the catalogue. */
async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{
    table: string
    column: string
    type: string
    key: number | null
    identity: boolean
  }>(
    `select relname as table, attname as column, typname as type, attidentity <> '' as identity,
       array_position(indkey::int2[], attnum) as key
     from pg_class join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
       left join pg_index on indrelid = pg_class.oid and indisprimary
     where relkind = 'r' and relnamespace = current_schema()::regnamespace and attnum > 0 and not attisdropped
       and relname not in ('migrations', $1)
     order by relname, attnum`,
    [unfinishedCopy],
  )
  return Object.entries(Object.groupBy(rows, ({ table }) => table)).map(([name, found = []]) => {
    const columns = found.map(({ column, type }) => {
      if (!isColumnType(type)) throw new Error(`The type ${type} of ${name}.${column} cannot be copied.`)
      return { name: column, type }
    })
    const places = found.flatMap(({ key }, index) => (key === null ? [] : [{ key, index }]))
    const key = places.sort((a, b) => a.key - b.key).flatMap(({ index }) => columns[index] ?? [])
    return { name, columns, key, hasSequence: found.some(({ identity }) => identity) }
  })
}

/** Opens a database that rows are copied to; it must be empty, or an unfinished copy. */
export async function openPostgresTarget(url: string): Promise<Target> {
  const client = await connect(url)
  return {
    prepare: (source) => prepare(client, url, source),
    async readLastKey({ name, key }) {
      const order = key.map((column) => `${toOrdered(column)} desc`).join(', ')
      const text = `select ${listNames(key)} from ${escapeIdentifier(name)} order by ${order} limit 1`
      return (await client.query({ text, rowMode: 'array' })).rows[0] ?? null
    },
    write: async (table, rows) => {
      await client.query(insertStatement(table), [JSON.stringify(rows.map((row) => encodeRow(table, row)))])
    },
    async setSequence({ name }, last) {
      await client.query('select setval($1, $2, $3)', [await findSequence(client, name), Math.max(last, 1), last > 0])
    },
    open: () => openPostgresSource(url),
    finish: () => finish(client),
    close: () => client.end(),
  }
}

async function prepare(client: pg.Client, url: string, source: string) {
  const isThere = async (table: string) =>
    (await client.query('select to_regclass($1) is not null as found', [table])).rows[0].found
  if (!(await isThere(unfinishedCopy))) {
    if (await isThere('migrations'))
      throw new DatabaseError('The PostgreSQL database has data of a service already; name a database that is empty.')
    await client.query(
      `create table ${unfinishedCopy} (id bigint generated always as identity, source text, statement text)`,
    )
    await client.query(`insert into ${unfinishedCopy} (source) values ($1)`, [source])
  }
  await refuseOtherSource(client, source)
  const db = await openPostgres(url)
  await migrate(db).finally(() => db.close())
  const { rowCount } = await client.query(`select from ${unfinishedCopy} where statement is not null limit 1`)
  if (rowCount === 0) await inTransaction(client, () => setAside(client))
}

async function refuseOtherSource(client: pg.Client, source: string) {
  const { rows } = await client.query(`select source from ${unfinishedCopy} where source is not null`)
  if (rows[0]?.source !== source)
    throw new DatabaseError('The PostgreSQL database is an unfinished copy of something else; name one that is empty.')
}

/** Empties the tables, and records how constraints come back; triggers come with the next start. */
async function setAside(client: pg.Client) {
  const tables = (await readTables(client)).map(({ name }) => escapeIdentifier(name))
  const { rows: constraints } = await client.query(
    `select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`,
  )
  await client.query(`insert into ${unfinishedCopy} (statement) select unnest($1::text[])`, [
    constraints.map(
      ({ table, name, definition }) =>
        `alter table ${escapeIdentifier(table)} add constraint ${escapeIdentifier(name)} ${definition}`,
    ),
  ])
  await client.query(`truncate ${tables.join(', ')}`)
  for (const { table, name } of constraints)
    await client.query(`alter table ${escapeIdentifier(table)} drop constraint ${escapeIdentifier(name)}`)
}

async function finish(client: pg.Client) {
  await inTransaction(client, async () => {
    const { rows } = await client.query(
      `select statement from ${unfinishedCopy} where statement is not null order by id`,
    )
    for (const { statement } of rows) await client.query(statement)
    await client.query(`drop table ${unfinishedCopy}`)
  })
  await client.query('analyze')
}

async function inTransaction(client: pg.Client, work: () => Promise<void>) {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function insertStatement({ name, columns }: Table): string {
  const input = columns.map(
    ({ name: column, type }) => `${escapeIdentifier(column)} ${type === 'tsvector' ? 'text' : type}`,
  )
  const values = columns.map(({ name: column, type }) =>
    type === 'tsvector'
      ? `array_to_tsvector(string_to_array(${escapeIdentifier(column)}, ' '))`
      : escapeIdentifier(column),
  )
  return `insert into ${escapeIdentifier(name)} (${listNames(columns)}) select ${values.join(', ')}
    from json_to_recordset($1::json) as given (${input.join(', ')})`
}

const encodeRow = ({ columns }: Table, row: Row) =>
  Object.fromEntries(
    columns.map(({ name }, index) => {
      const value = row[index]
      return [name, value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value]
    }),
  )
