/** The triggers of a database are those that the features declare, whatever it had before. */

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { DatabaseConfig } from '#database/index.ts'
import { openClient } from '#database/postgres/client.ts'
import { openDatabase } from '#service/open-database.ts'
import { unpackRelease } from '../resilience/last-release.ts'
import { launch } from '../resilience/program.ts'
import { createApp } from '../support/app.ts'
import { createConfig } from '../support/database.ts'
import { createJobPost } from '../support/jobs.ts'
import { ask, emptyDatabase, readStructure } from './empty-database.ts'

const isSqlite = process.env.TEST_DATABASE !== 'postgres'

const restart = async (config: DatabaseConfig) => (await openDatabase(config)).close()

async function createFresh(t: TestContext): Promise<DatabaseConfig> {
  const { config, drop } = await createConfig()
  t.after(drop)
  return config
}

const user = `insert into users (id, name, email, role, links, created_at, updated_at)
  values (1, 'Ada', 'ada@example.org', 'recruiter', '{}', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`
const post = (id: number) => `insert into job_posts (id, user_id, title, description, company, location, remote,
    employment_type, experience_level, skills, salary_min, salary_max, currency, status, questions, title_key, pays, closes_at, created_at, updated_at)
  values (${id}, 1, 'Botanist', '', '', 'Vienna', true, 'contract', 'mid', '[]', 0, 0, 'USD', 'open', '[]', 'botanist', 0,
    '9999-12-31T23:59:59Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`

const countOpen = async (config: DatabaseConfig) => {
  const rows = await ask(config, "select sum(change) as total from counters where name like 'job_posts.open|%'")
  return Number(rows[0]?.total)
}

describe('the triggers', () => {
  it('are those of a new database after an upgrade from the last release, and counts are right', async (t) => {
    const { config, drop } = await emptyDatabase()
    const { main, remove } = await unpackRelease()
    t.after(drop)
    t.after(remove)
    const settings = {
      DATA_DIR: config.dataDir,
      ...(config.databaseUrl !== null && { DATABASE_URL: config.databaseUrl }),
    }
    const { code, stderr } = await launch(['migrate'], settings, { main }).ended
    assert.equal(code, 0, stderr)
    await ask(config, user)
    await ask(config, post(1))
    await ask(config, "insert into counters (name, change) values ('job_posts.open|contract|mid|remote|', 7)")

    await restart(config)

    assert.deepEqual(await readStructure(config), await readStructure(await createFresh(t)))
    assert.equal(await countOpen(config), 1)
  })

  it('come back when they were dropped or changed by hand, and counts are right again', async (t) => {
    const config = await createFresh(t)
    const before = await readStructure(config)
    await ask(config, user)
    const on = isSqlite ? '' : ' on job_posts'
    await ask(config, `drop trigger count_job_posts_insert${on}`)
    await ask(config, `drop trigger journal_job_posts_update${on}`)
    for (const statement of isSqlite
      ? ['create trigger journal_job_posts_update after update on job_posts begin select 1; end']
      : [
          `create or replace function journal_job_posts_insert() returns trigger language plpgsql as
            $$ begin return null; end $$`,
          'alter table job_posts disable trigger journal_job_posts_delete',
        ])
      await ask(config, statement)
    await ask(config, post(1))
    assert.equal(await countOpen(config), 0)

    await restart(config)

    assert.deepEqual(await readStructure(config), before)
    assert.equal(await countOpen(config), 1)
    await ask(config, post(2))
    assert.equal(await countOpen(config), 2)
  })

  it('write one row of the journal for a new object, with what changed for a changed one', async () => {
    const { platform, given, settle } = await createApp()
    const { config } = platform
    const recruiter = await given.user({ role: 'recruiter' })
    // The tasks of the sign-up would hold the database.
    await settle()
    // It has read nothing, so that the feed removes no row.
    await ask(config, "insert into followers (name) values ('another')")
    const { id } = await createJobPost(recruiter)
    let last = 0
    const listNew = async () => {
      const rows = await ask(
        config,
        `select id, parts from journal where kind = 'job_post' and object_id = '${id}' and id > ${last} order by id`,
      )
      last = Number(rows.at(-1)?.id ?? last)
      return rows.map(({ parts }) => parts)
    }

    const written = [await listNew()]
    for (const change of [
      () => recruiter.put(`/job-posts/${id}`, { title: 'Another', salary_max: 90_000 }),
      () => recruiter.put(`/job-posts/${id}`, { title: 'Another' }),
      () => recruiter.delete(`/job-posts/${id}`),
    ]) {
      const { status, text } = await change()
      assert.ok(status < 300, text)
      written.push(await listNew())
    }

    assert.deepEqual(written, [['shown'], ['shown found'], [], ['shown']])
  })

  it('are followed from the beginning in a database with rows of another one', async (t) => {
    const config = await createFresh(t)
    await ask(
      config,
      `insert into journal (transaction_id, kind, object_id, parts) values (900000000000, 'job_post', '1', 'shown')`,
    )
    await ask(config, `insert into followers (name, transaction_id, position) values ('feed', 900000000000, 99)`)

    await restart(config)

    const rows = await ask(
      config,
      'select transaction_id, position from followers union all select transaction_id, 0 from journal',
    )
    assert.ok(rows.length > 1)
    assert.deepEqual(
      rows.map(({ transaction_id, position }) => [Number(transaction_id), Number(position)]),
      rows.map(() => [0, 0]),
    )
  })

  if (!isSqlite)
    it('lose no change of a transaction that commits after a later one was asked for', async (t) => {
      const { platform, given } = await createApp()
      const recruiter = await given.user({ role: 'recruiter' })
      const [slow, quick] = [await createJobPost(recruiter), await createJobPost(recruiter)]
      const { next } = (await recruiter.get('/changes?since=now')).meta
      const listTold = async () =>
        (await recruiter.get(`/changes?since=${next}`)).data.map(({ object }: { object: { id: number } }) => object.id)
      const older = await openClient({ connectionString: platform.config.databaseUrl ?? '' })
      t.after(() => older.end())
      await older.query('begin')
      await older.query(`update job_posts set title = 'Older' where id = ${slow.id}`)
      assert.equal((await recruiter.put(`/job-posts/${quick.id}`, { title: 'Later' })).status, 200)

      const before = await listTold()
      await older.query('commit')
      const after = await listTold()

      assert.deepEqual([before, after], [[], [slow.id, quick.id]])
    })
})
