import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createSystemContext } from '#context.ts'
import { createBackground, waitUntil } from '#test/support/background.ts'
import { createFakeClock } from '#test/support/clock.ts'
import { createDatabase } from '#test/support/database.ts'
import {
  addToJournal,
  applying,
  countJournal,
  followers,
  hostileObject,
  indifferent,
  openCopies,
  preparing,
  readCopies,
} from '#test/support/followers.ts'
import { catchUp } from './catch-up.ts'
import { describeFollowers, type Follower } from './follower.ts'
import { runPass } from './pass.ts'
import { followerRows } from './queries.ts'
import { startFollowers } from './runtime.ts'

const module = describeFollowers<typeof import('#test/support/followers.ts')>(
  new URL(import.meta.resolve('#test/support/followers.ts')),
  followers,
)
/** What followers do that were declared and have nothing to do is not loaded. */
const missing = describeFollowers(new URL('./none.ts', import.meta.url), followers)
const never = 2 ** 31 - 1
const noneFailed = { paused: new Set<string>(), maxMs: never }

async function createInstance(t: TestContext) {
  const background = createBackground(t, await createDatabase(), createFakeClock())
  const { db } = background
  await openCopies(db)
  const ctx = createSystemContext(background.platform(() => undefined))
  const start = (inThread = false) => {
    const running = startFollowers(ctx, [module], { inThread, poll: never })
    t.after(() => running.stop())
    return running
  }
  return { ...background, ctx, start }
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `thing ${n}`)

