/** Copies the embedded database while a service writes to it, and detects running services. */

import { existsSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from '../database.ts'
import { isBusy, isDamaged } from './connection.ts'
import { applicationId } from './values.ts'

/** How long a copy waits for writers. */
const busyTimeoutMs = 60_000
/** Pages per step, copied off the event loop. */
const pagesAtOnce = 2_000

/**
 * Copies the database at `source` to a new file. `atThatMoment` runs at the moment of the copy while no process can
 * commit, so that what it sees outside the database matches the rows. Keep it short.
 */
export async function copyDatabase(source: string, target: string, atThatMoment: () => Promise<void>) {
  const [writer, reader] = [openExisting(source), openExisting(source)]
  try {
    await beginExclusive(writer)
    // This read transaction fixes the moment of the copy; later commits do not restart it.
    reader.exec('BEGIN')
    reader.prepare('select count(*) from sqlite_schema').get()
    await atThatMoment()
    writer.exec('ROLLBACK')
    await backup(reader, target, { rate: pagesAtOnce })
  } finally {
    reader.close()
    writer.close()
  }
}

function openExisting(path: string): DatabaseSync {
  // Opening a missing file would create it.
  if (!existsSync(path)) throw new DatabaseError(`There is no database ${path}; check DATA_DIR.`)
  const db = new DatabaseSync(path, { timeout: 5_000 })
  try {
    if (db.prepare('PRAGMA application_id').get()?.application_id === applicationId) return db
    throw new DatabaseError(`The database ${path} belongs to another program; check DATA_DIR.`)
  } catch (error) {
    db.close()
    if (isDamaged(error)) throw new DatabaseError(`The database ${path} is damaged.`, { cause: error })
    throw error
  }
}

/** A busy service leaves the database free for short times only, so this polls more often than SQLite. */
async function beginExclusive(db: DatabaseSync) {
  db.exec('PRAGMA busy_timeout = 0')
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      db.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      await pause(Math.random() * 5)
    }
  }
}

/** Throws for a database that is damaged or inconsistent; returns its migrations. */
export function checkIntegrity(path: string): string[] {
  const db = openExisting(path)
  try {
    const [state] = db.prepare('PRAGMA integrity_check(1)').all()
    const [orphan] = db.prepare('PRAGMA foreign_key_check').all()
    if (state?.integrity_check !== 'ok' || orphan !== undefined)
      throw new DatabaseError('The database is damaged; its copy was thrown away.')
    return db
      .prepare('select name from migrations order by name')
      .all()
      .map(({ name }) => String(name))
  } finally {
    db.close()
  }
}

/**
 * Locks the database against every service until the returned function is called; returns null when a service runs. A
 * damaged file is not locked.
 */
export function lockOut(path: string): (() => void) | null {
  if (!existsSync(path)) return () => undefined
  const db = new DatabaseSync(path)
  try {
    // Set before the first read, this locks the file itself for all connections.
    db.exec('PRAGMA locking_mode = EXCLUSIVE')
    db.exec('BEGIN EXCLUSIVE')
    return () => db.close()
  } catch (error) {
    db.close()
    if (isBusy(error)) return null
    if (isDamaged(error)) return () => undefined
    throw error
  }
}
