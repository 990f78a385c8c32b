import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { followIgnored } from '#core/ignored-errors.ts'
import { hangLimitMs } from '#test/support/hang-limit.ts'
import type { Statement } from '../database.ts'
import { openSqlite } from './engine.ts'

const createStatement = (key: number, sql: string, parameters: readonly string[] = []): Statement => ({
  key,
  sql,
  parameters,
  decodings: new Map(),
  reads: sql.startsWith('with'),
})
const create = createStatement(-21, 'create table things (id integer primary key, content blob)')
const add = createStatement(-22, 'insert into things (content) values (randomblob(250000))')
/** Holds its view of the database for as long as it counts. */
const count = createStatement(
  -23,
  `with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 300000)
   select count(*) as numbers, (select count(*) from things) as things from numbers`,
)
const megabyte = 1_000_000

async function openThings(t: TestContext, options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'research-platform-log-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'things.db')
  const db = openSqlite(path, options)
  t.after(() => db.close())
  await db.run(create, {})
  return { db, path, getLogBytes: async () => (await stat(`${path}-wal`)).size }
}

type Things = Awaited<ReturnType<typeof openThings>>

/** Adds some 250 KB each time. Returns the largest size of the log that was seen. */
async function addMany({ db, getLogBytes }: Things, times: number) {
  let largest = 0
  for (let added = 0; added < times; added++) {
    await db.run(add, {})
    largest = Math.max(largest, await getLogBytes())
  }
  return largest
}

/** 500 MB; a log that is never copied must not fill the disk. */
const maxAdded = 2_000

/** Goes on with changes until the condition holds: a copy that came too early is tried again after a later change. */
async function addUntil(things: Things, condition: () => boolean) {
  for (let added = 0; !condition(); added++) {
    assert.ok(
      added < maxAdded,
      `The log has ${things.db.log?.bytes} bytes and ${things.db.log?.failedCopies} failures.`,
    )
    await addMany(things, 1)
  }
}

describe('the write-ahead log', () => {
  it('stays short under sustained writes, beside readers that never pause', async (t) => {
    // A copy waits for a read, however long that takes on a busy machine.
    const things = await openThings(t, { busyTimeoutMs: hangLimitMs })
    let isOver = false
    let reads = 0
    const readers = [1, 2, 3].map(async () => {
      while (!isOver) {
        await things.db.allInBackground(count, {})
        reads++
      }
    })

    const largest = await addMany(things, 1_000)
    isOver = true
    await Promise.all(readers)

    const { log } = things.db
    assert.ok(largest < 128 * megabyte, `The log had ${largest} bytes.`)
    assert.ok((await stat(things.path)).size > 100 * megabyte)
    assert.ok(reads > 3)
    assert.ok(Date.now() - (log?.lastCopy ?? 0) < 600_000)
    assert.equal(log?.failedCopies, 0)
    assert.equal(log?.bytes, await things.getLogBytes())
  })
  it('is copied again after another process has held it, and the failures are counted and published', async (t) => {
    const things = await openThings(t, { busyTimeoutMs: 100 })
    const ignored: string[] = []
    t.after(followIgnored(({ where, error }) => void ignored.push(`${where}: ${error}`)))
    const other = new DatabaseSync(things.path, { readOnly: true })
    t.after(() => other.close())
    other.exec('begin; select count(*) from things')

    // Writers are held at 12,000 pages, and at the earliest at 24,000 again; these are 21,500.
    await addMany(things, 340)
    await addUntil(things, () => things.db.log?.failedCopies === 1)
    assert.ok(things.db.log && things.db.log.bytes > 80 * megabyte)
    assert.deepEqual(ignored, ['copy of the write-ahead log: Error: A long read or another process holds the log.'])

    other.exec('rollback')
    await addMany(things, 200)
    await addUntil(things, () => things.db.log !== null && things.db.log.bytes < 64 * megabyte)
    assert.equal(things.db.log?.failedCopies, 1)
  })
})
