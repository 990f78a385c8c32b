import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
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

const listDifferences = (before: Map<string, string>, now: Map<string, string>) =>
  [...before].flatMap(([sql, plan]) => (now.get(sql) === plan ? [] : [`${sql}\n${now.get(sql)}`]))

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
        await db.close()

        assert.ok(analyzed.length > 0, 'These statistics would change plans.')
        assert.deepEqual(listDifferences(plans, readPlans(path)), [])
      })
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
