/** Copies the embedded database as it is at one moment while a service writes to it, and tells whether one runs. */

import { existsSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from '../database.ts'
import { isBusy, isDamaged } from './connection.ts'
import { applicationId } from './values.ts'

/** How long writers may keep a copy from its moment, in milliseconds. */
const busyTimeoutMs = 60_000
/** Pages copied at once, off the event loop. */
const pagesAtOnce = 2_000

/**
 * Copies the database at `source` to a new file. The work runs at the very moment the copy shows: no process can
 * commit while it does, so what it sees outside the database belongs to the rows of the copy. Keep it short.
 */
export async function copyDatabase(source: string, target: string, atThatMoment: () => Promise<void>) {
  const [writer, reader] = [openExisting(source), openExisting(source)]
  try {
    await beginExclusive(writer)
    // The read holds on to this moment: what is committed later does not begin the copy anew.
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
  // Opening would make it.
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

/** A busy service leaves the database free for moments only, so this looks more often than SQLite would. */
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

/** Refuses a database file that is damaged or whose rows contradict each other; answers its migrations. */
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

/** Keeps every service from the database until it is called; null when one runs. A damaged file keeps nobody. */
export function lockOut(path: string): (() => void) | null {
  if (!existsSync(path)) return () => undefined
  const db = new DatabaseSync(path)
  try {
    // Set before the first read, this locks the file itself, which every open connection shares.
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
