/**
 * No statement of a request or of background work reads a whole table that grows, whatever the statistics know.
 *
 * SQLite has none: the service removes them (`database/sqlite/statistics.once.test.ts`). PostgreSQL has those of the last time that it
 * looked, and a connection may keep the plan that it made then (`database/postgres/plans.test.ts` shows for how long). To read all of a small table is right, so what counts is
 * the plan that is made after the table has grown: with the statistics of three rows, and with those of many.
 */

import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { getDatabasePath } from '#database/index.ts'
import { openClient } from '#database/postgres/client.ts'
import { planSettings } from '#database/postgres/plans.ts'
import { createConfig } from '../support/database.ts'
import { isExcepted, isGrowing, listScans, listSmallTables, listUnusedExceptions } from './growing-tables.ts'
import { fillTables, growTables, listIndexesOfFew, readKeptPlan } from './grown-postgres.ts'
import { listQueries } from './statements.ts'

/** Pages of lists and their counts have rules of their own, in queries.test.ts. */
const isOfList = ({ sql, list }: { sql: string; list: boolean }) => list || /count\(\*\) as "total"/.test(sql)

const isPostgres = process.env.TEST_DATABASE === 'postgres'

if (!isPostgres)
  describe('on SQLite', async () => {
    const { config, drop } = await createConfig()
    after(drop)
    const db = new DatabaseSync(getDatabasePath(config.dataDir), { readOnly: true })
    after(() => db.close())
    const tables = new Set(
      db
        .prepare("select name from sqlite_schema where type = 'table'")
        .all()
        .map(({ name }) => name),
    )

    /** The growing tables that are scanned. A statement with a limit ends early. */
    const listTables = (sql: string) =>
      db
        .prepare(`explain query plan ${sql}`)
        .all()
        .flatMap(({ detail }) => {
          const [, name = ''] = /^SCAN (\w+)(?! VIRTUAL)/.exec(String(detail)) ?? []
          const table = new RegExp(`"(\\w+)" as "${name}"`).exec(sql)?.[1] ?? name
          return tables.has(table) && isGrowing(table) ? [table] : []
        })

    it('has the tables that are said to stay small', () => {
      assert.deepEqual(
        listSmallTables().filter((table) => !tables.has(table)),
        [],
      )
    })

    it('scans no growing table, also not for rows that refer to one that is deleted', () => {
      // While a row is inserted, those that refer to it are looked for only if a reference is broken, which no transaction allows.
      const statements = listQueries('sqlite').filter(
        (query) => !isOfList(query) && !/\blimit\b|^insert /.test(query.sql),
      )

      const found = statements
        .map(({ sql }) => ({ sql, scanned: listTables(sql) }))
        .filter(({ scanned }) => scanned.length > 0)

      assert.ok(statements.length > 1_000, String(statements.length))
      assert.deepEqual(
        found.filter(({ sql }) => !isExcepted(sql)),
        [],
      )
      assert.deepEqual(listTables('select "id" from "mails" where "subject" = ?'), ['mails'], 'It would be detected.')
    })

    it('finds lessons that are due by the time at which their learners began', () => {
      const isAsked = (sql: string) =>
        sql.startsWith('select') && sql.includes('"due_reminders"') && sql.includes(' union all ')
      const [statement, ...others] = listQueries('sqlite').filter(({ sql }) => isAsked(sql))

      const plan = db
        .prepare(`explain query plan ${statement?.sql}`)
        .all()
        .map(({ detail }) => String(detail))

      assert.deepEqual(others, [])
      // Enrollments that began in a day, those of cohorts that did, and then single ones; of none more.
      const read = plan.flatMap((step) => (/ (e|c|enrollments) /.test(step) ? [step.replace(/.*\(/, '(')] : []))
      const expected = [
        '(course_id=? AND enrolled_at>? AND enrolled_at<?)',
        '(rowid=?)',
        '(course_id=? AND starts_at>? AND starts_at<?)',
        '(cohort_id=?)',
        '(rowid=?)',
      ]
      assert.deepEqual(read, expected, plan.join('\n'))
    })

    it('needs each exception for a statement', () => {
      assert.deepEqual(listUnusedExceptions(listQueries('sqlite').map(({ sql }) => sql)), [])
    })
  })

const statements = listQueries('postgres').map(({ sql }) => sql)

/** How a database has grown, and what a row costs that is on a page which the file here does not have: `seq_page_cost` for the rows of a page. */
const states = [
  { what: 'with the statistics of three rows', rows: 3, distinct: 1, factor: 30_000, rowsOnPage: 3 },
  { what: 'with the statistics of many rows', rows: 300, distinct: 59, factor: 4_000, rowsOnPage: 100 },
]

if (isPostgres)
  for (const { what, factor, rowsOnPage, ...filling } of states)
    describe(`on PostgreSQL after the tables have grown, ${what}`, async () => {
      const { config, drop } = await createConfig()
      const url = config.databaseUrl ?? ''
      await fillTables(url, filling, statements)
      await growTables(url, factor)
      const client = await openClient({ connectionString: url })
      after(async () => {
        await client.end()
        await drop()
      })
      await client.query(`${planSettings}; set plan_cache_mode = force_generic_plan; set jit = off;
        set cpu_tuple_cost = ${0.01 + 1 / rowsOnPage}`)
      const ofFew = await listIndexesOfFew(client)
      const listTables = async (sql: string) => listScans(await readKeptPlan(client, sql), (index) => ofFew.has(index))

      it('scans no growing table', async () => {
        const asked = listQueries('postgres').filter((query) => !isOfList(query))

        const found: { sql: string; scanned: string[] }[] = []
        for (const { sql } of asked) {
          const scanned = await listTables(sql)
          if (scanned.length > 0 && !isExcepted(sql)) found.push({ sql, scanned })
        }

        assert.ok(asked.length > 1_000, String(asked.length))
        assert.deepEqual(found, [])
        assert.deepEqual(
          await listTables('select "id" from "mails" where "subject" = $1'),
          ['mails'],
          'It would be detected.',
        )
      })
    })
