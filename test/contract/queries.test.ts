import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { constants, DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { getDatabasePath } from '#database/index.ts'
import { openClient } from '#database/postgres/client.ts'
import { createConfig } from '../support/database.ts'
import { createSnapshot, listQueries, type Query, snapshotFile, splitClauses } from './statements.ts'

/** Lists that may break the rules below, with the reason. */
const exceptions = new Map([
  [
    'select count(*) as "total" from "users" where "users"."deleted_at" is null and "users"."suspended_at" is null',
    'Never sent: the service adds up the counters.',
  ],
  ['select count(*) as "total" from "mails"', 'The mailbox of the sandbox, which production does not have.'],
  ['select count(*) as "total" from "coupons"', 'There are few: an administrator writes each.'],
  ['select count(*) as "total" from "audit_log"', 'Never sent: the number of the last row is the count.'],
  [
    'select count(*) as "total" from "audit_log" where not is_read',
    'Never sent: reads are counted as they are written.',
  ],
  [
    'select count(*) as "total" from "charges" inner join "users" on "users"."id" = "charges"."user_id"',
    'Never sent: charges are counted alone, off the event loop.',
  ],
  [
    'select count(*) as "total" from "refunds" inner join "charges" on "charges"."id" = "refunds"."charge_id" inner join "users" on "users"."id" = "charges"."user_id" left join "credit_notes" on "credit_notes"."refund_id" = "refunds"."id"',
    'Never sent: refunds are counted alone, off the event loop.',
  ],
  [
    'select count(*) as "total" from "subscriptions" inner join "users" on "users"."id" = "subscriptions"."user_id" inner join "plans" on "plans"."id" = "subscriptions"."plan_id"',
    'Never sent: subscriptions are counted alone, off the event loop.',
  ],
  [
    'select count(*) as "total" from "reports" inner join "users" as "owners" on "owners"."id" = "reports"."owner_id" left join "users" as "reporters" on "reporters"."id" = "reports"."reporter_id" where "reports"."decided_at" is null',
    'The open ones only, which wait for a person.',
  ],
  [
    'select count(*) as "total" from "announcements" left join "users" as "senders" on "senders"."id" = "announcements"."created_by"',
    'The announcements, which administrators write by hand.',
  ],
  ['select count(*) as "total" from "people_imports"', 'The imports of 30 days, which administrators begin by hand.'],
])

/** Indexes of some rows that SQLite leaves out while there are no statistics, because another one finds as few. */
const unusedIndexes = ['uploads_touched_at_index', 'mails_id_index', 'researchers_id_index']

/** What one person, or those that a search names, have paid for is little, so it may be sorted, off the event loop. */
const ofOnePerson =
  /"user_id" (?:= \?|in \(select value from json_each\(\?\)\)) order by "(charges"."(?:amount|id)|subscriptions"."period_end)"/

const isSlice = ({ sql }: Query) => / limit \S+(?: \+ 0)? offset \S+(?: \+ 0)?$/.test(sql)
const engine = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite'
const { config, drop } = await createConfig()
after(drop)

describe('the SQL of the service', () => {
  it('agrees with the committed snapshot', async () => {
    const committed = await readFile(snapshotFile, 'utf8').catch(() => '')

    const now = createSnapshot()

    const statements = (text: string) => new Set(text.split('\n\n'))
    const [was, is] = [statements(committed), statements(now)]
    const told = [...is.difference(was)].map((one) => `new: ${one}`)
    told.push(...[...was.difference(is)].map((one) => `gone: ${one}`))
    assert.ok(
      committed === now,
      `The SQL differs from queries.sql.snapshot:\n\n${told.slice(0, 10).join('\n\n')}\n\n` +
        `${told.length} differences. If they are meant, run \`npm run generate\` and review the change.`,
    )
  })
})

if (engine === 'sqlite')
  describe('on SQLite', () => {
    const db = new DatabaseSync(getDatabasePath(config.dataDir), { readOnly: true })
    after(() => db.close())
    const indexes = new Map(
      db
        .prepare('select name, sql from sqlite_schema')
        .all()
        .map(({ name, sql }) => [String(name), String(sql ?? '')]),
    )
    const readPlan = (sql: string) =>
      db
        .prepare(`explain query plan ${sql}`)
        .all()
        .map(({ detail }) => String(detail))

    it('can be prepared completely', () => {
      const refused = listQueries('sqlite').flatMap(({ sql }) => listRefusals(() => db.prepare(sql), sql))

      assert.deepEqual(refused, [])
    })

    it('is planned once, and not at each execution, unless a partial index depends on a value', (test) => {
      const writable = new DatabaseSync(getDatabasePath(config.dataDir))
      test.after(() => writable.close())
      let decisions = 0
      // SQLite asks while it plans a statement.
      writable.setAuthorizer(() => {
        decisions++
        return constants.SQLITE_OK
      })
      const countDecisions = (sql: string) => {
        const statement = writable.prepare(sql)
        const values = [...sql.matchAll(/\?/g)].map(() => 1)
        const execute = () => {
          writable.exec('begin')
          decisions = 0
          // What a constraint refuses was planned before.
          listRefusals(() => statement.all(...values), sql)
          const made = decisions
          writable.exec('rollback')
          return made
        }
        execute()
        return execute()
      }

      const planned = listQueries('sqlite').filter(({ sql }) => countDecisions(sql) > 0)

      const isMeant = ({ sql }: Query) =>
        /"(status|state)" = \?/.test(sql) || /^insert into "\w+_words" /.test(sql) || sql.includes('pragma_')
      assert.deepEqual(
        planned.filter((query) => !isMeant(query)).map(({ sql }) => sql),
        [],
      )
      const withLimit = planned.filter(({ sql }) => /\b(limit|offset) \?(?! \+ 0)/.test(sql))
      assert.deepEqual(withLimit, [], 'Also where a partial index depends on a value')
      assert.ok(countDecisions('select "id" from "mails" order by "id" limit ?') > 0, 'It would be detected.')
    })

    it('scans no table and sorts nothing for a list', () => {
      const lists = listQueries('sqlite').filter(({ list }) => list)

      const faulty = lists.flatMap((query) =>
        readPlan(query.sql)
          .filter((step) => isFault(step, query, indexes))
          .map((step) => ({ step, sql: query.sql })),
      )

      assert.ok(lists.length > 10)
      assert.deepEqual(
        faulty.filter(({ sql }) => !exceptions.has(sql) && !ofOnePerson.test(sql)),
        [],
      )
      const excused = new Set(faulty.map(({ sql }) => sql))
      assert.deepEqual(
        [...exceptions.keys()].filter((sql) => !excused.has(sql)),
        [],
        'Exceptions of no use',
      )
    })

    it('uses each index of some rows for a statement', () => {
      const partial = [...indexes].filter(([, sql]) => /^create index .* where /is.test(sql)).map(([name]) => name)
      const plans = listQueries('sqlite')
        .flatMap(({ sql }) => readPlan(sql))
        .join('\n')

      const unused = partial.filter((name) => !new RegExp(`INDEX ${name}\\b`).test(plans))

      assert.ok(partial.length > 20, String(partial.length))
      assert.deepEqual(unused.sort(), unusedIndexes.sort())
    })

    it('reads only the rows of the journal that a follower has not read, when a search merges them', () => {
      const [tail = ''] = listQueries('sqlite').flatMap(({ sql }) =>
        /from "journal" where journal\.id > coalesce/.test(sql) ? [sql] : [],
      )

      assert.match(readPlan(tail).join('\n'), /SEARCH journal USING INTEGER PRIMARY KEY \(rowid>\?\)/)
    })

    it('finds unread notifications of one type by an index alone', () => {
      const unread = listQueries('sqlite').filter(
        ({ sql }) => isSlice({ sql, list: true }) && /from "notifications"/.test(sql) && /"read" = false/.test(sql),
      )

      const plans = unread.flatMap(({ sql }) => readPlan(sql))

      const all = 'USING INDEX notifications_user_id_type_read_id_index (user_id=? AND type=? AND read=? AND id>?)'
      assert.equal(unread.length, 2)
      assert.ok(plans.includes(`SEARCH notifications ${all}`), plans.join('\n'))
    })

    it('finds the drafts of an author by an index, however many exams they have published', () => {
      const drafts = listQueries('sqlite').filter(({ sql }) =>
        /^select .{0,60}"exams" where "deleted_at" is null and "user_id" = \? and "publication_status" = 'draft'/.test(
          sql,
        ),
      )

      const plans = drafts.map(({ sql }) => readPlan(sql).join('\n'))

      assert.ok(plans.length > 0)
      for (const plan of plans) assert.match(plan, /INDEX exams_user_id_publication_status_id_index \(user_id=\?/)
    })

    // Checks that the rule detects violations.
    const orderly = 'order by "id" limit :limit offset :offset'
    for (const [what, sql, faults] of [
      ['walks the primary key', `select "id" from "mails" ${orderly}`, false],
      [
        'walks a partial index',
        `select "id" from "users" where "users"."deleted_at" is null and "suspended_at" is null ${orderly}`,
        false,
      ],
      ['searches an index', `select "id" from "mails" where "to" = :to ${orderly}`, false],
      ['walks and filters', `select "id" from "mails" where "subject" = :subject ${orderly}`, true],
      [
        'walks a partial index and filters',
        `select "id" from "users" where "deleted_at" is null and "name" = :name ${orderly}`,
        true,
      ],
      ['sorts', 'select "id" from "mails" order by "subject" limit :limit offset :offset', true],
      [
        'sorts within an index',
        'select "id" from "mails" where "to" = :to order by "subject" limit :limit offset :offset',
        true,
      ],
      ['scans under another name', `select "m"."id" from "mails" as "m" where "m"."text" = :text ${orderly}`, true],
      ['counts everything', 'select count(*) as "total" from "users"', true],
      ['counts what an index finds', 'select count(*) as "total" from "mails" where "to" = :to', false],
      [
        'joins without an index',
        'select "tasks"."id" from "users" inner join "tasks" on "tasks"."last_error" = "users"."name" where "users"."id" = :id limit :limit offset :offset',
        true,
      ],
    ] as const)
      it(`${faults ? 'objects to' : 'allows'} a list that ${what}`, () => {
        const found = readPlan(sql).some((step) => isFault(step, { sql, list: true }, indexes))

        assert.equal(found, faults, readPlan(sql).join('\n'))
      })
  })

if (engine === 'postgres')
  describe('on PostgreSQL', async () => {
    const client = await openClient({ connectionString: config.databaseUrl ?? '' })
    after(() => client.end())

    it('can be prepared completely', async () => {
      const refused: string[] = []
      for (const [index, { sql }] of listQueries('postgres').entries())
        await client
          .query(`prepare statement_${index} as ${sql}`)
          .catch((error: Error) => refused.push(`${error.message} in ${sql}`))

      assert.deepEqual(refused, [])
    })

    // The tables are empty, so costs are meaningless; therefore other plans are disabled, and a plan without an index
    // is detected.
    for (const what of ['seqscan', 'sort', 'bitmapscan', 'hashjoin', 'hashagg'])
      await client.query(`set enable_${what} = off`)
    await client.query('set plan_cache_mode = force_generic_plan')
    let plans = 0
    const readPlan = async (sql: string): Promise<string> => {
      const name = `plan_${plans++}`
      await client.query(`prepare ${name} as ${sql}`)
      const values = [...sql.matchAll(/\$\d+/g)].map(() => 'null')
      const { rows } = await client.query(`explain (costs off) execute ${name}(${values.join()})`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const fault = /Seq Scan|Sort/

    it('needs neither a table scan nor a sort for a page of a list', async () => {
      const slices = listQueries('postgres').filter((query) => query.list && isSlice(query))

      const faulty: string[] = []
      for (const { sql } of slices) {
        const plan = await readPlan(sql)
        if (fault.test(plan)) faulty.push(`${sql}\n${plan}`)
      }

      assert.ok(slices.length > 5)
      assert.deepEqual(faulty, [])
    })

    it('is checked by a rule that detects sorts and scans', async () => {
      const sorting = await readPlan('select "id" from "mails" order by "subject" limit $1 offset $2')
      const scanning = await readPlan('select "id" from "mails" where "subject" = $1 limit $2 offset $3')

      assert.match(sorting, fault)
      assert.match(scanning, fault)
    })
  })

function listRefusals(work: () => unknown, sql: string): string[] {
  try {
    work()
    return []
  } catch (error) {
    return [`${error instanceof Error ? error.message : error} in ${sql}`]
  }
}

/**
 * A list may search an index, and a page may scan a table or an index in the order of the list up to its limit, if only
 * a partial index filters rows. It may not scan all rows to find, count or sort some of them.
 */
function isFault(step: string, query: Query, indexes: ReadonlyMap<string, string>): boolean {
  if (/TEMP B-TREE FOR .*ORDER BY/.test(step) || step.includes('AUTOMATIC')) return true
  const [, scanned, index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? []
  if (scanned === undefined || !indexes.has(findTable(scanned, query.sql))) return false
  return !isSlice(query) || extractConditions(query.sql) !== extractCondition(indexes.get(index ?? '') ?? '')
}

/** The table of an alias, or the name itself. */
function findTable(name: string, sql: string): string {
  return new RegExp(`"(\\w+)" as "${name}"`).exec(sql)?.[1] ?? name
}

/** The conditions on the whole list, spelled as in a partial index. */
function extractConditions(sql: string): string {
  return splitClauses(sql)
    .filter((clause) => /^(where|and) /.test(clause))
    .map((clause) =>
      clause
        .replace(/^(where|and) /, '')
        .replace(/"(\w+)"\./g, '')
        .replaceAll('"', ''),
    )
    .join(' and ')
}

function extractCondition(index: string): string {
  return / where (.*)$/.exec(index)?.[1] ?? ''
}
