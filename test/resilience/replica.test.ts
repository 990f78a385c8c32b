import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Replica } from '#database/database.ts'
import { openClient } from '#database/postgres/client.ts'
import { openPostgres } from '#database/postgres/engine.ts'
import { createApp, type Person } from '../support/app.ts'
import { createJobPost } from '../support/jobs.ts'
import { forReplicas, type PostgresServer, startPostgres } from '../support/postgres-server.ts'

// A replica is a server beside the one of the tests.
if (process.env.TEST_DATABASE === 'postgres') {
  const primary = await startPostgres({ settings: forReplicas })
  const standby = await startPostgres({ replicaOf: primary })
  const app = await createApp({ DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url })
  // The service has stopped by then.
  after(async () => {
    await standby.stop()
    await primary.stop()
  })
  const replica = expectReplica(app.platform.db)
  const recruiter = await app.given.user({ role: 'recruiter' })
  const reader = await app.given.user()

  const listTitles = async (who: Person): Promise<string[]> => {
    const { status, data, text } = await who.get('/job-posts')
    assert.equal(status, 200, text)
    return data.map(({ title }: { title: string }) => title)
  }
  const countFound = async (who: Person, name: string): Promise<number> => {
    const { status, meta, text } = await who.get(`/researchers?search=${encodeURIComponent(name)}`)
    assert.equal(status, 200, text)
    return meta?.total ?? 0
  }
  const showParts = async () => (await app.anonymous.get('/health/ready')).data
  /** Waits until the replica has all that the person has changed. */
  const waitForReplica = (who: Person) =>
    waitUntil(async () => replica.state === 'ok' && (await replica.openFor(who.id)) === (await replica.openFor(null)))

  describe('a read replica', () => {
    it('answers lists a moment late, except those of users whose change it does not have', async (t) => {
      await waitForReplica(reader)
      await stopReplay(t, standby)

      await createJobPost(recruiter, { title: 'Moss collector' })

      assert.deepEqual(await listTitles(reader), [])
      assert.deepEqual(await listTitles(recruiter), ['Moss collector'])
      assert.equal((await app.anonymous.get('/feeds/job-posts.json')).text.includes('Moss collector'), false)
      const { status } = await reader.put(`/users/${reader.id}`, { timezone: 'Europe/Vienna' })
      assert.equal(status, 200)
      assert.deepEqual(await listTitles(reader), ['Moss collector'])

      await continueReplay(standby)
      await waitForReplica(recruiter)
      assert.deepEqual(await listTitles(recruiter), ['Moss collector'])
      assert.equal((await app.anonymous.get('/feeds/job-posts.json')).text.includes('Moss collector'), true)
    })

    it('answers searches', async (t) => {
      await waitForReplica(reader)
      await stopReplay(t, standby)

      const researcher = await app.given.user({ role: 'researcher', name: 'Wangari Maathai' })
      await app.settle()

      assert.equal(await countFound(reader, 'Maathai'), 0)
      assert.equal(await countFound(researcher, 'Maathai'), 1)
      await continueReplay(standby)
      await waitUntil(async () => (await countFound(reader, 'Maathai')) === 1)
    })

    it('is not missed while it is away', async () => {
      await waitForReplica(reader)
      await standby.kill()

      await createJobPost(recruiter, { title: 'Fern collector' })

      assert.ok((await listTitles(reader)).includes('Fern collector'))
      assert.equal(await countFound(reader, 'Maathai'), 1)
      await waitUntil(async () => replica.state === 'unreachable')
      assert.deepEqual(await showParts(), {
        status: 'degraded',
        parts: { database: 'ok', storage: 'ok', replica: 'unreachable' },
      })

      await standby.start()
      await waitForReplica(recruiter)
      assert.ok((await listTitles(recruiter)).includes('Fern collector'))
      assert.deepEqual(await showParts(), { status: 'ok', parts: { database: 'ok', storage: 'ok', replica: 'ok' } })
    })

    it('is not used when it stays behind', async (t) => {
      const db = await openPostgres(primary.url, { readUrl: standby.url, replicaCheckedEvery: 20 })
      t.after(() => db.close())
      const watched = expectReplica(db)
      await waitUntil(async () => watched.state === 'ok')
      const current = await watched.openFor(null)

      await stopReplay(t, standby)
      await recruiter.put(`/users/${recruiter.id}`, { timezone: 'Europe/Vienna' })
      await waitUntil(async () => watched.state === 'behind')
      assert.notEqual(await watched.openFor(null), current)

      await continueReplay(standby)
      await waitUntil(async () => watched.state === 'ok')
      assert.equal(await watched.openFor(null), current)
    })

    it('must belong to the same database', async () => {
      const other = process.env.TEST_POSTGRES_URL ?? ''

      await assert.rejects(openPostgres(primary.url, { readUrl: other }), {
        name: 'DatabaseError',
        message: 'DATABASE_READ_URL leads to another database than DATABASE_URL; it must be its replica.',
      })
    })

    it('need not be there at the start', async (t) => {
      const db = await openPostgres(primary.url, { readUrl: 'postgres://postgres:wrong@127.0.0.1:1/postgres' })
      t.after(() => db.close())

      assert.equal(expectReplica(db).state, 'unreachable')
    })
  })
}

function expectReplica({ replica }: Database): Replica {
  assert.ok(replica)
  return replica
}

async function stopReplay(t: TestContext, server: PostgresServer) {
  await tell(server, 'select pg_wal_replay_pause()')
  t.after(() => continueReplay(server))
}

const continueReplay = (server: PostgresServer) => tell(server, 'select pg_wal_replay_resume()')

async function tell({ url }: PostgresServer, statement: string) {
  const client = await openClient({ connectionString: url })
  await client.query(statement).finally(() => client.end())
}

async function waitUntil(isTrue: () => Promise<boolean>) {
  while (!(await isTrue())) await pause(20)
}
