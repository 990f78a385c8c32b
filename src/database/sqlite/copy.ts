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
 * Opens the database as it is at this moment; what is committed later is not seen. `atThatMoment` runs while no process
 * can commit, so that what it sees outside the database matches the rows. Keep it short.
 */
export async function openSnapshot(path: string, atThatMoment: () => Promise<void>): Promise<DatabaseSync> {
  const [writer, reader] = [openExisting(path), openExisting(path)]
  try {
    await beginExclusive(writer)
    reader.exec('BEGIN')
    reader.prepare('select count(*) from sqlite_schema').get()
    await atThatMoment()
    writer.exec('ROLLBACK')
    return reader
  } catch (error) {
    reader.close()
    throw error
  } finally {
    writer.close()
  }
}

/** Copies a snapshot to a new file; later commits do not restart it. */
export async function copySnapshot(snapshot: DatabaseSync, target: string): Promise<void> {
  await backup(snapshot, target, { rate: pagesAtOnce })
}

function openExisting(path: string): DatabaseSync {
  const db = openFile(path)
  try {
    return ensureOurs(db, path)
  } catch (error) {
    db.close()
    throw error
  }
}

function openFile(path: string): DatabaseSync {
  // Opening a missing file would create it.
  if (!existsSync(path)) throw new DatabaseError(`There is no database ${path}; check DATA_DIR.`)
  return new DatabaseSync(path, { timeout: 5_000 })
}

function ensureOurs(db: DatabaseSync, path: string): DatabaseSync {
  try {
    if (db.prepare('PRAGMA application_id').get()?.application_id === applicationId) return db
  } catch (error) {
    if (isDamaged(error)) throw new DatabaseError(`The database ${path} is damaged.`, { cause: error })
    throw error
  }
  throw new DatabaseError(`The database ${path} belongs to another program; check DATA_DIR.`)
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

/** Opens the database for this connection alone; returns null when a service runs. */
export function openLocked(path: string): DatabaseSync | null {
  const db = openFile(path)
  try {
    if (lock(db)) return ensureOurs(db, path)
  } catch (error) {
    db.close()
    throw error
  }
  db.close()
  return null
}

/**
 * Locks the database against every service until the returned function is called; returns null when a service runs. A
 * damaged file is not locked.
 */
export function lockOut(path: string): (() => void) | null {
  if (!existsSync(path)) return () => undefined
  const db = new DatabaseSync(path)
  try {
    if (lock(db)) return () => db.close()
  } catch (error) {
    db.close()
    if (isDamaged(error)) return () => undefined
    throw error
  }
  db.close()
  return null
}

/** Returns false when another process has the database. */
function lock(db: DatabaseSync): boolean {
  try {
    // Set before the first read, this locks the file itself for all connections.
    db.exec('PRAGMA locking_mode = EXCLUSIVE')
    db.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}
