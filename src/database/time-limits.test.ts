import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { unavailable } from '#core/problem.ts'
import { createDatabase } from '#test/support/database.ts'
import type { Connection, Statement } from './database.ts'
import { openPostgres } from './postgres/engine.ts'

let keys = -1_000
const statement = (sql: string): Statement => ({ key: keys--, sql, parameters: [], decodings: new Map(), reads: false })
const busy = unavailable('The database is busy, please try again.', 2)
const unreachable = unavailable('The database cannot be reached at the moment, please try again.', 2)

if (process.env.TEST_DATABASE === 'postgres')
  describe('the time limits of PostgreSQL', () => {
    const open = async (limits: { statement: number; lock: number; idleInTransaction: number }) => {
      const { config, drop } = await createDatabase()
      const db = await openPostgres(config.databaseUrl ?? '', { limits })
      return { db, close: () => db.close().then(drop) }
    }
    const lockUsers = (connection: Connection) => connection.all(statement('lock table users in exclusive mode'), {})

    it('end a statement that runs for too long', async (t) => {
      const { db, close } = await open({ statement: 100, lock: 10_000, idleInTransaction: 10_000 })
      t.after(close)

      await assert.rejects(db.all(statement('select pg_sleep(5)'), {}), busy)

      await db.ping()
    })

    it('end the wait for a lock that another session holds for too long', async (t) => {
      const { db, close } = await open({ statement: 10_000, lock: 100, idleInTransaction: 10_000 })
      t.after(close)
      const release = Promise.withResolvers<void>()
      const holder = db.transaction(async (tx) => {
        await lockUsers(tx)
        await release.promise
      })
      await pause(50)

      await assert.rejects(db.transaction(lockUsers), busy)

      release.resolve()
      await holder
      await db.transaction(lockUsers)
    })

    it('end a session that is frozen inside a transaction, so that others continue', async (t) => {
      const { db, close } = await open({ statement: 10_000, lock: 10_000, idleInTransaction: 200 })
      t.after(close)
      const frozen = db.transaction(async (tx) => {
        await lockUsers(tx)
        await pause(2_000)
        await lockUsers(tx)
      })
      const refused = assert.rejects(frozen, unreachable)
      await pause(50)

      const began = performance.now()
      await db.transaction(lockUsers)

      assert.ok(performance.now() - began < 1_500)
      await refused
    })

    it('do not apply to the wait for migrations of another instance', async (t) => {
      const { db, close } = await open({ statement: 100, lock: 100, idleInTransaction: 10_000 })
      t.after(close)

      const results = await Promise.all([
        db.runExclusive(() => pause(400).then(() => 'first')),
        db.runExclusive(async () => 'second'),
      ])

      assert.deepEqual(results, ['first', 'second'])
    })
  })
