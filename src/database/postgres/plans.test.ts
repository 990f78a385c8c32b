import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConfig } from '#test/support/database.ts'
import type { Statement } from '../database.ts'
import { openClient } from './client.ts'
import { openPostgres } from './engine.ts'

let keys = -9_000
const statement = (sql: string): Statement => ({ key: keys--, sql, parameters: [], decodings: new Map(), reads: false })

/** Executions after which the server keeps one plan for a statement with parameters. */
const firstExecutions = 6

if (process.env.TEST_DATABASE === 'postgres') {
  describe('a connection that repeats a statement', () => {
    it('plans it once, for all values of its limit', async (test) => {
      const { config, drop } = await createConfig()
      const db = await openPostgres(config.databaseUrl ?? '', { connections: 1 })
      test.after(async () => {
        await db.close()
        await drop()
      })
      await db.run(statement('create table numbered as select id from generate_series(1, 50000) as id'), {})
      await db.run(statement('create index numbered_id_index on numbered (id)'), {})
      await db.run(statement('analyze numbered'), {})
      const first = { ...statement('select id from numbered order by id limit $1'), parameters: ['limit'] }

      for (let limit = 1; limit <= 2 * firstExecutions; limit++) await db.all(first, { limit })

      const [plans] = await db.all<{ generic: string; custom: string }>(
        statement(
          `select generic_plans as generic, custom_plans as custom from pg_prepared_statements where name = 'q${first.key}'`,
        ),
        {},
      )
      assert.equal(Number(plans?.custom), 0)
      assert.equal(Number(plans?.generic), 2 * firstExecutions)
    })
  })

  describe('a connection that is used while a table grows', () => {
    it('plans a statement again for the present size of the table, also when nothing analyzes it', async (test) => {
      const { config, drop } = await createConfig()
      const url = config.databaseUrl ?? ''
      const other = await openClient({ connectionString: url })
      const db = await openPostgres(url, { connections: 1 })
      test.after(async () => {
        await Promise.all([db.close(), other.end()])
        await drop()
      })
      await other.query(`create table growing (id bigint, owner bigint);
        create index growing_owner_index on growing (owner);
        alter table growing set (autovacuum_enabled = off);
        insert into growing values (1, 1); analyze growing`)
      const byOwner = { ...statement('select id from growing where owner = $1'), parameters: ['owner'] }
      const readPlan = async () => {
        await db.all(byOwner, { owner: 1 })
        const rows = await db.all<Record<string, string>>(statement(`explain execute "q${byOwner.key}"(1)`), {})
        return rows.flatMap((row) => Object.values(row)).join('\n')
      }
      for (let executions = 0; executions < firstExecutions; executions++) await db.all(byOwner, { owner: 1 })
      const small = await readPlan()

      await other.query('insert into growing select id, id from generate_series(2, 50000) as id')

      let large = await readPlan()
      while (/Seq Scan/.test(large)) large = await readPlan()
      assert.match(small, /Seq Scan/)
      assert.match(large, /Index Scan/)
    })
  })
}
