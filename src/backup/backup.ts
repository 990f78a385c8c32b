/** Backs up an embedded service while it runs, into a folder that can be restored. */

import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { DataLocation } from '#config/data-location.ts'
import { systemClock } from '#core/time.ts'
import { databasePath } from '#database/index.ts'
import { checkIntegrity, copyDatabase } from '#database/sqlite/copy.ts'
import { BackupError, toBackupError } from './backup-error.ts'
import { copyDurably, forEach, protectFile, syncFolder } from './copying.ts'
import { HeldFiles } from './held-files.ts'
import { type Entry, writeManifest } from './manifest.ts'

export interface Made {
  folder: string
  /** Files of users and features, without the database. */
  files: number
  bytes: number
  /** Whether the secret was stored in `DATA_DIR` and is in the backup. */
  secret: boolean
}

const holdingName = 'held-for-backup-'
/** A backup that takes longer was killed. */
const longest = 24 * 60 * 60 * 1_000

/**
 * Creates the folder atomically: it gets its name when everything is in it and on the disk.
 *
 * The files are linked first, because that may take long. Then, at the moment of the database copy, the new files are
 * linked too. If the database were copied first, a file that is removed soon after would be missing; if it were copied
 * last, the files of the newest rows would be.
 */
export async function makeBackup(place: DataLocation, target: string, version: string): Promise<Made> {
  refuseElsewhere(place)
  const folder = resolve(target)
  if (existsSync(folder)) throw new BackupError(`${folder} is there already; name a folder that is not.`)
  if (!existsSync(databasePath(place.dataDir)))
    throw new BackupError(`There is no database in ${place.dataDir}; check DATA_DIR.`)

  const made: string[] = []
  try {
    await removeLeftovers(place.dataDir)
    const unfinished = await mkdtemp(`${folder}.unfinished-`)
    made.push(unfinished)
    const holding = await mkdtemp(join(place.dataDir, holdingName))
    made.push(holding)
    const entries = await collect(place, { unfinished, holding, version })
    await rename(unfinished, folder)
    await syncFolder(dirname(folder))
    return summarizeBackup(folder, entries)
  } catch (error) {
    return toBackupError('The backup cannot be made')(error)
  } finally {
    for (const one of made) await rm(one, { recursive: true, force: true })
  }
}

function refuseElsewhere({ databaseUrl }: DataLocation) {
  if (databaseUrl !== null)
    throw new BackupError(
      'The database is PostgreSQL: back it up with pg_dump or the snapshots of its provider, and keep APP_SECRET and the files (the bucket, or DATA_DIR/files) with it.',
    )
}

interface Folders {
  unfinished: string
  holding: string
  version: string
}

async function collect({ dataDir, storage }: DataLocation, { unfinished, holding, version }: Folders) {
  const files = new HeldFiles(join(dataDir, 'files'), holding)
  const hold = async () => (storage === 'disk' ? files.hold() : [])
  await hold()
  let paths: string[] = []
  let made_at = ''
  const database = databasePath(unfinished)
  await copyDatabase(databasePath(dataDir), database, async () => {
    paths = await hold()
    made_at = systemClock.now()
  })
  const migrations = checkIntegrity(database)

  const entries: Entry[] = [{ path: 'platform.db', ...(await protectFile(database)) }]
  const secret = join(dataDir, 'secret')
  if (existsSync(secret)) entries.push({ path: 'secret', ...(await copyDurably(secret, join(unfinished, 'secret'))) })
  await forEach(paths, async (path) => {
    const sum = await copyDurably(join(holding, path), join(unfinished, 'files', path))
    entries.push({ path: `files/${path}`, ...sum })
  })
  await writeManifest(unfinished, { version, made_at, migrations, storage, entries })
  return entries
}

/** A killed backup leaves hard links, which keep removed files on the disk. */
async function removeLeftovers(dataDir: string) {
  const names = await readdir(dataDir)
  for (const name of names.filter((one) => one.startsWith(holdingName))) {
    const path = join(dataDir, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > longest) await rm(path, { recursive: true, force: true })
  }
}

const summarizeBackup = (folder: string, entries: readonly Entry[]): Made => ({
  folder,
  files: entries.filter(({ path }) => path.startsWith('files/')).length,
  bytes: entries.reduce((sum, { size }) => sum + size, 0),
  secret: entries.some(({ path }) => path === 'secret'),
})
