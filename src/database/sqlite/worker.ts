/** The worker thread of SQLite: long reads on a connection of its own, and checkpoints. */

import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'piscina'
import type { Decoding } from '../database.ts'
import { createReader, type SqliteValue } from './values.ts'

interface LongRead {
  sql: string
  values: SqliteValue[]
  decodings: ReadonlyMap<string, Decoding>
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

/** Copies the write-ahead log into the database file as far as readers allow, without waiting. */
export function runCheckpoint() {
  const writer = new DatabaseSync(path, { timeout: 5_000 })
  try {
    writer.exec('PRAGMA synchronous = NORMAL')
    writer.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } finally {
    writer.close()
  }
}
