/** Backs up a service while it runs, into a folder that can be restored on either database and either storage. */

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createStorage } from '#adapters/storage/storage-factory.ts'
import type { DataLocation } from '#config/data-location.ts'
import { systemClock } from '#core/time.ts'
import { copyRows } from '#database/copy/copy.ts'
import { createSqliteSource, openSqliteTarget } from '#database/copy/sqlite.ts'
import type { Source } from '#database/copy/tables.ts'
import { getDatabasePath } from '#database/index.ts'
import { checkIntegrity, copySnapshot, openSnapshot } from '#database/sqlite/copy.ts'
import { BackupError, toBackupError } from './backup-error.ts'
import { copyDurably, runForEach, setPrivateMode, syncFolder } from './file-copies.ts'
import { HeldFiles, listFiles } from './held-files.ts'
import { type Entry, writeManifest } from './manifest.ts'
import { FetchedFiles } from './stored-files.ts'

interface Options {
  /** The version of this program. */
  version: string
  /** False leaves the files of a bucket to the bucket's own versioning. */
  withFiles?: boolean
}

export interface BackupSummary {
  folder: string
  /** Files of users and features, without the database. */
  files: number
  bytes: number
  /** Files that rows refer to, but that were lost before. */
  missing: number
  /** Whether the secret was stored in `DATA_DIR` and is in the backup. */
  secret: boolean
}

const holdingName = 'held-for-backup-'
/** A backup that takes longer was killed. */
const longest = 24 * 60 * 60 * 1_000
/** Files that are removed between a snapshot and its files make another snapshot necessary. */
const maxSnapshots = 20

/**
 * Creates the folder atomically: it gets its name when everything is in it and on the disk.
 *
 * The files are linked first (or copied, from a bucket), because that may take long. Then, at the moment of the
 * database copy, the new files are held too. If the database were copied first, a file that is removed soon after would
 * be missing; if it were copied last, the files of the newest rows would be.
 */
export async function createBackup(place: DataLocation, target: string, input: Options): Promise<BackupSummary> {
  const folder = resolve(target)
  if (existsSync(folder)) throw new BackupError(`${folder} is there already; name a folder that is not.`)
  if (place.databaseUrl === null && !existsSync(getDatabasePath(place.dataDir)))
    throw new BackupError(`There is no database in ${place.dataDir}; check DATA_DIR.`)

  const made: string[] = []
  try {
    await mkdir(place.dataDir, { recursive: true, mode: 0o700 })
    await removeLeftovers(place.dataDir)
    const unfinished = await mkdtemp(`${folder}.unfinished-`)
    made.push(unfinished)
    const holding = await mkdtemp(join(place.dataDir, holdingName))
    made.push(holding)
    const { entries, missing } = await collect(place, { unfinished, holding }, input)
    await rename(unfinished, folder)
    await syncFolder(dirname(folder))
    return { ...summarizeBackup(folder, entries), missing }
  } catch (error) {
    return toBackupError('The backup cannot be made')(error)
  } finally {
    for (const one of made) await rm(one, { recursive: true, force: true })
  }
}

interface Folders {
  unfinished: string
  holding: string
}

async function collect(place: DataLocation, folders: Folders, { version, withFiles = true }: Options) {
  const { unfinished } = folders
  const isBucketOnly = place.storage === 's3' && !withFiles
  const files = isBucketOnly ? noFiles : chooseFiles(place, folders)
  const database = getDatabasePath(unfinished)
  const { snapshot, missing } = await takeSnapshot(place, files)
  await snapshot.copyTo(database).finally(snapshot.source.close)
  const migrations = checkIntegrity(database)

  const entries: Entry[] = [{ path: 'platform.db', ...(await setPrivateMode(database)) }]
  const secret = join(place.dataDir, 'secret')
  if (existsSync(secret)) entries.push({ path: 'secret', ...(await copyDurably(secret, join(unfinished, 'secret'))) })
  entries.push(...(await files.copy()))
  await writeManifest(unfinished, {
    version,
    made_at: snapshot.made_at,
    migrations,
    storage: isBucketOnly ? 's3' : 'disk',
    entries,
  })
  return { entries, missing }
}

/** The database at one moment, of which all files are held. */
interface Snapshot {
  source: Source
  made_at: string
  /** Copies it to a new embedded database, which either engine can be restored from. */
  copyTo(path: string): Promise<void>
}

/**
 * Takes snapshots until no file was removed between the latest one and the holding of its files. A file that is missing
 * although a later snapshot still has its row was lost before. The first holding of all files may take long.
 */
