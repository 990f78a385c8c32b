/** A real, fresh and migrated database on the engine of TEST_DATABASE: sqlite (the default) or postgres. */

import { hash, randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Database, Engine } from '#database/database.ts'
import { buildPostgresTrigger, listTriggers } from '#database/derived/triggers.ts'
import { type DatabaseConfig, getDatabasePath } from '#database/index.ts'
import { migrations } from '#database/migrations/index.ts'
import { buildStatements } from '#database/migrations/steps.ts'
import { openPool } from '#database/postgres/client.ts'
import { derivations, openDatabase } from '#service/open-database.ts'
import { addCost } from './costs.ts'
import { hangLimitMs } from './hang-limit.ts'

export interface FreshDatabase {
  db: Database
  /** Opens the same database again, like another instance. `dataDir` is a separate folder. */
  config: DatabaseConfig
  /** Closes `db` if it is open, and removes everything. */
  drop(): Promise<void>
}

export interface FreshConfig {
  config: DatabaseConfig
  /** Removes everything; the database must be closed. */
  drop(): Promise<void>
}

/** A migrated database that is not open. */
export async function createConfig(): Promise<FreshConfig> {
  const dataDir = join(await root(), randomBytes(8).toString('hex'))
  await mkdir(dataDir)
  const { databaseUrl, remove } = await getTemplate(dataDir)
  return {
    config: { databaseUrl, dataDir },
    async drop() {
      await remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function createDatabase(): Promise<FreshDatabase> {
  const { config, drop } = await createConfig()
  const db = await openDatabase(config)
  return {
    db,
    config,
    async drop() {
      // A test may have closed it, and closing twice is an error.
      await db.close().catch(() => undefined)
      await drop()
    },
  }
}

async function getTemplate(dataDir: string): Promise<{ databaseUrl: string | null; remove: () => Promise<void> }> {
  const engine = process.env.TEST_DATABASE ?? 'sqlite'
  if (engine === 'postgres') return clone()
  if (engine !== 'sqlite') throw new Error(`TEST_DATABASE must be sqlite or postgres, not "${engine}".`)
  await copyTemplate(dataDir)
  return { databaseUrl: null, remove: async () => undefined }
}

/** Creates the folder, with a migrated embedded database, for a service whose first start is not what is tested. */
export async function copyTemplate(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await copyFile(await sqliteTemplate(), getDatabasePath(dataDir), constants.COPYFILE_FICLONE)
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

const root = once(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'research-platform-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
})

/** Templates of former migrations are removed when they were not used for so long. */
const keptMs = 7 * 24 * 60 * 60 * 1_000

/** Runs of this checkout share the templates, because to run all migrations takes a second of processor time. */
const templates = once(async () => {
  const cache = fileURLToPath(new URL('../../node_modules/.cache/research-platform/', import.meta.url))
  try {
    mkdirSync(cache, { recursive: true })
    accessSync(cache, constants.W_OK)
    return cache
  } catch {
    // In a checkout that is only read, each run has its own.
    return tmpdir()
  }
})

/** The template is created by the first process that needs it, and reused while what makes it is unchanged. */
const sqliteTemplate = once(async () => {
  const folder = await templates()
  const template = join(folder, `template-${userInfo().uid}-${await schemaVersion('sqlite')}.db`)
  if (!existsSync(template)) await runLocked(join(folder, 'template.lock'), () => makeSqliteTemplate(template))
  const now = new Date()
  utimesSync(template, now, now)
  return template
})

async function makeSqliteTemplate(template: string) {
  // Another process has made it meanwhile.
  if (existsSync(template)) return
  const dataDir = join(await root(), 'template')
  const db = await openDatabase({ databaseUrl: null, dataDir })
  // Closing the last connection moves the whole log into the file.
  await db.close()
  const whole = `${template}-unfinished`
  await copyFile(getDatabasePath(dataDir), whole)
  await rename(whole, template)
  for (const former of globSync(join(dirname(template), 'template-*.db')))
    if (Date.now() - statSync(former).mtimeMs > keptMs) rmSync(former, { force: true })
}

/** A lock of SQLite ends with its process, however that ends. */
async function runLocked(path: string, work: () => Promise<void>) {
  const lock = new DatabaseSync(path, { timeout: hangLimitMs })
  try {
    lock.exec('begin exclusive')
    await work()
  } finally {
    lock.close()
  }
}

/** Besides the migrations, what decides how a database is made. */
const makers = [
  'migrate.ts',
  'derived/reconcile.ts',
  'derived/triggers.ts',
  'migrations/schema.ts',
  'migrations/rebuild.ts',
  'migrations/steps.ts',
  'sqlite/connection.ts',
  'sqlite/values.ts',
  'index.ts',
]

async function schemaVersion(engine: Engine): Promise<string> {
  const statements = await Promise.all(
    migrations.map(async (migration) => [migration.name, ...(await buildStatements(migration, engine))]),
  )
  const triggers = listTriggers(derivations).flatMap(buildPostgresTrigger)
  const sources = makers.map((file) => readFileSync(new URL(`../../src/database/${file}`, import.meta.url), 'utf8'))
  return hash('sha256', [process.versions.sqlite, ...sources, ...statements.flat(), ...triggers].join('\n')).slice(
    0,
    16,
  )
}

/** Any constant that differs from the lock of the migrations. */
const templateLock = 7_305_172

const postgresTemplate = once(async () => {
  const name = `research_platform_template_${await schemaVersion('postgres')}`
  const server = await administrator()
  // Workers start together; the first one creates the template.
  await server.query('select pg_advisory_lock($1)', [templateLock])
  try {
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await makeTemplate(server, name)
  } finally {
    await server.query('select pg_advisory_unlock($1)', [templateLock])
  }
  return name
})

async function makeTemplate(server: pg.Pool, name: string) {
  const unfinished = `${name}_unfinished`
  await server.query(`drop database if exists ${unfinished} with (force)`)
  await server.query(`create database ${unfinished}`)
  const db = await openDatabase({ databaseUrl: getAddress(unfinished), dataDir: '' })
  await db.close()
  // PostgreSQL cannot copy a database with open connections.
  await server.query(`alter database ${unfinished} allow_connections false`)
  await server.query(`alter database ${unfinished} rename to ${name}`)
}

async function clone() {
  const template = await postgresTemplate()
  const name = `research_platform_test_${randomBytes(8).toString('hex')}`
  const server = await administrator()
  await server.query(`create database ${name} template ${template} strategy file_copy`)
  return {
    databaseUrl: getAddress(name),
    remove: async () => {
      const { rows } = await server.query(
        'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1',
        [name],
      )
      addCost('transactions', Number(rows[0]?.count ?? 0))
      await server.query(`drop database if exists ${name} with (force)`)
    },
  }
}

/** One connection for all databases of this process, which does not keep it alive. */
const administrator = once(async () =>
  openPool({ connectionString: serverUrl(), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }),
)

function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL
  if (url === undefined) throw new Error('TEST_DATABASE=postgres needs TEST_POSTGRES_URL, the address of a superuser.')
  return url
}

function getAddress(database: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${database}`
  return url.href
}
