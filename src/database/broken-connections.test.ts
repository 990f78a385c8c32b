import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUnavailable } from '#core/problem.ts'
import { createDatabase } from '#test/support/database.ts'
import { openWire } from '#test/support/postgres-wire.ts'
import type { Statement } from './database.ts'
import { inspectDatabase } from './inspection.ts'

const away = createUnavailable('The database cannot be reached at the moment, please try again.', 2)

const endsItself: Statement = {
  // No other statement has it: the first ones below zero belong to the migrations.
  key: -4_000,
  sql: 'select pg_terminate_backend(pg_backend_pid())',
  parameters: [],
  decodings: new Map(),
  reads: true,
}

if (process.env.TEST_DATABASE === 'postgres')
  describe('a connection that the database server closes', () => {
    it('fails the requests that used it, and no others', async (t) => {
      const { db, drop } = await createDatabase()
      t.after(drop)
      const ending = () => db.all(endsItself, {})

      for (let times = 0; times < 20; times++) {
        await assert.rejects(ending(), away)
        await assert.rejects(
          db.transaction((tx) => tx.all(endsItself, {})),
          away,
        )
        // This connection holds a lock and is idle.
        await assert.rejects(db.runExclusive(ending), away)
      }

      await db.ping()
    })

    it('fails the inspection of the database, and not the process', async (t) => {
      const { config, drop } = await createDatabase()
      t.after(drop)
      const { url, close } = await openWire(config.databaseUrl ?? '', { endsAt: 'clock_timestamp' })
      t.after(close)

      await assert.rejects(inspectDatabase({ databaseUrl: url, dataDir: '' }), /Connection terminated unexpectedly/)
    })
  })
