/** Opens the configured database and brings it to the current schema, with the triggers that are declared. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, DatabaseError } from './database.ts'
import type { Derivation } from './derived/triggers.ts'
import { ensureFinishedCopy, migrate } from './migrate.ts'
import { isReplaced, migrations } from './migrations/index.ts'
import { openSqlite } from './sqlite/engine.ts'

export interface DatabaseConfig {
  databaseUrl: string | null
  dataDir: string
  /** The most connections to PostgreSQL. */
  databaseConnections?: number
  /** A read replica of PostgreSQL. */
  databaseReadUrl?: string | null
  /** Milliseconds after which a connection to PostgreSQL plans its statements again for the first time. */
  plansKeptMs?: number
  /** False for an embedded database whose rows may refer to rows of another one. */
  checksReferences?: boolean
}

/** The names of all migrations of this program, in order. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name)

/** Returns whether this program has the migration, or one that took its place. */
export const isKnownMigration = (name: string): boolean => migrationNames.includes(name) || isReplaced(name)

/** The path of the embedded database. */
export const getDatabasePath = (dataDir: string) => join(dataDir, 'platform.db')

export async function openDatabase(config: DatabaseConfig, derivations: readonly Derivation[]): Promise<Database> {
  const { databaseUrl, dataDir, checksReferences = true } = config
  const db =
    databaseUrl === null
      ? openSqlite(prepareFolder(dataDir), { checksReferences })
      : await loadPostgres(databaseUrl, config)
  try {
    await ensureFinishedCopy(db)
    await migrate(db, { derivations })
    performance.mark('database')
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The driver is imported only when it is used. */
async function loadPostgres(
  url: string,
  { databaseConnections: connections, databaseReadUrl: readUrl = null, plansKeptMs }: DatabaseConfig,
): Promise<Database> {
  const { openPostgres } = await import('./postgres/engine.ts')
  return openPostgres(url, { readUrl, plansKeptMs, ...(connections === undefined ? {} : { connections }) })
}

function prepareFolder(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new DatabaseError(`The folder ${dataDir} of DATA_DIR cannot be used: ${why}.`, { cause: error })
  }
  return getDatabasePath(dataDir)
}
