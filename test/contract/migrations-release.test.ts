/** Installations of the last release, which is kept in an archive, are upgraded by the baseline. */

import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { AnyContext } from '#context.ts'
import { DatabaseError } from '#database/database.ts'
import { isKnownMigration } from '#database/index.ts'
import { inspectDatabase } from '#database/inspection.ts'
import { readTotal } from '#database/list/counters.ts'
import { migrate, readFound } from '#database/migrate.ts'
import { migrations } from '#database/migrations/index.ts'
import { buildSteps } from '#database/migrations/steps.ts'
import { derivations, openDatabase } from '#service/open-database.ts'
import { unpackRelease } from '../resilience/last-release.ts'
import { launch } from '../resilience/program.ts'
import { createConfig } from '../support/database.ts'
import { findContractions } from './contractions.ts'
import { ask, emptyDatabase, readStructure } from './empty-database.ts'

/** A database that the program of the last release has made, with its rows. */
async function createReleased() {
  const release = await unpackRelease()
  const { config, open, drop } = await emptyDatabase()
  const settings = {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
  }
  const { code, stderr } = await launch(['migrate'], settings, { main: release.main }).ended
  await release.remove()
  assert.equal(code, 0, stderr)
  for (const statement of rows) await ask(config, statement)
  return { config, open, drop, ask: (statement: string) => ask(config, statement) }
}

async function createFresh(t: TestContext) {
  const { config, drop } = await createConfig()
  t.after(drop)
  return config
}

const at = "'2026-01-01T00:00:00Z'"
const rows = [
  `insert into users (id, name, email, role, links, created_at, updated_at)
    values (1, 'Ada', 'ada@example.org', 'recruiter', '{}', ${at}, ${at})`,
  `insert into researchers (id, user_id, visibility, created_at, updated_at) values (1, 1, 'public', ${at}, ${at})`,
  `insert into job_posts (id, user_id, title, description, company, location, remote, employment_type, experience_level,
    skills, salary_min, salary_max, currency, status, questions, title_key, pays, closes_at, created_at, updated_at)
    values (1, 1, 'Botanist', '', '', 'Vienna', true, 'contract', 'mid', '[]', 0, 0, 'USD', 'open', '[]', 'botanist', 0,
      '9999-12-31T23:59:59Z', ${at}, ${at})`,
  `insert into courses (id, user_id, title, description, category, category_key, level, price, currency, sequential,
    certificate_enabled, status, title_key, created_at, updated_at)
    values (1, 1, 'Ferns', '', 'Life | Science', 'life | science', 'beginner', 0, 'USD', false, true, 'published', 'ferns', ${at}, ${at})`,
  `insert into job_applications (id, job_post_id, user_id, first_name, last_name, email, phone, cover_letter, experience_level,
    notice_period, remote_interested, additional_answers, consent_data, consent_marketing, status, search_key, applied_at, updated_at)
    values (1, 1, 1, '', '', '', '', '', '', '', true, '{}', true, true, 'applied', '', ${at}, ${at})`,
  `insert into interviews (id, application_id, job_post_id, interview_date, interview_time, timezone, starts_at, duration_minutes,
    location, interview_type, uid, created_at, updated_at)
    values (1, 1, 1, '2026-01-02', '10:00', 'UTC', ${at}, 30, '', 'video', 'uid', ${at}, ${at})`,
  'insert into interviewers (interview_id, user_id) values (1, 1)',
  `insert into payment_methods (id, user_id, type, phone, nickname, is_default, gateway, token, created_at)
    values (1, 1, 'mobile_money', '+254•••••789', '', true, 'sandbox', 'token', ${at})`,
  `insert into identities (user_id, provider, subject, email, created_at) values (1, 'google', 'g', '', ${at})`,
  'delete from identities',
  `insert into identities (user_id, provider, subject, email, created_at) values (1, 'orcid', 'o', '', ${at})`,
  `insert into reports (kind, content_id, title, owner_id, reason, created_at) values ('course', 1, '', 1, '', ${at})`,
]

const former = await createReleased()
after(former.drop)
const released = await former.ask('select name from migrations')
const inspected = await inspectDatabase(former.config)

