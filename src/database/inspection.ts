/** Inspects a database without changing it, for `npm run doctor`. */

import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { unfinishedCopy } from './copy/tables.ts'
import { type DatabaseConfig, getDatabasePath, migrationNames } from './index.ts'
import { ensureUpgradable } from './migrate.ts'
import { isReplaced } from './migrations/index.ts'
import { isContract } from './migrations/schema.ts'

export interface DatabaseReport {
  /** Like `SQLite 3.50.4` or `PostgreSQL 18.1`. */
  engine: string
  /** Migrations that the next start runs; all of them for a new database. */
  pending: number
  /** A migration that this program does not know, and whether it can run on the database that has it. */
  newer: { name: string; isCompatible: boolean } | null
  /** The difference of the server's clock to ours in milliseconds; 0 for the embedded database. */
  clockAheadMs: number
  /** Server settings that break a guarantee of the service, with their values. */
  unsafe: string[]
  /** The sizes of the files of the embedded database. */
  bytes?: { file: number; log: number }
}

const unfinished = 'it is the target of a move or a restore that has not finished; run that command again'

/** Rejects with the reason when the database cannot be used. */
export const inspectDatabase = ({ databaseUrl, dataDir }: DatabaseConfig): Promise<DatabaseReport> =>
  databaseUrl === null ? inspectSqlite(getDatabasePath(dataDir)) : inspectPostgres(databaseUrl)

/** Whether the accounts of a database have an administrator; `empty` without accounts. */
export async function inspectAccounts({ databaseUrl, dataDir }: DatabaseConfig): Promise<Accounts> {
  const file = getDatabasePath(dataDir)
  if (databaseUrl !== null) return inspectAccountsOfPostgres(databaseUrl)
  if (!existsSync(file)) return 'empty'
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const isThere = db.prepare("select 1 from sqlite_schema where name = 'users'").get() !== undefined
    return isThere ? describeAccounts(db.prepare(countAccounts).get()) : 'empty'
  } finally {
    db.close()
  }
}

type Accounts = 'empty' | 'with administrator' | 'without administrator'

const countAccounts = `select (select count(*) from (select id from users limit 1) as people) as people,
  (select count(*) from (select id from users where role = 'admin' and deleted_at is null limit 1) as admins) as admins`

const describeAccounts = ({ people, admins }: Record<string, unknown> = {}): Accounts =>
  Number(people) === 0 ? 'empty' : Number(admins) > 0 ? 'with administrator' : 'without administrator'

async function inspectAccountsOfPostgres(url: string): Promise<Accounts> {
  const { openClient } = await import('./postgres/client.ts')
  const client = await openClient({ connectionString: url })
  try {
    const { rows } = await client.query("select to_regclass('users') is not null as there")
    return rows[0].there ? describeAccounts((await client.query(countAccounts)).rows[0]) : 'empty'
  } finally {
    await client.end()
  }
}

async function inspectSqlite(file: string): Promise<DatabaseReport> {
  const isNew = !existsSync(file)
  const db = isNew ? new DatabaseSync(':memory:') : new DatabaseSync(file, { readOnly: true })
  try {
    const { version } = db.prepare('select sqlite_version() as version').get() ?? {}
    const damage = db.prepare('pragma quick_check(1)').get()?.quick_check
    if (damage !== 'ok') throw new Error(`${file} is damaged: ${damage}`)
    const isThere = (name: string) => db.prepare('select 1 from sqlite_schema where name = ?').get(name) !== undefined
    if (isThere(unfinishedCopy)) throw new Error(unfinished)
    const rows = !isThere('migrations') ? [] : db.prepare('select name from migrations').all()
    const applied = rows.map(({ name }) => String(name))
    const bytes = { file: getSize(file), log: getSize(`${file}-wal`) }
    return { engine: `SQLite ${version}`, ...compare(applied), clockAheadMs: 0, unsafe: [], bytes }
  } finally {
    db.close()
  }
}

const getSize = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

async function inspectPostgres(url: string): Promise<DatabaseReport> {
  const { openClient } = await import('./postgres/client.ts')
  const client = await openClient({ connectionString: url })
  try {
    const queryValue = async (sql: string): Promise<string> =>
      String(Object.values((await client.query(sql)).rows[0])[0])
    const version = await queryValue('show server_version')
    if (Number.parseInt(version, 10) < 14) throw new Error(`PostgreSQL ${version} is too old; 14 or newer is needed`)
    const server = Number(await queryValue('select extract(epoch from clock_timestamp()) * 1000'))
    const clockAheadMs = server - Date.now()
    const isThere = async (table: string) => (await queryValue(`select to_regclass('${table}') is not null`)) === 'true'
    if (await isThere(unfinishedCopy)) throw new Error(unfinished)
    const applied = (await isThere('migrations'))
      ? (await client.query('select name from migrations')).rows.map(({ name }) => name)
      : []
    const unsafe: string[] = []
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      const setting = await queryValue(`show ${name}`)
      if (setting === 'off') unsafe.push(`${name}=${setting}`)
    }
    return { engine: `PostgreSQL ${version.split(' ')[0]}`, ...compare(applied), clockAheadMs, unsafe }
  } finally {
    await client.end()
  }
}

function compare(applied: readonly string[]): Pick<DatabaseReport, 'pending' | 'newer'> {
  ensureUpgradable(applied)
  const known = new Set(migrationNames)
  const done = new Set(applied)
  const unknown = applied.filter((name) => !known.has(name) && !isReplaced(name))
  const newer = unknown.find(isContract) ?? unknown[0]
  return {
    pending: migrationNames.filter((name) => !done.has(name)).length,
    newer: newer === undefined ? null : { name: newer, isCompatible: !isContract(newer) },
  }
}
