import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Context, inTransaction as transactionOf, systemContext } from '../context.ts'
import { prepare } from '../database/prepare.ts'
import { defineTask, enqueue, taskCounts } from './tasks.ts'
import { background } from './testing.ts'

/** A task that notes the numbers it was given, and what it then does. */
function noting(act: (ctx: Context, n: number) => Promise<void> | void = () => undefined, mostAttempts = 12) {
  const ran: number[] = []
  const task = defineTask<{ n: number }>({
    kind: 'noting',
    mostAttempts,
    async handle(ctx, { n }) {
      ran.push(n)
      await act(ctx, n)
    },
  })
  return { ran, task }
}

/** A handler that begins and then waits until the test lets it go. */
function held() {
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const act = () => {
    begun.resolve()
    return release.promise
  }
  return { act, begun: begun.promise, release: release.resolve }
}

const addMail = prepare((q, p: { to: string; now: string }) =>
  q.insertInto('mails').values({ to: p.to, subject: '', text: '', html: '', created_at: p.now, sent_at: null }))
const countMails = prepare((q) => q.selectFrom('mails').select((e) => e.fn.countAll<number>().as('total')))

describe('enqueue', () => {
  it('runs the task with its payload after the commit and then forgets it', async (t) => {
    const { inTransaction, worker, tasks } = await background(t)
    const { ran, task } = noting()
    const works = worker([task])

    await inTransaction(async (tx) => {
      await enqueue(tx, task, { n: 7 })
      assert.deepEqual(ran, [])
    })
    await works.settle()

    assert.deepEqual(ran, [7])
    assert.deepEqual(await tasks(), [])
  })

  it('leaves nothing when the transaction fails', async (t) => {
    const { inTransaction, worker, tasks } = await background(t)
    const { ran, task } = noting()

    const failing = inTransaction(async (tx) => {
      await enqueue(tx, task, { n: 1 })
      throw new Error('refused')
    })

    await assert.rejects(failing, /refused/)
    await worker([task]).settle()
    assert.deepEqual(ran, [])
    assert.deepEqual(await tasks(), [])
  })

  it('wakes the worker of its own instance after the commit', async (t) => {
    const { platform } = await background(t)
    const { task } = noting()
    let wakes = 0

    await transactionOf(systemContext(platform(() => wakes++)), async (tx) => {
      await enqueue(tx, task, { n: 1 })
      assert.equal(wakes, 0)
    })

    assert.equal(wakes, 1)
  })

  it('waits for its moment', async (t) => {
    const { inTransaction, worker, clock } = await background(t)
    const { ran, task } = noting()
    const works = worker([task])
    await inTransaction((tx) => enqueue(tx, task, { n: 1 }, { runAt: '2026-11-21T10:00:00.000Z' }))

    clock.set('2026-11-21T09:59:59.999Z')
    await works.settle()
    assert.deepEqual(ran, [])

    clock.set('2026-11-21T10:00:00.000Z')
    await works.settle()
    assert.deepEqual(ran, [1])
  })

  it('knows a waiting task by its key', async (t) => {
    const { inTransaction, worker } = await background(t)
    const { ran, task } = noting()
    const works = worker([task])

    for (const n of [1, 2, 3]) await inTransaction((tx) => enqueue(tx, task, { n }, { key: 'same' }))
    await inTransaction((tx) => enqueue(tx, task, { n: 4 }, { key: 'other' }))
    await works.settle()
    await inTransaction((tx) => enqueue(tx, task, { n: 5 }, { key: 'same' }))
    await works.settle()

    assert.deepEqual(ran.toSorted(), [1, 4, 5])
  })

  it('shows the waiting task what the transaction that met it changed', async (t) => {
    const { inTransaction, worker, clock } = await background(t)
    const seen: number[] = []
    const { task } = noting(async (ctx) => {
      seen.push((await countMails.one(ctx, {})).total)
    })
    const works = worker([task])
    const met = held()
    await inTransaction((tx) => enqueue(tx, task, { n: 1 }, { key: 'same' }))

    const changing = inTransaction(async (tx) => {
      await addMail.run(tx, { to: 'ada@example.org', now: clock.now() })
      await enqueue(tx, task, { n: 2 }, { key: 'same' })
      await met.act()
    })
    await met.begun
    const settled = works.settle()
    if (process.env.TEST_DATABASE === 'postgres') await settled
    met.release()
    await changing
    await settled
    await works.settle()

    assert.deepEqual(seen, [1])
  })

  it('does not lose a task that queues itself while it runs', async (t) => {
    const { inTransaction, worker, tasks } = await background(t)
    const again = noting(async (ctx, n) => {
      if (n < 3) await transactionOf(ctx, (tx) => enqueue(tx, again.task, { n: n + 1 }, { key: 'same' }))
    })
    const works = worker([again.task])

    await inTransaction((tx) => enqueue(tx, again.task, { n: 1 }, { key: 'same' }))
    await works.settle()

    assert.deepEqual(again.ran, [1, 2, 3])
    assert.deepEqual(await tasks(), [])
  })
})

