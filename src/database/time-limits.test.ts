import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createUnavailable } from '#core/problem.ts'
import { waitUntil } from '#test/support/background.ts'
import { createDatabase } from '#test/support/database.ts'
import { hangLimitMs } from '#test/support/hang-limit.ts'
import { openWire } from '#test/support/postgres-wire.ts'
import type { Connection, Database, Statement } from './database.ts'
import { openPostgres } from './postgres/engine.ts'

let keys = -1_000
const statement = (sql: string): Statement => ({ key: keys--, sql, parameters: [], decodings: new Map(), reads: false })
const busy = createUnavailable('The database is busy, please try again.', 2)
const unreachable = createUnavailable('The database cannot be reached at the moment, please try again.', 2)

if (process.env.TEST_DATABASE === 'postgres')
  describe('the time limits of PostgreSQL', () => {
    const open = async (given: { statement: number; lock: number; idleInTransaction: number }) => {
      const { config, drop } = await createDatabase()
      const db = await openPostgres(config.databaseUrl ?? '', { limits: { answer: hangLimitMs, ...given } })
      return { db, close: () => db.close().then(drop) }
    }
    /** A machine that stands still for a moment reaches no limit but the one of the test. */
    const generous = { statement: hangLimitMs, lock: hangLimitMs, idleInTransaction: hangLimitMs }
    /** A statement may meet the limit of the test again while the machine is busy. */
    const waitUntilReachable = (db: Database) =>
      waitUntil(() =>
        db.ping().then(
          () => true,
          () => false,
        ),
      )
    const lockUsers = (connection: Connection) => connection.all(statement('lock table users in exclusive mode'), {})

    it('end a statement that runs for too long', async (t) => {
      const { db, close } = await open({ ...generous, statement: 100 })
      t.after(close)

      await assert.rejects(db.all(statement('select pg_sleep(60)'), {}), busy)

      await waitUntilReachable(db)
    })

    it('end the wait for a lock that another session holds for too long', async (t) => {
      const { db, close } = await open({ ...generous, lock: 100 })
      t.after(close)
      const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holder = db.transaction(async (tx) => {
        await lockUsers(tx)
        locked.resolve()
        await release.promise
      })
      await locked.promise

      await assert.rejects(db.transaction(lockUsers), busy)

      release.resolve()
      await holder
      await db.transaction(lockUsers)
    })

    it('end a session that is frozen inside a transaction, so that others continue', async (t) => {
      const { db, close } = await open({ ...generous, idleInTransaction: 200 })
      t.after(close)
      const [locked, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const frozen = db.transaction(async (tx) => {
        await lockUsers(tx)
        locked.resolve()
        await thawed.promise
        await lockUsers(tx)
      })
      const refused = assert.rejects(frozen, unreachable)
      await locked.promise

      // The lock is free only when the frozen session has ended.
      await db.transaction(lockUsers)

      thawed.resolve()
      await refused
    })

    it('end the wait for the answer of a server that is cut off', async (t) => {
      const { config, drop } = await createDatabase()
      const wire = await openWire(config.databaseUrl ?? '')
      const limits = { ...generous, answer: 300 }
      const db = await openPostgres(wire.url, { limits })
      t.after(async () => {
        wire.restore()
        await db.close()
        await wire.close()
        await drop()
      })
      wire.cut()

      await assert.rejects(db.all(statement('select 1'), {}), unreachable)
      await assert.rejects(
        db.transaction((tx) => tx.all(statement('select 1'), {})),
        unreachable,
      )

      wire.restore()
      await waitUntilReachable(db)
    })

    it('do not apply to the wait for migrations of another instance', async (t) => {
      const { db, close } = await open({ ...generous, statement: 100, lock: 100 })
      t.after(close)

      const results = await Promise.all([
        db.runExclusive(() => pause(400).then(() => 'first')),
        db.runExclusive(async () => 'second'),
      ])

      assert.deepEqual(results, ['first', 'second'])
    })
  })
