/** Runs migrations: forward only, under a lock, in one transaction. */

import { unfinishedCopy } from './copy/tables.ts'
import type { Connection, Database, Parameters, Statement } from './database.ts'
import { DatabaseError } from './database.ts'
import { migrations } from './migrations/index.ts'
import { buildStatements, isContract, type Migration } from './migrations/schema.ts'

const rawStatement = (sql: string, parameters: readonly string[] = [], reads = false): Statement => ({
  // Negative keys differ from those of `prepare`; a statement of a migration runs once.
  key: -++rawKeys,
  sql,
  parameters,
  decodings: new Map(),
  reads,
  isUnlimited: true,
})
let rawKeys = 0

const run = (connection: Connection, sql: string, parameters: Parameters = {}) =>
  connection.run(rawStatement(sql, Object.keys(parameters)), parameters)

/** Throws for the target of a copy that has not finished: rows may be missing, and nothing guards their relations. */
export async function ensureFinishedCopy(db: Database): Promise<void> {
  const text =
    db.engine === 'sqlite'
      ? `select name from sqlite_schema where name = '${unfinishedCopy}'`
      : `select table_name from information_schema.tables where table_name = '${unfinishedCopy}'
         and table_schema = current_schema()`
  const found = await db.all(rawStatement(text, [], true), {})
  if (found.length > 0)
    throw new DatabaseError(
      'The database is the target of a move or a restore that has not finished; run the same command again, or remove the database.',
    )
}

/** Returns the names of the migrations that ran, in order. */
export async function migrate(db: Database, all: readonly Migration[] = migrations): Promise<string[]> {
  const applied: string[] = []
  // One transaction for all migrations: a failed upgrade leaves the database unchanged. Instances that start together
  // run one after the other.
  const upgrade = () =>
    db.transaction(async (tx) => {
      applied.length = 0
      // An index over a large table takes longer than any statement of the running service may.
      if (tx.engine === 'postgres') await run(tx, 'set local statement_timeout = 0')
      await run(tx, 'create table if not exists "migrations" ("name" text primary key, "applied_at" text not null)')
      const rows = await tx.all<{ name: string }>(rawStatement('select name from migrations order by name'), {})
      const known = new Set(all.map(({ name }) => name))
      const newer = rows.find(({ name }) => !known.has(name) && isContract(name))
      if (newer)
        throw new DatabaseError(
          `The database was made by a newer version of the service (it has the migration ${newer.name}); start that version.`,
        )
      const done = new Set(rows.map(({ name }) => name))
      for (const migration of all.filter(({ name }) => !done.has(name))) {
        for (const statement of buildStatements(migration, tx.engine)) await run(tx, statement)
        await recordMigration(tx, migration.name)
        applied.push(migration.name)
      }
    })
  await db.runExclusive(upgrade)
  return applied
}

function recordMigration(tx: Connection, name: string) {
  const values = tx.engine === 'sqlite' ? '?, ?' : '$1, $2'
  return run(tx, `insert into migrations (name, applied_at) values (${values})`, { name, at: new Date().toISOString() })
}
