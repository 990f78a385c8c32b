/** Runs migrations: forward only, under a lock, in one transaction. */

import { unfinishedCopy } from './copy/tables.ts'
import type { Connection, Database, TransactionConnection } from './database.ts'
import { DatabaseError } from './database.ts'
import { reconcileTriggers } from './derived/reconcile.ts'
import type { Derivation } from './derived/triggers.ts'
import { isReplaced, migrations } from './migrations/index.ts'
import { type ExistingSchema, isContract, type Migration, type Step } from './migrations/schema.ts'
import { buildSteps } from './migrations/steps.ts'
import { createRawStatement, runRaw, selectRaw } from './raw-statement.ts'

/** Throws for the target of a copy that has not finished: rows may be missing, and nothing guards their relations. */
export async function ensureFinishedCopy(db: Database): Promise<void> {
  const text =
    db.engine === 'sqlite'
      ? `select name from sqlite_schema where name = '${unfinishedCopy}'`
      : `select table_name from information_schema.tables where table_name = '${unfinishedCopy}'
         and table_schema = current_schema()`
  const found = await db.all(createRawStatement(text, [], true), {})
  if (found.length > 0)
    throw new DatabaseError(
      'The database is the target of a move or a restore that has not finished; run the same command again, or remove the database.',
    )
}

interface MigrationOptions {
  /** All migrations of the service by default. */
  all?: readonly Migration[]
  /** What the triggers follow from. Without it they stay as they are. */
  derivations?: readonly Derivation[]
}

/** Runs what is missing, and makes the triggers those that are declared. Returns the names of the migrations that ran, in order. */
export async function migrate(
  db: Database,
  { all = migrations, derivations }: MigrationOptions = {},
): Promise<string[]> {
  let applied: string[] = []
  // One transaction for all migrations: a failed upgrade leaves the database unchanged. Instances that start together
  // run one after the other. Each statement sees what others have committed, so that rows are counted exactly.
  const upgrade = () =>
    db.transaction(
      async (tx) => {
        // An index over a large table takes longer than any statement of the running service may.
        if (tx.engine === 'postgres') await runRaw(tx, 'set local statement_timeout = 0')
        const done = await readMigrations(tx)
        const known = new Set(all.map(({ name }) => name))
        const newer = done.filter((name) => !known.has(name) && !isReplaced(name, all))
        refuseContracted(newer)
        ensureUpgradable(done, all)
        applied = await runMigrations(tx, all, new Set(done))
        // The triggers of a newer version stay, whose instances may run beside this one.
        if (derivations !== undefined && newer.length === 0) await reconcileTriggers(tx, derivations)
      },
      { locksFirst: true },
    )
  await db.runExclusive(upgrade)
  return applied
}

/** Returns the names of the migrations that the database has, in order. */
async function readMigrations(tx: Connection): Promise<string[]> {
  await runRaw(tx, 'create table if not exists "migrations" ("name" text primary key, "applied_at" text not null)')
  const rows = await selectRaw<{ name: string }>(tx, 'select name from migrations order by name')
  return rows.map(({ name }) => name)
}

function refuseContracted(newer: readonly string[]) {
  const contracted = newer.find(isContract)
  if (contracted !== undefined)
    throw new DatabaseError(
      `The database was made by a newer version of the service (it has the migration ${contracted}); start that version.`,
    )
}

/** Throws for a database that was made before the migrations with which this version can go on. */
export function ensureUpgradable(done: readonly string[], all: readonly Migration[] = migrations): void {
  for (const { name, replaces } of all)
    if (
      replaces !== undefined &&
      !done.includes(replaces.since) &&
      done.some((one) => one < name) &&
      !done.includes(name)
    )
      throw new DatabaseError(
        `The database was made by a version that this one cannot upgrade (it has no migration ${replaces.since}); start the last version before 1.0 with it first.`,
      )
}

async function runMigrations(
  tx: TransactionConnection,
  all: readonly Migration[],
  done: ReadonlySet<string>,
): Promise<string[]> {
  const missing = all.filter(({ name }) => !done.has(name))
  for (const migration of missing) {
    for (const step of await listSteps(tx, migration, done)) await step.run(tx)
    await recordMigration(tx, migration.name)
  }
  return missing.map(({ name }) => name)
}

/** Returns what a migration does in this database, which may have migrations that it has taken the place of. */
async function listSteps(tx: Connection, migration: Migration, done: ReadonlySet<string>): Promise<Step[]> {
  const { name, replaces } = migration
  if (replaces === undefined || ![...done].some((one) => one < name)) return buildSteps(migration, tx.engine)
  const found = await readFound(tx)
  return buildSteps({ name, up: (schema) => replaces.upgrade(schema, found) }, tx.engine)
}

const sqliteNames = `select name from sqlite_schema where type in ('table', 'index')
  union all select tables.name || '.' || columns.name from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table'`

const postgresNames = `select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i')
  union all select table_name || '.' || column_name from information_schema.columns where table_schema = current_schema()`

/** Returns what the database has of migrations, tables, indexes and columns. */
export async function readFound(tx: Connection): Promise<ExistingSchema> {
  const rows = await selectRaw<{ name: string }>(tx, tx.engine === 'sqlite' ? sqliteNames : postgresNames)
  return { done: new Set(await readMigrations(tx)), names: new Set(rows.map(({ name }) => name)) }
}

function recordMigration(tx: Connection, name: string) {
  const values = tx.engine === 'sqlite' ? '?, ?' : '$1, $2'
  return runRaw(tx, `insert into migrations (name, applied_at) values (${values})`, {
    name,
    at: new Date().toISOString(),
  })
}
