import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { startPostgres } from '#test/support/postgres-server.ts'
import type { Statement } from './database.ts'
import { openClient } from './postgres/client.ts'
import { openPostgres } from './postgres/engine.ts'

const rows = 50_000
let keys = -2_000
const statement = (sql: string): Statement => ({ key: keys--, sql, parameters: [], decodings: new Map(), reads: false })

/** Starts a server with little memory for predicate locks, and a serializable transaction on it that does not end. */
async function startWithLongTransaction() {
  const server = await startPostgres({ settings: ['max_pred_locks_per_transaction=10', 'max_connections=20'] })
  const long = await openClient({ connectionString: server.url })
  await long.query(`create table counted (id integer primary key, value integer not null default 0);
    insert into counted select id from generate_series(1, ${rows}) id; analyze counted; set enable_seqscan = off`)
  await long.query('begin isolation level serializable')
  await long.query('select value from counted where id = 1')
  return { server, long }
}

/** Commits transactions until the server has no memory for the locks of one more, and returns the code of its error. */
async function takeAllLocks(url: string): Promise<unknown> {
  const client = await openClient({ connectionString: url })
  try {
    for (let id = 1; id < rows; id += 100) {
      await client.query('begin isolation level serializable; set local enable_seqscan = off')
      for (let page = 0; page < rows; page += rows / 4)
        await client.query(`select value from counted where id = ${(id + page) % rows}`)
      await client.query(`update counted set value = 0 where id = ${id}; commit`)
    }
    return 'none'
  } catch (error) {
    return error instanceof pg.DatabaseError ? error.code : error
  } finally {
    await client.end()
  }
}

if (process.env.TEST_DATABASE === 'postgres')
  describe('a server without memory for more predicate locks', () => {
    it('is asked again until the long transaction has ended that keeps them', async (test) => {
      const { server, long } = await startWithLongTransaction()
      const db = await openPostgres(server.url, { connections: 4 })
      test.after(async () => {
        await Promise.all([db.close(), long.end()])
        await server.stop()
      })
      const refused = await takeAllLocks(server.url)
      let attempts = 0

      await db.transaction(async (connection) => {
        attempts++
        // The second attempt began because the first one failed.
        if (attempts === 2) await long.query('rollback')
        await connection.run(statement('set local enable_seqscan = off'), {})
        for (let id = 50; id < 5_000; id += 600)
          await connection.all(statement(`select value from counted where id = ${id}`), {})
        await connection.run(statement('update counted set value = value + 1 where id = 50'), {})
      })

      const changed = await long.query('select value from counted where id = 50')
      assert.equal(refused, '53200')
      assert.equal(attempts > 1, true)
      assert.deepEqual(changed.rows, [{ value: 1 }])
    })
  })
