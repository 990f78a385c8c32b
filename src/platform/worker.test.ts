import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { addDuration } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import { addTask } from '#platform/tasks.ts'
import { createBackground, createBlocker, createRecordingTask, waitUntil } from '#test/support/background.ts'
import { createFakeClock } from '#test/support/clock.ts'
import { createDatabase } from '#test/support/database.ts'

const createInstances = async (t: TestContext) => createBackground(t, await createDatabase(), createFakeClock())

const twenty = Array.from({ length: 20 }, (_, n) => n)

/** The database with a switch that simulates an outage. */
function createBreakableDatabase(db: Database) {
  const state = { away: false }
  const failWhenAway = <T>(work: () => Promise<T>) =>
    state.away ? Promise.reject(new Error('connection refused')) : work()
  const broken: Database = {
    ...db,
    all: (statement, parameters) => failWhenAway(() => db.all(statement, parameters)),
    run: (statement, parameters) => failWhenAway(() => db.run(statement, parameters)),
  }
  return { db: broken, state }
}

describe('worker', () => {
  it('never runs a task in two workers of one database', async (t) => {
    const { inTransaction, worker, connectPlatform: connected, tasks } = await createInstances(t)
    const { ran, task, queue } = createRecordingTask()
    const workers = [worker([task])]
    for (let n = 1; n < 4; n++) workers.push(worker([task], { db: await connected() }))
    const numbers = Array.from({ length: 200 }, (_, n) => n)
    await inTransaction(queue(...numbers))

    await Promise.all(workers.map((one) => one.settle()))

    assert.deepEqual(
      ran.toSorted((a, b) => a - b),
      numbers,
    )
    assert.deepEqual(await tasks(), [])
  })

  it('writes nothing while nothing is due', async (t) => {
    const { db, inTransaction, worker, clock } = await createInstances(t)
    const { ran, task, queue } = createRecordingTask()
    await inTransaction((tx) => addTask(tx, task, { n: 1 }, { runAt: addDuration(clock.now(), { seconds: 1 }) }))
    const own = worker([task])
    let commits = 0
    t.after(db.onCommit(() => commits++))

    await own.settle()
    assert.deepEqual([commits, ran], [0, []])
    await inTransaction(queue(2))
    await own.settle()

    assert.deepEqual(ran, [2])
    assert.ok(commits > 1)
  })

  it('limits the number of simultaneous handlers', async (t) => {
    const { inTransaction, worker } = await createInstances(t)
    let now = 0
    let most = 0
    const { ran, task, queue } = createRecordingTask(async () => {
      most = Math.max(most, ++now)
      await new Promise(setImmediate)
      now--
    })
    await inTransaction(queue(...twenty))

    await worker([task], { atOnce: 3 }).settle()

    assert.equal(ran.length, 20)
    assert.equal(most, 3)
  })

  it('continues by itself while more tasks are due', async (t) => {
    const { inTransaction, worker, tasks } = await createInstances(t)
    const { ran, task, queue } = createRecordingTask()
    await inTransaction(queue(...twenty))

    worker([task], { atOnce: 3 }).wake()

    await waitUntil(async () => (await tasks()).length === 0)
    assert.equal(ran.length, 20)
  })

  it('finds tasks by polling when no signal was sent', async (t) => {
    const { inTransaction, worker } = await createInstances(t)
    const { ran, task, queue } = createRecordingTask()
    worker([task], { poll: 5 })

    await inTransaction(queue(1))

    await waitUntil(() => ran.length === 1)
  })

  it('stops within the time limit although a handler hangs', async (t) => {
    const { inTransaction, worker, tasks, logged } = await createInstances(t)
    const gate = createBlocker()
    const { ran, task, queue } = createRecordingTask(gate.act)
    const one = worker([task], { atOnce: 1 })
    await inTransaction(queue(1, 2))
    one.wake()
    await waitUntil(() => ran.length === 1)

    await one.stop(20)

    assert.deepEqual(ran, [1])
    assert.equal((await tasks()).length, 2)
    assert.deepEqual(
      logged.map(({ message }) => message),
      ['shutdown timed out with running tasks'],
    )
    gate.release()
    await waitUntil(async () => (await tasks()).length === 1)
    assert.deepEqual(ran, [1])
  })

  it('waits for running handlers when it stops, and takes no more tasks', async (t) => {
    const { inTransaction, worker, tasks } = await createInstances(t)
    const gate = createBlocker()
    const { ran, task, queue } = createRecordingTask(gate.act)
    const one = worker([task], { atOnce: 1 })
    await inTransaction(queue(1, 2))
    one.wake()
    await waitUntil(() => ran.length === 1)

    const stopping = one.stop()
    gate.release()
    await stopping
    one.wake()
    await one.settle()

    assert.deepEqual(ran, [1])
    assert.equal((await tasks()).length, 1)
  })

  it('survives an outage of the database and logs it once', async (t) => {
    const { inTransaction, worker, db, logged } = await createInstances(t)
    const { ran, task, queue } = createRecordingTask()
    const { db: unsteady, state } = createBreakableDatabase(db)
    await inTransaction(queue(1))

    state.away = true
    const one = worker([task], { db: unsteady, poll: 2 })
    await waitUntil(() => logged.length > 0)
    await assert.rejects(one.settle(), /connection refused/)
    await assert.rejects(one.settle(), /connection refused/)
    state.away = false
    await waitUntil(() => ran.length === 1 && logged.length === 2)

    assert.deepEqual(logged, [
      {
        level: 'error',
        fields: { part: 'tasks', error: 'connection refused' },
        message: 'background work interrupted',
      },
      { level: 'info', fields: { part: 'tasks' }, message: 'background work resumed' },
    ])
  })

  it('runs a task again whose completion could not be recorded', async (t) => {
    const { inTransaction, worker, db, clock, tasks } = await createInstances(t)
    const { db: unsteady, state } = createBreakableDatabase(db)
    const { ran, task, queue } = createRecordingTask(() => {
      state.away = ran.length === 1
    })
    const one = worker([task], { db: unsteady })
    await inTransaction(queue(1))

    await assert.rejects(one.settle(), /connection refused/)
    state.away = false
    clock.advance({ minutes: 1 })
    await one.settle()

    assert.deepEqual(ran, [1, 1])
    assert.deepEqual(await tasks(), [])
  })

  it('leaves places to other kinds when many tasks of one kind take long', async (t) => {
    const { inTransaction, worker } = await createInstances(t)
    const gate = createBlocker()
    const slow = createRecordingTask(gate.act)
    const quick = createRecordingTask()
    const other = { ...quick.task, kind: 'other' }
    await inTransaction(slow.queue(...twenty))
    await inTransaction((tx) => addTask(tx, other, { n: 1 }))
    const one = worker([slow.task, other], { atOnce: 8 })

    one.wake()
    await waitUntil(() => quick.ran.length === 1)
    assert.equal(slow.ran.length, 6)
    gate.release()
    await one.settle()

    assert.equal(slow.ran.length, 20)
  })
})
