import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDatabase } from '#test/support/database.ts'
import { type Statement, UniqueViolation } from './database.ts'

const statement = (key: number, sql: string, reads: boolean): Statement => ({
  key,
  sql,
  parameters: [],
  decodings: new Map(),
  reads,
})
const addPlan = statement(
  -2_000_000,
  `insert into plans (id, name, description, price, currency, "interval", popular, features, job_postings,
     candidate_searches, team_members, position, created_at, updated_at)
   select 'free', name, description, price, currency, "interval", popular, features, job_postings,
     candidate_searches, team_members, position, created_at, updated_at from plans limit 1`,
  false,
)
const renamePlans = statement(-2_000_002, `update plans set name = 'Renamed'`, false)
const countRenamed = statement(-2_000_003, `select count(*) as renamed from plans where name = 'Renamed'`, true)
const readOne = statement(-2_000_001, 'select 1 as one', true)

describe('statements of a transaction that are sent together', () => {
  it('fail with the error of the one that failed, not with those of the statements after it', async (t) => {
    const { db, drop } = await createDatabase()
    t.after(drop)
    let failures: unknown[] = []

    const attempt = db.transaction(async (connection) => {
      const together = [connection.run(addPlan, {}), connection.all(readOne, {}), connection.all(readOne, {})]
      const outcomes = await Promise.allSettled(together)
      failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      return Promise.all(together)
    })

    await assert.rejects(attempt, UniqueViolation)
    // SQLite undoes the statement alone, and PostgreSQL refuses those after it.
    assert.equal(failures.length, db.engine === 'sqlite' ? 1 : 3)
    for (const failure of failures) assert.ok(failure instanceof UniqueViolation, String(failure))
    await db.ping()
  })

  it('undo the transaction when one fails for which it did not wait', async (t) => {
    const { db, drop } = await createDatabase()
    t.after(drop)

    const attempt = db.transaction(async (connection) => {
      await connection.run(renamePlans, {})
      connection.commitWith(connection.run(addPlan, {}))
    })

    await assert.rejects(attempt, UniqueViolation)
    assert.deepEqual(await db.all(countRenamed, {}), [{ renamed: 0 }])
  })

  it('are committed also when the transaction did not wait for them', async (t) => {
    const { db, drop } = await createDatabase()
    t.after(drop)

    await db.transaction(async (connection) => connection.commitWith(connection.run(renamePlans, {})))

    assert.notDeepEqual(await db.all(countRenamed, {}), [{ renamed: 0 }])
  })

  it('answer in their order', async (t) => {
    const { db, drop } = await createDatabase()
    t.after(drop)

    const [rows, more] = await db.transaction((connection) =>
      Promise.all([connection.all(readOne, {}), connection.all(readOne, {})]),
    )

    assert.deepEqual([rows, more], [[{ one: 1 }], [{ one: 1 }]])
  })
})
