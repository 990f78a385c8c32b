/** Replaces the content of `DATA_DIR` by a backup, atomically, or brings its parts to PostgreSQL and a bucket. */

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createStorage } from '#adapters/storage/storage-factory.ts'
import type { DataLocation } from '#config/data-location.ts'
import { rethrowUnlessMissing } from '#core/missing-files.ts'
import { copyRows } from '#database/copy/copy.ts'
import { openSqliteSource } from '#database/copy/sqlite.ts'
import { getDatabasePath, isKnownMigration } from '#database/index.ts'
import { migrate } from '#database/migrate.ts'
import { lockOut } from '#database/sqlite/copy.ts'
import { openSqlite } from '#database/sqlite/engine.ts'
import { BackupError, toBackupError } from './backup-error.ts'
import { copyDurably, runForEach, syncFolder } from './file-copies.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { copyStoredFiles } from './stored-files.ts'

export interface RestoreResult {
  dataDir: string
  /** When the backup was made, and by which version. */
  made_at: string
  version: string
  /** The path of the former content; null when there was none. */
  former: string | null
}

/**
 * Copies the backup beside `DATA_DIR` and compares it with the manifest; then two renames replace the content. After
 * any error before that, nothing has changed. The former content is kept under another name. A PostgreSQL database must
 * be empty; a bucket keeps what it has.
 */
export async function restoreBackup(place: DataLocation, backup: string, replace: boolean): Promise<RestoreResult> {
  const folder = resolve(backup)
  const dataDir = existsSync(place.dataDir) ? await realpath(place.dataDir) : place.dataDir
  const manifest = await readManifest(folder, isKnownMigration).catch(toBackupError('The backup cannot be read'))
  refuseOtherPlace(place, manifest)
  const letIn = lockOut(getDatabasePath(dataDir))
  if (letIn === null) throw new BackupError(`A service runs on ${dataDir}; stop it first.`)
  try {
    const holds = await isHolding(dataDir)
    if (holds && !replace)
      throw new BackupError(`${dataDir} is not empty; --replace puts the backup in its place and keeps what is there.`)
    const former = await restoreInto(folder, { ...place, dataDir }, manifest)
    return { dataDir, made_at: manifest.made_at, version: manifest.version, former: holds ? former : null }
  } catch (error) {
    return toBackupError('Nothing was restored')(error)
  } finally {
    letIn()
  }
}

function refuseOtherPlace({ storage }: DataLocation, manifest: Manifest) {
  if (manifest.storage === 's3' && storage !== 's3')
    throw new BackupError('The files of this backup are in a bucket; set STORAGE to s3.')
}

async function isHolding(folder: string): Promise<boolean> {
  const names = await rethrowUnlessMissing(readdir(folder))
  return names !== null && names.length > 0
}

/** Returns the path of the former content. */
async function restoreInto(folder: string, place: DataLocation, manifest: Manifest): Promise<string> {
  await mkdir(dirname(place.dataDir), { recursive: true })
  const fresh = await mkdtemp(`${place.dataDir}.restored-`)
  try {
    await copyWhole(folder, fresh, manifest)
    // Before the files, so that a database that is not empty is refused before anything is changed.
    if (place.databaseUrl !== null) await prepareDatabase(place.databaseUrl, manifest)
    if (place.s3 !== null && manifest.storage === 'disk') await moveFiles(fresh, place)
    if (place.databaseUrl !== null) await moveRows(fresh, place.databaseUrl, manifest)
    return await swapFolders(place.dataDir, fresh)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
}

/** Moves the files to the bucket. Those that are there stay: a key is never used again for other content. */
async function moveFiles(fresh: string, place: DataLocation) {
  const rows = openSqliteSource(getDatabasePath(fresh))
  const from = createStorage({ dataDir: fresh, s3: null })
  const to = createStorage({ ...place, dataDir: fresh })
  await copyStoredFiles({ from, to, findFile: rows.findFile }).finally(rows.close)
  await rm(join(fresh, 'files'), { recursive: true, force: true })
}

async function prepareDatabase(url: string, manifest: Manifest) {
  const { openPostgresTarget } = await import('#database/copy/postgres.ts')
  const target = await openPostgresTarget(url)
  await target.prepare(describeBackup(manifest)).finally(target.close)
}

/** Identifies the backup, so that an interrupted restore goes on with the same one. */
function describeBackup({ made_at, entries }: Manifest): string {
  const sha256 = entries.find((entry) => entry.path === 'platform.db')?.sha256
  return `the backup of ${made_at} (${sha256})`
}

/** Moves the rows to PostgreSQL. After an interruption, restoring the same backup again goes on. */
async function moveRows(fresh: string, url: string, manifest: Manifest) {
  const path = getDatabasePath(fresh)
  const db = openSqlite(path)
  await migrate(db).finally(() => db.close())
  const { openPostgresTarget, readPostgresTables } = await import('#database/copy/postgres.ts')
  const source = openSqliteSource(path)
  const target = await openPostgresTarget(url)
  try {
    await copyRows({ source, name: describeBackup(manifest), target, readTables: () => readPostgresTables(url) })
  } finally {
    await target.close()
    await source.close()
  }
  for (const ending of ['', '-wal', '-shm']) await rm(path + ending, { force: true })
}

async function copyWhole(folder: string, fresh: string, { entries }: Manifest) {
  await runForEach(entries, async ({ path, size, sha256 }) => {
    const damagedFile = (cause?: unknown) =>
      new BackupError(`The backup is damaged: ${path} is not what was backed up.`, { cause })
    const sum = await copyDurably(join(folder, path), join(fresh, path)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? damagedFile(error) : error
    })
    if (sum.size !== size || sum.sha256 !== sha256) throw damagedFile()
  })
}

async function swapFolders(dataDir: string, fresh: string): Promise<string> {
  const former = fresh.replace(/\.restored-(\w+)$/, '.replaced-$1')
  const wasThere = existsSync(dataDir)
  if (wasThere) await rename(dataDir, former).catch(explainMount(dataDir))
  try {
    await rename(fresh, dataDir)
  } catch (error) {
    if (wasThere) await rename(former, dataDir)
    throw error
  }
  await syncFolder(dirname(dataDir))
  // It stays where it has files, and its path is returned.
  if (wasThere) await rmdir(former).catch(() => undefined)
  return former
}

const explainMount = (dataDir: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EBUSY' && error.code !== 'EXDEV') throw error
  throw new BackupError(`${dataDir} is a mount and cannot be swapped; let DATA_DIR be a folder within it.`, {
    cause: error,
  })
}
