import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDiskFull } from '#core/disk-full.ts'
import { createDatabase } from '#test/support/database.ts'
import type { Statement } from './database.ts'

/** The error of PostgreSQL when its disk is full. */
const statement: Statement = {
  key: -1_000_000,
  sql: `do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
  parameters: [],
  decodings: new Map(),
  reads: false,
}

// For SQLite see test/resilience/full-disk.test.ts.
if (process.env.TEST_DATABASE === 'postgres')
  describe('a full disk', () => {
    it('is recognised on PostgreSQL, outside and inside a transaction', async (t) => {
      const { db, drop } = await createDatabase()
      t.after(drop)

      await assert.rejects(db.run(statement, {}), isDiskFull)
      await assert.rejects(
        db.transaction((connection) => connection.run(statement, {})),
        isDiskFull,
      )
    })
  })
