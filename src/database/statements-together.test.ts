import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDatabase } from '#test/support/database.ts'
import { type Connection, type Statement, UniqueViolation } from './database.ts'

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
const readOne = statement(-2_000_001, 'select 1 as one', true)

/** As a service function does that calls others: its error arrives some turns of the microtask queue later. */
async function addPlanThroughLayers(connection: Connection, layers: number): Promise<number> {
  if (layers === 0) return connection.run(addPlan, {})
  return await addPlanThroughLayers(connection, layers - 1)
}

describe('statements of a transaction that are sent together', () => {
  for (const layers of [0, 20])
    it(`fail with the error of the one that failed, ${layers} calls away`, async (t) => {
      const { db, drop } = await createDatabase()
      t.after(drop)

      const attempt = db.transaction((connection) =>
        Promise.all([addPlanThroughLayers(connection, layers), connection.all(readOne, {})]),
      )

      await assert.rejects(attempt, UniqueViolation)
      await db.ping()
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
