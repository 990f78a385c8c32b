import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type pg from 'pg'
import { waitUntil } from '#test/support/background.ts'
import { createDatabase } from '#test/support/database.ts'
import type { Statement } from './database.ts'
import { openClient } from './postgres/client.ts'
import { openPostgres } from './postgres/engine.ts'

let keys = -3_000
const read = (sql: string): Statement => ({ key: keys--, sql, parameters: [], decodings: new Map(), reads: true })

/** The engine with the given size of its pool, and a connection of the test to the same database. */
async function open(t: TestContext, connections = 16) {
  const { config, drop } = await createDatabase()
  const url = config.databaseUrl ?? ''
  const observer = await openClient({ connectionString: url })
  const db = await openPostgres(url, { connections })
  t.after(async () => {
    await db.close()
    await observer.end()
    await drop()
  })
  return { db, observer }
}

const numbers = Array.from({ length: 200 }, (_, number) => number)
const session = read('select pg_backend_pid() as pid')

if (process.env.TEST_DATABASE === 'postgres')
  describe('reads that are sent to PostgreSQL together', () => {
    it('answer each caller with its own rows, over at most half of the pool', async (t) => {
      const { db } = await open(t)
      const doubled = numbers.map((number) => read(`select ${number} * 2 as value, pg_backend_pid() as pid`))

      const rows = await Promise.all(doubled.map((statement) => db.all<{ value: number; pid: number }>(statement, {})))

      assert.deepEqual(
        rows.map(([row]) => row?.value),
        numbers.map((number) => number * 2),
      )
      assert.ok(new Set(rows.map(([row]) => row?.pid)).size <= 8)
    })

    it('fail alone when the server refuses one of them', async (t) => {
      const { db } = await open(t)
      const statements = numbers.map((number) => read(number % 10 === 0 ? 'select 1 / 0' : `select ${number} as value`))

      const results = await Promise.allSettled(statements.map((statement) => db.all<{ value: number }>(statement, {})))

      for (const [number, result] of results.entries())
        if (number % 10 === 0) assert.equal(result.status, 'rejected')
        else assert.deepEqual(result.status === 'fulfilled' && result.value, [{ value: number }])
    })

    it('get further connections while slow reads occupy the usual ones', async (t) => {
      const { db, observer } = await open(t)
      const slow = [1, 2].map(() => db.all(read('select pg_sleep(60)'), {}).catch(() => 'cancelled'))
      await waitForSleepers(observer)

      const [short] = await db.all<{ pid: number }>(session, {})
      const { rows } = await observer.query<{ pid: number }>(
        `select pid, pg_cancel_backend(pid) from pg_stat_activity
         where wait_event = 'PgSleep' and datname = current_database()`,
      )

      assert.equal(rows.length, 2)
      assert.ok(!rows.some(({ pid }) => pid === short?.pid))
      assert.deepEqual(await Promise.all(slow), ['cancelled', 'cancelled'])
    })

    it('do not wait for a slow read, however many they are', async (t) => {
      const { db, observer } = await open(t)
      const slow = db.all(read('select pg_sleep(60)'), {}).catch(() => 'cancelled')
      await waitForSleepers(observer, 1)

      const rows = await Promise.all(numbers.map(() => db.all<{ pid: number }>(session, {})))
      const { rows: sleeping } = await observer.query<{ pid: number }>(
        `select pid, pg_cancel_backend(pid) from pg_stat_activity
         where wait_event = 'PgSleep' and datname = current_database()`,
      )

      assert.equal(sleeping.length, 1)
      assert.ok(!rows.some(([row]) => row?.pid === sleeping[0]?.pid))
      assert.equal(await slow, 'cancelled')
    })

    it('leave connections for transactions, however many there are', async (t) => {
      const { db } = await open(t, 4)
      let isReading = true
      const readOn = async () => {
        while (isReading) await db.all(session, {})
      }
      const readers = numbers.map(readOn)

      const change = db.transaction((tx) =>
        tx.all<{ value: number }>({ ...session, sql: 'select 7 as value', key: keys-- }, {}),
      )
      const [row] = await change.finally(() => {
        isReading = false
      })
      await Promise.all(readers)

      assert.equal(row?.value, 7)
    })

    it('are refused with 503 when their connection breaks, and the next ones take another', async (t) => {
      const { db, observer } = await open(t)
      const [first] = await db.all<{ pid: number }>(session, {})
      const waiting = numbers
        .slice(0, 20)
        .map(() => db.all(read('select pg_sleep(30)'), {}).catch((error: unknown) => error))
      await waitForSleepers(observer)

      await observer.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      )
      const errors = await Promise.all(waiting)
      const [next] = await db.all<{ pid: number }>(session, {})

      for (const error of errors) assert.equal((error as { status?: number }).status, 503)
      assert.notEqual(next?.pid, first?.pid)
    })

    it('use the pool when it has fewer than four connections', async (t) => {
      const { db } = await open(t, 3)

      const rows = await Promise.all(numbers.map(() => db.all<{ pid: number }>(session, {})))

      assert.equal(rows.length, numbers.length)
      assert.ok(new Set(rows.map(([row]) => row?.pid)).size <= 3)
    })
  })

/** Resolves when so many sessions have slept for longer than it takes to see that a read is slow. */
const waitForSleepers = (observer: pg.Client, count = 2) =>
  waitUntil(async () => {
    const { rowCount } = await observer.query(
      `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()
       and clock_timestamp() - query_start > interval '50 milliseconds'`,
    )
    return (rowCount ?? 0) >= count
  })
