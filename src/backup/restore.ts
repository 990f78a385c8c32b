/** Replaces the content of `DATA_DIR` by a backup, atomically. */

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { DataLocation } from '#config/data-location.ts'
import { databasePath, migrationNames } from '#database/index.ts'
import { lockOut } from '#database/sqlite/copy.ts'
import { BackupError, toBackupError } from './backup-error.ts'
import { copyDurably, forEach, syncFolder } from './copying.ts'
import { type Manifest, readManifest } from './manifest.ts'

export interface Restored {
  dataDir: string
  /** When the backup was made, and by which version. */
  made_at: string
  version: string
  /** The path of the former content; null when there was none. */
  former: string | null
}

/**
 * Copies the backup beside `DATA_DIR` and compares it with the manifest; then two renames replace the content. After
 * any error before that, nothing has changed. The former content is kept under another name.
 */
export async function restoreBackup(place: DataLocation, backup: string, replace: boolean): Promise<Restored> {
  const folder = resolve(backup)
  const dataDir = existsSync(place.dataDir) ? await realpath(place.dataDir) : place.dataDir
  const manifest = await readManifest(folder, migrationNames).catch(toBackupError('The backup cannot be read'))
  refuseOtherPlace(place, manifest)
  const letIn = lockOut(databasePath(dataDir))
  if (letIn === null) throw new BackupError(`A service runs on ${dataDir}; stop it first.`)
  try {
    const holds = await isHolding(dataDir)
    if (holds && !replace)
      throw new BackupError(`${dataDir} is not empty; --replace puts the backup in its place and keeps what is there.`)
    const former = await restoreInto(folder, dataDir, manifest)
    return { dataDir, made_at: manifest.made_at, version: manifest.version, former: holds ? former : null }
  } catch (error) {
    return toBackupError('Nothing was restored')(error)
  } finally {
    letIn()
  }
}

function refuseOtherPlace({ databaseUrl, storage }: DataLocation, manifest: Manifest) {
  if (databaseUrl !== null)
    throw new BackupError(
      'The database is PostgreSQL, which pg_restore brings back; without DATABASE_URL the backup is restored into DATA_DIR.',
    )
  if (storage !== manifest.storage)
    throw new BackupError(
      `The files of this backup are ${manifest.storage === 's3' ? 'in a bucket' : 'in the backup itself'}; set STORAGE to ${manifest.storage}.`,
    )
}

async function isHolding(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.length > 0
}

/** Returns the path of the former content. */
async function restoreInto(folder: string, dataDir: string, manifest: Manifest): Promise<string> {
  await mkdir(dirname(dataDir), { recursive: true })
  const fresh = await mkdtemp(`${dataDir}.restored-`)
  try {
    await copyWhole(folder, fresh, manifest)
    return await swapFolders(dataDir, fresh)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
}

async function copyWhole(folder: string, fresh: string, { entries }: Manifest) {
  await forEach(entries, async ({ path, size, sha256 }) => {
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
  if (wasThere) await rmdir(former).catch(() => undefined)
  return former
}

const explainMount = (dataDir: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EBUSY' && error.code !== 'EXDEV') throw error
  throw new BackupError(`${dataDir} is a mount and cannot be swapped; let DATA_DIR be a folder within it.`, {
    cause: error,
  })
}