describe('a task that fails', () => {
  it('is tried again after growing pauses, and then forgotten', async (t) => {
    const { inTransaction, worker, clock, tasks, logged } = await background(t)
    const { ran, task } = noting(() => {
      if (ran.length < 4) throw new Error(`failure ${ran.length}`)
    })
    const works = worker([task])
    await inTransaction((tx) => enqueue(tx, task, { n: 1 }))

    for (const seconds of [2, 4, 8]) {
      await works.settle()
      const [row] = await tasks()
      const pause = (Date.parse(row?.run_at ?? '') - Date.parse(clock.now())) / 1000
      assert.ok(pause >= seconds / 2 && pause <= seconds, `${pause} of ${seconds}`)
      assert.equal(row?.last_error, `failure ${ran.length}`)
      clock.advance({ seconds })
    }
    await works.settle()

    assert.equal(ran.length, 4)
    assert.deepEqual(await tasks(), [])
    assert.deepEqual(logged.map(({ level }) => level), ['warn', 'warn', 'warn'])
  })

  it('ends dead after the most attempts, is counted, and is not tried again', async (t) => {
    const { inTransaction, worker, clock, tasks, logged, platform } = await background(t)
    const { ran, task } = noting(() => Promise.reject(new Error(`poison\0${'x'.repeat(2_000)}`)), 3)
    const works = worker([task])
    await inTransaction((tx) => enqueue(tx, task, { n: 1 }, { key: 'same' }))

    for (let hour = 0; hour < 6; hour++) {
      await works.settle()
      clock.advance({ hours: 1 })
    }

    const [row] = await tasks()
    assert.equal(ran.length, 3)
    assert.equal(row?.last_error?.length, 500)
    assert.equal(row?.dead_at, '2026-11-21T11:00:00.000Z')
    assert.deepEqual(logged.map(({ level }) => level), ['warn', 'warn', 'error'])
    assert.deepEqual(await taskCounts(platform(() => undefined)), { due: 0, later: 0, dead: 1 })
  })

  it('frees its key when it is dead', async (t) => {
    const { inTransaction, worker } = await background(t)
    const { ran, task } = noting((_, n) => (n === 1 ? Promise.reject(new Error('poison')) : undefined), 1)
    const works = worker([task])

    for (const n of [1, 2]) {
      await inTransaction((tx) => enqueue(tx, task, { n }, { key: 'same' }))
      await works.settle()
    }

    assert.deepEqual(ran, [1, 2])
  })

  it('has its key back while it waits for its next try', async (t) => {
    const { inTransaction, worker, clock, tasks } = await background(t)
    const { ran, task } = noting(() => (ran.length < 3 ? Promise.reject(new Error('failed')) : undefined))
    const works = worker([task])

    for (const n of [1, 2, 3]) {
      await inTransaction((tx) => enqueue(tx, task, { n }, { key: 'same' }))
      await works.settle()
      clock.advance({ minutes: 1 })
    }

    assert.deepEqual(ran, [1, 1, 1])
    assert.deepEqual(await tasks(), [])
  })

  it('gives way to the same task queued while it ran', async (t) => {
    const { inTransaction, worker, clock, tasks } = await background(t)
    const gate = held()
    const { ran, task } = noting(async (_, n) => {
      if (n === 2) return
      await gate.act()
      throw new Error('failed')
    })
    const works = worker([task], { atOnce: 1 })
    await inTransaction((tx) => enqueue(tx, task, { n: 1 }, { key: 'same' }))

    const settled = works.settle()
    await gate.begun
    await inTransaction((tx) => enqueue(tx, task, { n: 2 }, { key: 'same' }))
    gate.release()
    await settled
    clock.advance({ minutes: 1 })
    await works.settle()

    assert.deepEqual(ran, [1, 2])
    assert.deepEqual(await tasks(), [])
  })

  it('is left for others when its kind is unknown', async (t) => {
    const { inTransaction, worker, clock, tasks } = await background(t)
    const { ran, task } = noting()
    const older = worker([])
    await inTransaction((tx) => enqueue(tx, task, { n: 1 }, { key: 'same' }))

    for (let minute = 0; minute < 20; minute++) {
      await older.settle()
      clock.advance({ minutes: 1 })
    }
    const [row] = await tasks()
    await worker([task]).settle()

    assert.equal(row?.attempts, 0)
    assert.equal(row?.dead_at, null)
    assert.deepEqual(ran, [1])
  })
})

describe('taskCounts', () => {
  it('counts what is due, what is for later and what is dead', async (t) => {
    const { inTransaction, platform } = await background(t)
    const { task } = noting()

    await inTransaction(async (tx) => {
      for (const n of [1, 2, 3]) await enqueue(tx, task, { n })
      await enqueue(tx, task, { n: 4 }, { runAt: '2026-11-21T09:00:00.001Z' })
    })

    assert.deepEqual(await taskCounts(platform(() => undefined)), { due: 3, later: 1, dead: 0 })
  })
})
