/** Runs migrations: forward only, under a lock, in one transaction. */

import { unfinishedCopy } from './copy/tables.ts'
import type { Connection, Database } from './database.ts'
import { DatabaseError } from './database.ts'
import { reconcileTriggers } from './derived/reconcile.ts'
import type { Derivation } from './derived/triggers.ts'
import { migrations } from './migrations/index.ts'
import { buildStatements, isContract, type Migration } from './migrations/schema.ts'
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
        const newer = done.filter((name) => !known.has(name))
        refuseContracted(newer)
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

async function runMigrations(tx: Connection, all: readonly Migration[], done: ReadonlySet<string>): Promise<string[]> {
  const missing = all.filter(({ name }) => !done.has(name))
  for (const migration of missing) {
    for (const statement of buildStatements(migration, tx.engine)) await runRaw(tx, statement)
    await recordMigration(tx, migration.name)
  }
  return missing.map(({ name }) => name)
}

function recordMigration(tx: Connection, name: string) {
  const values = tx.engine === 'sqlite' ? '?, ?' : '$1, $2'
  return runRaw(tx, `insert into migrations (name, applied_at) values (${values})`, {
    name,
    at: new Date().toISOString(),
  })
}
