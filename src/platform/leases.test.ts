import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createBackground, createBlocker, createRecordingTask, waitUntil } from '#test/support/background.ts'
import { createFakeClock } from '#test/support/clock.ts'
import { createDatabase } from '#test/support/database.ts'

const createInstances = async (t: TestContext) => createBackground(t, await createDatabase(), createFakeClock())

describe('the lease of a task', () => {
  it('lets the task run again when its worker was lost, and not before the lease has ended', async (t) => {
    const { inTransaction, worker, clock, tasks } = await createInstances(t)
    const gate = createBlocker()
    const { ran, task, queue } = createRecordingTask(() => (ran.length === 1 ? gate.act() : undefined))
    const [lost, other] = [worker([task]), worker([task])]
    await inTransaction(queue(1))
    lost.wake()
    await waitUntil(() => ran.length === 1)
    await lost.stop(0)

    clock.advance({ seconds: 59 })
    await other.settle()
    assert.equal(ran.length, 1)
    clock.advance({ seconds: 1 })
    await other.settle()
    assert.equal(ran.length, 2)

    assert.deepEqual(await tasks(), [])
    gate.release()
  })

  it('makes a task dead whose worker is lost at every attempt', async (t) => {
    const { inTransaction, worker, clock, tasks, logged } = await createInstances(t)
    const gate = createBlocker()
    const { ran, task, queue } = createRecordingTask(gate.act)
    await inTransaction(queue(1))

    for (let lost = 1; lost <= 12; lost++) {
      const one = worker([task])
      one.wake()
      await waitUntil(() => ran.length === lost)
      await one.stop(0)
      clock.advance({ minutes: 1 })
    }
    await worker([task]).settle()

    assert.equal(ran.length, 12)
    assert.equal((await tasks())[0]?.dead_at, clock.now())
    assert.equal(logged.filter(({ level }) => level === 'error').length, 1)
    gate.release()
  })

  it('is extended for a handler that runs long', async (t) => {
    const { inTransaction, worker, clock, tasks } = await createInstances(t)
    const gate = createBlocker()
    const { ran, task, queue } = createRecordingTask(gate.act)
    const [one, other] = [worker([task]), worker([task])]
    await inTransaction(queue(1))
    one.wake()
    await waitUntil(() => ran.length === 1)

    for (let passed = 0; passed < 5; passed++) {
      const leased = (await tasks())[0]?.run_at
      clock.advance({ seconds: 40 })
      one.wake()
      await waitUntil(async () => (await tasks())[0]?.run_at !== leased)
      await other.settle()
    }
    gate.release()
    await one.settle()

    assert.deepEqual(ran, [1])
    assert.deepEqual(await tasks(), [])
  })

  it('is not taken from the worker itself after the whole process was suspended', async (t) => {
    const { inTransaction, worker, clock, tasks } = await createInstances(t)
    const gate = createBlocker()
    const { ran, task, queue } = createRecordingTask(gate.act)
    const one = worker([task])
    await inTransaction(queue(1))
    one.wake()
    await waitUntil(() => ran.length === 1)

    const leased = (await tasks())[0]?.run_at
    clock.advance({ hours: 8 })
    one.wake()
    await waitUntil(async () => (await tasks())[0]?.run_at !== leased)
    gate.release()
    await one.settle()

    assert.deepEqual(ran, [1])
  })

  it('protects the work of the next worker when a lost worker returns', async (t) => {
    const { inTransaction, worker, clock, tasks } = await createInstances(t)
    const gate = createBlocker()
    const { ran, task, queue } = createRecordingTask(async () => {
      if (ran.length === 1) await gate.act()
      throw new Error(`failure ${ran.length}`)
    })
    const [lost, other] = [worker([task]), worker([task])]
    await inTransaction(queue(1))
    const late = lost.settle()
    await waitUntil(() => ran.length === 1)
    await lost.stop(0)
    clock.advance({ minutes: 1 })
    await other.settle()
    const before = await tasks()

    gate.release()
    await late

    assert.equal(before[0]?.attempts, 2)
    assert.deepEqual(await tasks(), before)
  })
})