describe('the followers of the journal', () => {
  for (const inThread of [false, true])
    it(`are loaded in ${inThread ? 'the thread' : 'the process'} only when they have something to do`, async (t) => {
      const { db, ctx, start } = await createInstance(t)
      await start().settle()
      const later = startFollowers(ctx, [missing], { inThread, poll: never })
      t.after(() => later.stop())

      await later.settle()

      await addToJournal(db, 'thing')
      await assert.rejects(later.settle(), /none\.ts/)
    })

  it('are loaded at a start when one is new, has another format or left work for itself', async (t) => {
    const { ctx, start } = await createInstance(t)
    await start().settle()
    const [first, ...others] = followers
    assert.ok(first)
    const changed = [
      { ...first, name: 'new' },
      { ...first, format: first.format + 1 },
      { ...first, hasPending: async () => true },
    ]

    for (const declaration of changed) {
      const module = { ...missing, declarations: [declaration, ...others] }
      const running = startFollowers(ctx, [module], { inThread: false, poll: never })
      t.after(() => running.stop())
      await assert.rejects(running.settle(), /none\.ts/)
    }
  })

  it('read each change once, in order, skip other kinds, and remove what all have read', async (t) => {
    const { db, start } = await createInstance(t)
    const things = numbered(300)
    for (const thing of things) await addToJournal(db, thing)
    await addToJournal(db, 'another', 'other')

    await start().settle()

    assert.deepEqual(await readCopies(db, applying.name), things)
    assert.deepEqual(await readCopies(db, preparing.name), things)
    assert.deepEqual(await readCopies(db, indifferent.name), ['another'])
    assert.equal(await countJournal(db), 0)
  })

  it('run in a thread after a commit, without being asked', async (t) => {
    const { db, start } = await createInstance(t)
    start(true)
    const things = numbered(40)

    for (const thing of things) await addToJournal(db, thing)
    await waitUntil(async () => (await readCopies(db, preparing.name)).length === 40)
    await waitUntil(async () => (await countJournal(db)) === 0)

    assert.deepEqual(await readCopies(db, applying.name), things)
    assert.deepEqual(await readCopies(db, preparing.name), things)
  })

  it('read each change once beside writers, other instances and readers who wait for them', async (t) => {
    const { db, ctx, start, connectPlatform } = await createInstance(t)
    const other = await connectPlatform()
    const instances = [
      start(true),
      start(),
      startFollowers({ ...ctx, db: other }, [module], { inThread: false, poll: never }),
    ]
    t.after(() => instances[2]?.stop())

    await Promise.all(
      [0, 1, 2, 3].map(async (writer) => {
        for (let n = 0; n < 40; n++) {
          await addToJournal(writer % 2 === 0 ? db : other, `${writer} ${n}`)
          if (n % 5 === 0) await instances[1 + (writer % 2)]?.settle()
          if (n % 7 === 0) {
            await catchUp(ctx, applying)
            assert.ok((await readCopies(db, applying.name)).includes(`${writer} ${n}`))
          }
        }
      }),
    )
    for (const instance of instances) await instance.settle()

    for (const { name } of [applying, preparing]) {
      const copied = await readCopies(db, name)
      assert.equal(copied.length, 160)
      assert.equal(new Set(copied).size, 160)
      for (const writer of [0, 1, 2, 3])
        assert.deepEqual(
          copied.filter((copy) => copy.startsWith(`${writer} `)),
          Array.from({ length: 40 }, (_, n) => `${writer} ${n}`),
        )
    }
    assert.equal(await countJournal(db), 0)
  })

  it('go on while one of them fails, which pauses, is named in the figures and undoes what it wrote', async (t) => {
    const { db, ctx, logged, start } = await createInstance(t)
    const failing: Follower = {
      ...applying,
      name: 'failing',
      async apply(tx, changes) {
        await followerRows.add.run(tx, { name: 'a trace', format: 1, now: tx.clock.now() })
        if (changes.some(({ object_id }) => object_id === hostileObject)) throw new Error('refused')
      },
    }
    await addToJournal(db, hostileObject)
    const running = start()

    const result = await runPass(ctx, [failing, indifferent], noneFailed)
    running.monitor.record(result)

    assert.deepEqual(
      result.failures.map(({ name }) => name),
      ['failing'],
    )
    assert.equal(result.isUnfinished, false)
    assert.deepEqual(running.monitor.listPaused(), ['failing'])
    assert.equal(await followerRows.get.maybe({ db }, { name: 'a trace' }), null)
    const figures = await running.monitor.read()
    assert.deepEqual(
      figures.map(({ name, lag_rows, failures }) => ({ name, lag_rows, failures })),
      [
        { name: 'failing', lag_rows: 1, failures: 1 },
        { name: 'indifferent', lag_rows: 0, failures: 0 },
      ],
    )
    assert.equal(await countJournal(db), 1)
    assert.equal(logged.at(-1)?.message, 'follower failed')
  })

  it('are built from the tables, with changes in between, and anew when their format is larger', async (t) => {
    const { db, ctx } = await createInstance(t)
    const seen: string[] = []
    const built = (format: number): Follower => ({
      ...applying,
      name: 'built',
      format,
      async apply(_, changes) {
        for (const { object_id } of changes) seen.push(object_id)
      },
      async build(_, after) {
        seen.push(`after ${after}`)
        return { last: after + 50, isWhole: after === 100 }
      },
    })
    await addToJournal(db, 'changed')

    await runPass(ctx, [built(1)], noneFailed)
    assert.deepEqual(seen.splice(0), ['after 0', 'changed', 'after 50', 'after 100'])
    await runPass(ctx, [built(1)], noneFailed)
    assert.deepEqual(seen, [])
    await runPass(ctx, [built(2)], noneFailed)
    assert.deepEqual(seen.splice(0), ['after 0', 'after 50', 'after 100'])
    assert.equal((await followerRows.get.one({ db }, { name: 'built' })).format, 2)

    // An instance of an earlier release leaves it to those that know the format.
    await addToJournal(db, 'for the later release')
    await runPass(ctx, [built(1)], noneFailed)
    assert.deepEqual(seen, [])
    await runPass(ctx, [built(2)], noneFailed)
    assert.deepEqual(seen, ['for the later release'])
  })

  it('let up to 250 rows wait while the process is busy, if their readers merge them', async (t) => {
    const { db, ctx } = await createInstance(t)
    const lagging: Follower = { ...applying, mayLag: true }
    const busy = { ...noneFailed, isBusy: true }
    for (const thing of numbered(10)) await addToJournal(db, thing)

    const first = await runPass(ctx, [lagging, preparing], busy)
    assert.deepEqual(first.failures, [])
    assert.equal(first.isLagging, true)
    assert.deepEqual(await readCopies(db, lagging.name), [])
    assert.deepEqual(await readCopies(db, preparing.name), numbered(10))
    const second = await runPass(ctx, [lagging, preparing], noneFailed)
    assert.equal(second.isLagging, false)
    assert.deepEqual(await readCopies(db, lagging.name), numbered(10))

    await db.transaction(async (tx) => {
      for (const thing of numbered(250)) await addToJournal(tx, thing)
    })
    await runPass(ctx, [lagging, preparing], busy)
    assert.deepEqual(await readCopies(db, lagging.name), [...numbered(10), ...numbered(250)])
  })

  it('keep the journal for one of another release until nobody has run it for two days', async (t) => {
    const { db, ctx, start, clock } = await createInstance(t)
    const running = start()
    await runPass(ctx, [{ ...applying, name: 'of another release' }], noneFailed)
    await addToJournal(db, 'first')
    await running.settle()
    assert.equal(await countJournal(db), 1)
    assert.ok((await running.monitor.read()).every(({ name }) => name !== 'of another release'))

    // Its instances run it meanwhile, also without changes.
    clock.advance({ hours: 47 })
    await runPass(ctx, [{ ...applying, name: 'of another release' }], noneFailed)
    await addToJournal(db, 'second')
    clock.advance({ hours: 47 })
    await running.settle()
    assert.equal(await countJournal(db), 1)

    clock.advance({ hours: 2 })
    await addToJournal(db, 'third')
    await running.settle()
    assert.equal(await countJournal(db), 0)
    assert.equal(await followerRows.get.maybe({ db }, { name: 'of another release' }), null)
    assert.deepEqual(await readCopies(db, preparing.name), ['first', 'second', 'third'])
  })

  it('wait for a transaction that may still add rows before others', {
    skip: process.env.TEST_DATABASE !== 'postgres',
  }, async (t) => {
    const { db, ctx, start } = await createInstance(t)
    const running = start()
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const slow = db.transaction(async (tx) => {
      await addToJournal(tx, 'first')
      begun.resolve()
      await gate.promise
    })
    await begun.promise
    await addToJournal(db, 'second')

    await runPass(ctx, followers, noneFailed)
    assert.deepEqual(await readCopies(db, applying.name), [])
    gate.resolve()
    await slow
    await running.settle()

    assert.deepEqual(await readCopies(db, applying.name), ['first', 'second'])
  })
})
