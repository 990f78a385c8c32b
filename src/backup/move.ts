/** Moves a service to another database or another storage. What was there stays as it is. */

import { createStorage } from '#adapters/storage/storage-factory.ts'
import type { DataLocation } from '#config/data-location.ts'
import { type CopiedTable, copyRows } from '#database/copy/copy.ts'
import { createSqliteSource, openSqliteTarget } from '#database/copy/sqlite.ts'
import type { Source, Target } from '#database/copy/tables.ts'
import { getDatabasePath } from '#database/index.ts'
import { openLocked } from '#database/sqlite/copy.ts'
import { BackupError, toBackupError } from './backup-error.ts'
import { copyStoredFiles } from './stored-files.ts'

interface Move {
  from: DataLocation
  to: DataLocation
  /** Called after each table, with the number of rows that were copied now. */
  onTable: (name: string, rows: number) => void
}

export interface MoveResult {
  /** The tables that both databases have in common now; null if the database stays. */
  tables: readonly CopiedTable[] | null
  /** The files that were copied now; null if the storage stays. */
  files: number | null
}

/**
 * Copies rows and files, and compares each with its copy. The service must not run. An interrupted move goes on when it
 * is run again.
 */
export async function move({ from, to, onTable }: Move): Promise<MoveResult> {
  const [movesRows, movesFiles] = [from.databaseUrl !== to.databaseUrl, from.storage !== to.storage]
  if (!movesRows && !movesFiles) throw new BackupError('Database and storage are there already.')
  try {
    const source = await openSource(from)
    try {
      const tables = movesRows ? await moveRows(source, { from, to, onTable }) : null
      const files = movesFiles ? await moveFiles(source, from, to) : null
      return { tables, files }
    } finally {
      await source.close()
    }
  } catch (error) {
    return toBackupError('The move has not finished')(error)
  }
}

/** The driver is imported only when it is used. */
const loadPostgres = () => import('#database/copy/postgres.ts')

async function openSource({ databaseUrl, dataDir }: DataLocation): Promise<Source> {
  if (databaseUrl === null) {
    const db = openLocked(getDatabasePath(dataDir))
    if (db === null) throw new BackupError(`A service runs on ${dataDir}; stop it first.`)
    return createSqliteSource(db)
  }
  const { isPostgresInUse, openPostgresSource } = await loadPostgres()
  if (await isPostgresInUse(databaseUrl))
    throw new BackupError('A service runs on the PostgreSQL database; stop it first.')
  return openPostgresSource(databaseUrl)
}

async function moveRows(source: Source, { from, to, onTable }: Move): Promise<CopiedTable[]> {
  const { openPostgresTarget, readPostgresTables } = await loadPostgres()
  const described = to.databaseUrl ?? from.databaseUrl
  if (described === null) throw new BackupError('Copy the folder DATA_DIR to move an embedded database.')
  const target: Target =
    to.databaseUrl === null ? openSqliteTarget(getDatabasePath(to.dataDir)) : await openPostgresTarget(to.databaseUrl)
  try {
    const readTables = () => readPostgresTables(described)
    return await copyRows({ source, name: describePlace(from), target, readTables, onTable })
  } finally {
    await target.close()
  }
}

/** Names the source without its password. */
function describePlace({ databaseUrl, dataDir }: DataLocation): string {
  if (databaseUrl === null) return `the database in ${dataDir}`
  const { host, pathname } = new URL(databaseUrl)
  return `the database ${host}${pathname}`
}

const moveFiles = (source: Source, from: DataLocation, to: DataLocation): Promise<number> =>
  copyStoredFiles({ from: createStorage(from), to: createStorage(to), findFile: source.findFile })
