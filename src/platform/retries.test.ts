import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createBackground, createBlocker, createRecordingTask } from '#test/support/background.ts'
import { createFakeClock } from '#test/support/clock.ts'
import { createDatabase } from '#test/support/database.ts'
import { addTask, countTasks } from './tasks.ts'

const createInstances = async (t: TestContext) => createBackground(t, await createDatabase(), createFakeClock())

describe('a task that fails', () => {
  it('is retried after growing delays, and deleted after success', async (t) => {
    const { inTransaction, worker, clock, tasks, logged } = await createInstances(t)
    const { ran, task } = createRecordingTask(() => {
      if (ran.length < 4) throw new Error(`failure ${ran.length}`)
    })
    const works = worker([task])
    await inTransaction((tx) => addTask(tx, task, { n: 1 }))

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
    assert.deepEqual(
      logged.map(({ level }) => level),
      ['warn', 'warn', 'warn'],
    )
  })

  it('is dead after the last attempt, is counted, and is not retried', async (t) => {
    const { inTransaction, worker, clock, tasks, logged, platform } = await createInstances(t)
    const { ran, task } = createRecordingTask(() => Promise.reject(new Error(`poison\0${'x'.repeat(2_000)}`)), 3)
    const works = worker([task])
    await inTransaction((tx) => addTask(tx, task, { n: 1 }, { key: 'same' }))

    for (let hour = 0; hour < 6; hour++) {
      await works.settle()
      clock.advance({ hours: 1 })
    }

    const [row] = await tasks()
    assert.equal(ran.length, 3)
    assert.equal(row?.last_error?.length, 500)
    assert.equal(row?.dead_at, '2026-11-21T11:00:00.000Z')
    assert.deepEqual(
      logged.map(({ level }) => level),
      ['warn', 'warn', 'error'],
    )
    assert.deepEqual(await countTasks(platform(() => undefined)), { due: 0, later: 0, dead: 1 })
  })

  it('releases its key when it is dead', async (t) => {
    const { inTransaction, worker } = await createInstances(t)
    const { ran, task } = createRecordingTask((_, n) => (n === 1 ? Promise.reject(new Error('poison')) : undefined), 1)
    const works = worker([task])

    for (const n of [1, 2]) {
      await inTransaction((tx) => addTask(tx, task, { n }, { key: 'same' }))
      await works.settle()
    }

    assert.deepEqual(ran, [1, 2])
  })

  it('keeps its key while it waits for the next attempt', async (t) => {
    const { inTransaction, worker, clock, tasks } = await createInstances(t)
    const { ran, task } = createRecordingTask(() => (ran.length < 3 ? Promise.reject(new Error('failed')) : undefined))
    const works = worker([task])

    for (const n of [1, 2, 3]) {
      await inTransaction((tx) => addTask(tx, task, { n }, { key: 'same' }))
      await works.settle()
      clock.advance({ minutes: 1 })
    }

    assert.deepEqual(ran, [1, 1, 1])
    assert.deepEqual(await tasks(), [])
  })

  it('is replaced by an equal task that was queued while it ran', async (t) => {
    const { inTransaction, worker, clock, tasks } = await createInstances(t)
    const gate = createBlocker()
    const { ran, task } = createRecordingTask(async (_, n) => {
      if (n === 2) return
      await gate.act()
      throw new Error('failed')
    })
    const works = worker([task], { atOnce: 1 })
    await inTransaction((tx) => addTask(tx, task, { n: 1 }, { key: 'same' }))

    const settled = works.settle()
    await gate.begun
    await inTransaction((tx) => addTask(tx, task, { n: 2 }, { key: 'same' }))
    gate.release()
    await settled
    clock.advance({ minutes: 1 })
    await works.settle()

    assert.deepEqual(ran, [1, 2])
    assert.deepEqual(await tasks(), [])
  })

  it('is left to other instances when its kind is unknown', async (t) => {
    const { inTransaction, worker, clock, tasks } = await createInstances(t)
    const { ran, task } = createRecordingTask()
    const older = worker([])
    await inTransaction((tx) => addTask(tx, task, { n: 1 }, { key: 'same' }))

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
