import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createSystemContext, runInTransaction as transactionOf } from '#context.ts'
import { prepare } from '#database/query/prepare.ts'
import { createBackground, createBlocker, createRecordingTask } from '#test/support/background.ts'
import { createFakeClock } from '#test/support/clock.ts'
import { createDatabase } from '#test/support/database.ts'
import { addTask, countTasks } from './tasks.ts'

const createInstances = async (t: TestContext) => createBackground(t, await createDatabase(), createFakeClock())

const addMail = prepare((q, p: { to: string; now: string }) =>
  q.insertInto('mails').values({ to: p.to, subject: '', text: '', html: '', created_at: p.now, sent_at: null }),
)
const countMails = prepare((q) => q.selectFrom('mails').select((e) => e.fn.countAll<number>().as('total')))

describe('enqueue', () => {
  it('runs the task with its payload after the commit and then deletes it', async (t) => {
    const { inTransaction, worker, tasks } = await createInstances(t)
    const { ran, task } = createRecordingTask()
    const works = worker([task])

    await inTransaction(async (tx) => {
      await addTask(tx, task, { n: 7 })
      assert.deepEqual(ran, [])
    })
    await works.settle()

    assert.deepEqual(ran, [7])
    assert.deepEqual(await tasks(), [])
  })

  it('queues nothing when the transaction fails', async (t) => {
    const { inTransaction, worker, tasks } = await createInstances(t)
    const { ran, task } = createRecordingTask()

    const failing = inTransaction(async (tx) => {
      await addTask(tx, task, { n: 1 })
      throw new Error('refused')
    })

    await assert.rejects(failing, /refused/)
    await worker([task]).settle()
    assert.deepEqual(ran, [])
    assert.deepEqual(await tasks(), [])
  })

  it('wakes the worker of the same instance after the commit', async (t) => {
    const { platform } = await createInstances(t)
    const { task } = createRecordingTask()
    let wakes = 0

    await transactionOf(createSystemContext(platform(() => wakes++)), async (tx) => {
      await addTask(tx, task, { n: 1 })
      assert.equal(wakes, 0)
    })

    assert.equal(wakes, 1)
  })

  it('waits until the task is due', async (t) => {
    const { inTransaction, worker, clock } = await createInstances(t)
    const { ran, task } = createRecordingTask()
    const works = worker([task])
    await inTransaction((tx) => addTask(tx, task, { n: 1 }, { runAt: '2026-11-21T10:00:00.000Z' }))

    clock.set('2026-11-21T09:59:59.999Z')
    await works.settle()
    assert.deepEqual(ran, [])

    clock.set('2026-11-21T10:00:00.000Z')
    await works.settle()
    assert.deepEqual(ran, [1])
  })

  it('finds a waiting task by its key', async (t) => {
    const { inTransaction, worker } = await createInstances(t)
    const { ran, task } = createRecordingTask()
    const works = worker([task])

    for (const n of [1, 2, 3]) await inTransaction((tx) => addTask(tx, task, { n }, { key: 'same' }))
    await inTransaction((tx) => addTask(tx, task, { n: 4 }, { key: 'other' }))
    await works.settle()
    await inTransaction((tx) => addTask(tx, task, { n: 5 }, { key: 'same' }))
    await works.settle()

    assert.deepEqual(ran.toSorted(), [1, 4, 5])
  })

  it('runs the waiting task with the changes of the transaction that found it', async (t) => {
    const { inTransaction, worker, clock } = await createInstances(t)
    const seen: number[] = []
    const { task } = createRecordingTask(async (ctx) => {
      seen.push((await countMails.one(ctx, {})).total)
    })
    const works = worker([task])
    const met = createBlocker()
    await inTransaction((tx) => addTask(tx, task, { n: 1 }, { key: 'same' }))

    const changing = inTransaction(async (tx) => {
      await addMail.run(tx, { to: 'ada@example.org', now: clock.now() })
      await addTask(tx, task, { n: 2 }, { key: 'same' })
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

  it('keeps a task that queues itself while it runs', async (t) => {
    const { inTransaction, worker, tasks } = await createInstances(t)
    const again = createRecordingTask(async (ctx, n) => {
      if (n < 3) await transactionOf(ctx, (tx) => addTask(tx, again.task, { n: n + 1 }, { key: 'same' }))
    })
    const works = worker([again.task])

    await inTransaction((tx) => addTask(tx, again.task, { n: 1 }, { key: 'same' }))
    await works.settle()

    assert.deepEqual(again.ran, [1, 2, 3])
    assert.deepEqual(await tasks(), [])
  })
})

describe('taskCounts', () => {
  it('counts due, later and dead tasks', async (t) => {
    const { inTransaction, platform } = await createInstances(t)
    const { task } = createRecordingTask()

    await inTransaction(async (tx) => {
      for (const n of [1, 2, 3]) await addTask(tx, task, { n })
      await addTask(tx, task, { n: 4 }, { runAt: '2026-11-21T09:00:00.001Z' })
    })

    assert.deepEqual(await countTasks(platform(() => undefined)), { due: 3, later: 1, dead: 0 })
  })
})
