import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Statement } from '../database.ts'
import { openSqlite } from './engine.ts'

const createStatement = (key: number, sql: string, parameters: readonly string[] = []): Statement => ({
  key,
  sql,
  parameters: [...parameters],
  decodings: new Map(),
  reads: /^select/.test(sql),
})
const create = createStatement(-11, 'create table things (id integer primary key, name text unique)')
const add = createStatement(-12, 'insert into things (name) values (?)', ['name'])
const list = createStatement(-13, 'select name from things order by name')

const folder = await mkdtemp(join(tmpdir(), 'research-platform-writer-'))
after(() => rm(folder, { recursive: true }))
let files = 0

async function openThings(test: TestContext) {
  const path = join(folder, `${files++}.db`)
  const db = openSqlite(path)
  test.after(() => db.close())
  await db.run(create, {})
  const listNames = async () => (await db.all<{ name: string }>(list, {})).map(({ name }) => name)
  return { db, path, listNames }
}

describe('changes that are committed together', () => {
  it('are undone alone when they fail', async (t) => {
    const { db, listNames } = await openThings(t)
    const names = Array.from({ length: 100 }, (_, index) => `thing ${String(index).padStart(2, '0')}`)

    const settled = await Promise.allSettled(
      names.map((name, index) =>
        db.transaction(async (tx) => {
          await tx.run(add, { name })
          await tx.run(add, { name: `${name} of two` })
          if (index % 3 === 0) throw new Error(`${name} is refused`)
        }),
      ),
    )

    const kept = names.filter((_, index) => index % 3 !== 0)
    assert.deepEqual(
      settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : [])),
      names.filter((_, index) => index % 3 === 0).map((name) => `${name} is refused`),
    )
    assert.deepEqual(await listNames(), kept.flatMap((name) => [name, `${name} of two`]).sort())
  })

  it('belong to their own request each, so that its trace has their statements', async (t) => {
    const { db } = await openThings(t)
    const requests = new AsyncLocalStorage<number>()
    const numbers = Array.from({ length: 100 }, (_, index) => index)

    const seen = await Promise.all(
      numbers.map((number) => requests.run(number, () => db.transaction(async () => requests.getStore()))),
    )

    assert.deepEqual(seen, numbers)
  })

  it('find what those before have done, so that of twenty with one name a single one succeeds', async (t) => {
    const { db, listNames } = await openThings(t)

    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? db.run(add, { name: 'only' }) : db.transaction((tx) => tx.run(add, { name: 'only' })),
      ),
    )

    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.deepEqual(await listNames(), ['only'])
  })

  it('are on the disk when they are acknowledged, and not seen before', async (t) => {
    const { db, path, listNames } = await openThings(t)
    const other = new DatabaseSync(path, { readOnly: true })
    t.after(() => other.close())
    const readOther = () => other.prepare('select count(*) as total from things').get()?.total
    const gate = Promise.withResolvers<void>()

    const first = db.run(add, { name: 'first' })
    const second = db.transaction(async (tx) => {
      await tx.run(add, { name: 'second' })
      await gate.promise
    })
    const seen = [await listNames(), readOther()]
    gate.resolve()
    await Promise.all([first, second])

    assert.deepEqual(seen, [[], 0])
    assert.equal(readOther(), 2)
  })

  it('do not wait for many that fail', async (t) => {
    const { db } = await openThings(t)
    const ended: string[] = []
    const note = (name: string) => () => void ended.push(name)

    const kept = db.run(add, { name: 'only' }).then(note('kept'))
    const refused = Array.from({ length: 200 }, () => {
      const fail = async () => {
        await pause(1)
        throw new Error('refused')
      }
      return db.transaction(fail).catch(note('refused'))
    })
    await Promise.all([kept, ...refused])

    assert.ok(ended.indexOf('kept') < 100, `It was acknowledged after ${ended.indexOf('kept')} that failed.`)
  })

  it('let a second connection of this process open the database meanwhile', async (t) => {
    const { db, path, listNames } = await openThings(t)
    const change = db.transaction(async (tx) => {
      await tx.run(add, { name: 'first' })
      await pause(20)
    })

    const second = openSqlite(path)
    t.after(() => second.close())
    await Promise.all([change, second.run(add, { name: 'second' })])

    assert.deepEqual(await listNames(), ['first', 'second'])
  })

  it('are all committed before the database is closed', async (t) => {
    const path = join(folder, 'closed.db')
    const db = openSqlite(path)
    await db.run(create, {})

    const changes = Array.from({ length: 200 }, (_, index) => db.run(add, { name: `thing ${index}` }))
    await db.close()
    await Promise.all(changes)

    const other = new DatabaseSync(path, { readOnly: true })
    t.after(() => other.close())
    assert.equal(other.prepare('select count(*) as total from things').get()?.total, 200)
  })
})