describe('an installation of the last release', () => {
  it('loses nothing that its instances use while they run beside the new version', async (t) => {
    const db = await former.open()
    t.after(() => db.close())
    const { upgrade } = migrations[0]?.replaces ?? {}
    assert.ok(upgrade)
    const found = await db.transaction(readFound)

    const steps = await buildSteps({ name: '0097-baseline', up: (schema) => upgrade(schema, found) }, db.engine)

    assert.deepEqual(findContractions(steps.map(({ text }) => text)), [])
  })

  it('that is older is refused with one sentence, and stays as it was', async () => {
    await former.ask("update migrations set name = '0033-words' where name = '0034-word-indexes'")
    const stored = [await readStructure(former.config), await former.ask('select * from migrations order by name')]

    await assert.rejects(inspectDatabase(former.config), /cannot upgrade/)
    await assert.rejects(openDatabase(former.config), (error) => {
      assert.ok(error instanceof DatabaseError)
      assert.match(
        error.message,
        /^The database was made by a version [^\n]*; start the last version before 1\.0 [^\n]*\.$/,
      )
      return true
    })

    assert.deepEqual(
      [await readStructure(former.config), await former.ask('select * from migrations order by name')],
      stored,
    )
    await former.ask("update migrations set name = '0034-word-indexes' where name = '0033-words'")
  })
})

describe('an installation of the last release on which the new version was started', () => {
  before(async () => (await openDatabase(former.config)).close())

  it('is upgraded by itself, and is equal to a new one then', async (t) => {
    assert.deepEqual(await readStructure(former.config), await readStructure(await createFresh(t)))
    const names = (await former.ask('select name from migrations order by name')).map(({ name }) => String(name))
    assert.deepEqual(names, [...released.map(({ name }) => String(name)), ...migrations.map(({ name }) => name)].sort())
    assert.deepEqual(
      [inspected, await inspectDatabase(former.config)].map(({ pending, newer }) => [pending, newer]),
      [
        [migrations.length, null],
        [0, null],
      ],
    )
    // A backup of the last release names them.
    assert.ok(names.every(isKnownMigration))
    assert.equal(isKnownMigration('9999-novelties'), false)
    const db = await former.open()
    assert.deepEqual(await migrate(db, { derivations }), [])
    await db.close()
  })

  it('keeps its rows, which are converted and refer to each other as before', async () => {
    const read = async (sql: string) => (await former.ask(sql)).map((row) => Object.values(row).map(String).join(' '))

    assert.deepEqual(await read('select id, provider from identities'), ['2 orcid'])
    await former.ask(
      `insert into identities (user_id, provider, subject, email, created_at) values (1, 'any', 'a', '', ${at})`,
    )
    assert.deepEqual(await read('select id, provider from identities order by id'), ['2 orcid', '3 any'])
    await former.ask(
      `insert into reports (kind, content_id, title, owner_id, reason, created_at) values ('message', 1, '', 1, '', ${at})`,
    )
    assert.deepEqual(await read('select id, kind from reports order by id'), ['1 course', '2 message'])
    assert.deepEqual(await read('select country from payment_methods'), ['KE'])
    assert.deepEqual(await read('select application_id from interviewers'), ['1'])
    assert.deepEqual(await read('select kind, item_id from saved_search_items order by kind'), [
      'job_posts 1',
      'researchers 1',
    ])
    assert.deepEqual(await read("select audience from object_audiences where kind = 'course'"), ['user:1 public'])
    assert.deepEqual(
      await read(
        "select kind, count(*) from tasks where kind like 'refold%' or kind in ('read_resumes_again', 'refresh_proofs') group by kind order by kind",
      ),
      [
        'read_resumes_again 1',
        ...['applications', 'courses', 'exams', 'job_posts', 'projects', 'users'].map((kind) => `refold_${kind} 2`),
        'refresh_proofs 2',
      ],
    )
  })

  it('has the totals of its lists', async (t) => {
    const db = await openDatabase(former.config)
    t.after(() => db.close())

    const system = { db } as unknown as AnyContext
    const count = (list: string[], filters: (string | undefined)[]) => readTotal(system, list, filters)
    assert.deepEqual(await count(['job_posts.open'], [undefined, undefined, 'remote']), { matching: 1, all: 1 })
    assert.deepEqual(await count(['job_posts.open'], [undefined, undefined, 'on_site']), { matching: 0, all: 1 })
    assert.deepEqual(await count(['courses.published.category', 'life | science'], [undefined, undefined]), {
      matching: 1,
      all: 1,
    })
  })
})