async function takeSnapshot(place: DataLocation, files: Files): Promise<{ snapshot: Snapshot; missing: number }> {
  await files.begin()
  let formerlyMissing = new Set<string>()
  for (let attempts = 0; attempts < maxSnapshots; attempts++) {
    const snapshot = await openPlace(place, files.atThatMoment)
    try {
      const missing = await files.hold(snapshot.source)
      if (missing.every((key) => formerlyMissing.has(key))) return { snapshot, missing: missing.length }
      formerlyMissing = new Set(missing)
    } catch (error) {
      await snapshot.source.close()
      throw error
    }
    await snapshot.source.close()
  }
  throw new BackupError('Files are removed faster than they can be copied; try again when the service is less busy.')
}

async function openPlace({ databaseUrl, dataDir }: DataLocation, atThatMoment: () => Promise<void>): Promise<Snapshot> {
  if (databaseUrl === null) {
    const db = await openSnapshot(getDatabasePath(dataDir), atThatMoment)
    const copyTo = (path: string) => copySnapshot(db, path)
    return { source: createSqliteSource(db), made_at: systemClock.now(), copyTo }
  }
  const { openPostgresSource, readPostgresTables } = await import('#database/copy/postgres.ts')
  const source = await openPostgresSource(databaseUrl)
  const made_at = systemClock.now()
  const readTables = () => readPostgresTables(databaseUrl)
  return {
    source,
    made_at,
    async copyTo(path) {
      const target = openSqliteTarget(path)
      await copyRows({ source, name: 'backup', target, readTables }).finally(target.close)
    },
  }
}

/** Files that the service may remove during a backup. */
interface Files {
  /** Holds what is there. */
  begin(): Promise<void>
  /** Runs while the embedded database can commit nothing. */
  atThatMoment(): Promise<void>
  /** Holds the files of the snapshot; returns the keys of those that are gone already. */
  hold(source: Source): Promise<readonly string[]>
  /** Copies them into the backup. */
  copy(): Promise<Entry[]>
}

const nothing = async () => undefined
const noFiles: Files = { begin: nothing, atThatMoment: nothing, hold: async () => [], copy: async () => [] }

const chooseFiles = (place: DataLocation, folders: Folders): Files =>
  place.s3 === null ? linkFiles(place, folders) : fetchFiles(place, folders)

/** On the disk, links hold the files until they are copied. */
function linkFiles({ dataDir, databaseUrl }: DataLocation, { unfinished, holding }: Folders): Files {
  const files = new HeldFiles(join(dataDir, 'files'), holding)
  const link = async () => {
    paths = await files.hold()
  }
  let paths: string[] = []
  return {
    begin: link,
    atThatMoment: link,
    async hold(source) {
      // The paths are those of the moment already, because the embedded database could commit nothing.
      if (databaseUrl === null) return []
      await files.hold()
      const held = files.findHeld(await source.readFileKeys())
      paths = held.paths
      return held.missing
    },
    async copy() {
      const entries: Entry[] = []
      await runForEach(paths, async (path) => {
        const sum = await copyDurably(join(holding, path), join(unfinished, 'files', path))
        entries.push({ path: `files/${path}`, ...sum })
      })
      return entries
    },
  }
}

/** The files of a bucket are copied at once, and after each snapshot those that are new. */
function fetchFiles(place: DataLocation, { unfinished }: Folders): Files {
  const folder = join(unfinished, 'files')
  const files = new FetchedFiles(createStorage(place), createStorage({ dataDir: unfinished, s3: null }))
  let keys: string[] = []
  return {
    begin: () => files.fetchAll(),
    atThatMoment: nothing,
    async hold(source) {
      keys = await source.readFileKeys()
      return files.fetch(keys)
    },
    async copy() {
      await files.keepOnly(keys)
      const entries: Entry[] = []
      await runForEach(await listFiles(folder), async (path) => {
        entries.push({ path: `files/${path}`, ...(await setPrivateMode(join(folder, path))) })
      })
      await rm(join(folder, 'incoming'), { recursive: true, force: true })
      return entries
    },
  }
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

const summarizeBackup = (folder: string, entries: readonly Entry[]): Omit<BackupSummary, 'missing'> => ({
  folder,
  files: entries.filter(({ path }) => path.startsWith('files/')).length,
  bytes: entries.reduce((sum, { size }) => sum + size, 0),
  secret: entries.some(({ path }) => path === 'secret'),
})
