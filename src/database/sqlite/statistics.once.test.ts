import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import type { Database } from '#database/database.ts'
import { getDatabasePath } from '#database/index.ts'
import { openDatabase } from '#service/open-database.ts'
import { listQueries } from '#test/contract/statements.ts'
import { createConfig } from '#test/support/database.ts'

const readPlans = (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return new Map(
      listQueries('sqlite').map(({ sql }) => [
        sql,
        db
          .prepare(`explain query plan ${sql}`)
          .all()
          .map(({ detail }) => String(detail))
          .join('\n'),
      ]),
    )
  } finally {
    db.close()
  }
}

/** The statements that have other plans. */
const listDifferences = (before: Map<string, string>, now: Map<string, string>) =>
  [...before].flatMap(([sql, plan]) => (now.get(sql) === plan ? [] : [sql]))

// The servers of PostgreSQL look at their tables again and again by themselves.
if ((process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite')
  describe('a database with statistics', async () => {
    const { config, drop } = await createConfig()
    after(drop)
    const path = getDatabasePath(config.dataDir)
    const plans = readPlans(path)

    for (const [what, rows] of [
      ['while its tables were small', 3],
      ['when they had a million rows', 1_000_000],
    ] as const)
      it(`is read by the plans of one that was never analyzed, after ANALYZE ${what}`, async () => {
        analyze(path, rows)
        const analyzed = listDifferences(plans, readPlans(path))

        const db = await openDatabase(config)
        const [changed = ''] = analyzed
        const own = await readPlan(db, changed)
        await db.close()

        assert.ok(analyzed.length > 0, 'These statistics would change plans.')
        assert.equal(own, plans.get(changed), 'Also for the connection that removed them.')
        assert.deepEqual(listDifferences(plans, readPlans(path)), [])
      })

    it('loses statistics that another program stores while the service runs with the next change', async () => {
      const db = await openDatabase(config)
      await readPlan(db, 'select id from plans')
      analyze(path, 3)
      const now = readPlans(path)
      const sql = [...plans.keys()].find((one) => one.startsWith('select') && now.get(one) !== plans.get(one)) ?? ''
      const analyzed = await readPlan(db, sql)

      await db.run(toStatement('update plans set name = name'), {})

      const after = await readPlan(db, sql)
      await db.close()
      assert.equal(analyzed, now.get(sql), 'The connection has seen them.')
      assert.equal(after, plans.get(sql))
      assert.deepEqual(listDifferences(plans, readPlans(path)), [])
    })
  })

/** The plan of the connection that reads and writes. */
async function readPlan(db: Database, sql: string): Promise<string> {
  // To explain a statement does not look whether the schema has changed; to run one does.
  await db.all(toStatement('select id from plans'), {})
  const steps = await db.all<{ detail: string }>(toStatement(`explain query plan ${sql}`), {})
  return steps.map(({ detail }) => detail).join('\n')
}

let keys = -7_000
const toStatement = (sql: string) => ({
  key: keys--,
  sql,
  parameters: [],
  decodings: new Map(),
  reads: /^(select|explain)/.test(sql),
})

/** Stores what `ANALYZE` would find if each table had so many rows, up to a tenth of which have the same value in the first column of an index. */
function analyze(path: string, rows: number) {
  const db = new DatabaseSync(path)
  db.exec('analyze; delete from sqlite_stat1')
  db.exec(`insert into sqlite_stat1 (tbl, idx, stat)
    select m.tbl_name, m.name, '${rows}' || (select group_concat(' ' ||
        case c.seqno when (select max(seqno) from pragma_index_info(m.name)) then 1 else max(1, ${rows} / 10 / (1 + 9 * c.seqno)) end, '')
      from pragma_index_info(m.name) as c)
    from sqlite_schema as m where m.type = 'index'`)
  db.close()
}
