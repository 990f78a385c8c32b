/** The worker thread of SQLite: long reads on a connection of its own, and copies of the log. */

import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import type { Decoding } from '../database.ts'
import { createReader, type SqliteValue } from './values.ts'

interface LongRead {
  sql: string
  values: SqliteValue[]
  decodings: ReadonlyMap<string, Decoding>
}

export interface LogCopy {
  mode: 'PASSIVE' | 'TRUNCATE'
  maxWaitMs: number
}

const { path } = workerData as { path: string }
let connection: DatabaseSync | undefined

const getConnection = () => {
  connection ??= new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  return connection
}

export function runRead({ sql, values, decodings }: LongRead): unknown[] {
  const readRows = createReader(getConnection().prepare(sql), decodings)
  return readRows(values)
}

/**
 * Copies the write-ahead log into the database file: as far as readers allow (`PASSIVE`), or all of it, for which it waits
 * for readers, and empties it (`TRUNCATE`). Returns whether no reader was in the way.
 */
export function copyLog({ mode, maxWaitMs }: LogCopy): boolean {
  const writer = new DatabaseSync(path, { timeout: maxWaitMs })
  try {
    writer.exec('PRAGMA synchronous = NORMAL')
    return writer.prepare(`PRAGMA wal_checkpoint(${mode})`).get()?.busy === 0
  } finally {
    writer.close()
  }
}
