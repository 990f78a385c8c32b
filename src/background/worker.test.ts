import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Context, type Transaction } from '../context.ts'
import type { Database } from '../database/database.ts'
import { defineTask, enqueue } from './tasks.ts'
import { background, until } from './testing.ts'

/** A task that notes what it was given, and what it then does. */
function noting(act: (ctx: Context, n: number) => Promise<void> | void = () => undefined) {
  const ran: number[] = []
  const task = defineTask<{ n: number }>({
    kind: 'noting',
    async handle(ctx, { n }) {
      ran.push(n)
      await act(ctx, n)
    },
  })
  return { ran, task, queue: (n: number) => (tx: Transaction) => enqueue(tx, task, { n }) }
}

/** A handler that waits until the test lets it go. */
function held() {
  const gate = Promise.withResolvers<void>()
  return { act: () => gate.promise, release: gate.resolve }
}

/** The database with a switch that makes it fail, as when the server is away. */
function breakable(db: Database) {
  const state = { away: false }
  const unlessAway = <T>(work: () => Promise<T>) =>
    state.away ? Promise.reject(new Error('connection refused')) : work()
  const broken: Database = {
    ...db,
    all: (statement, parameters) => unlessAway(() => db.all(statement, parameters)),
    run: (statement, parameters) => unlessAway(() => db.run(statement, parameters)),
  }
  return { db: broken, state }
}

describe('worker', () => {
  it('never runs a task in two workers of one database', async (t) => {
    const { inTransaction, worker, connected, tasks } = await background(t)
    const { ran, task } = noting()
    const one = worker([task])
    const other = worker([task], { db: await connected() })
    const numbers = Array.from({ length: 200 }, (_, n) => n)
    await inTransaction(async (tx) => {
      for (const n of numbers) await enqueue(tx, task, { n })
    })

    await Promise.all([one.settle(), other.settle()])

    assert.deepEqual(ran.toSorted((a, b) => a - b), numbers)
    assert.deepEqual(await tasks(), [])
  })

  it('runs no more handlers at once than it may', async (t) => {
    const { inTransaction, worker } = await background(t)
    let now = 0
    let most = 0
    const { ran, task } = noting(async () => {
      most = Math.max(most, ++now)
      await new Promise(setImmediate)
      now--
    })
    await inTransaction(async (tx) => {
      for (let n = 0; n < 20; n++) await enqueue(tx, task, { n })
    })

    await worker([task], { atOnce: 3 }).settle()

    assert.equal(ran.length, 20)
    assert.equal(most, 3)
  })

  it('goes on by itself while more tasks are due', async (t) => {
    const { inTransaction, worker, tasks } = await background(t)
    const { ran, task } = noting()
    await inTransaction(async (tx) => {
      for (let n = 0; n < 20; n++) await enqueue(tx, task, { n })
    })

    worker([task], { atOnce: 3 }).wake()

    await until(async () => (await tasks()).length === 0)
    assert.equal(ran.length, 20)
  })

  it('finds by polling what nobody woke it for', async (t) => {
    const { inTransaction, worker } = await background(t)
    const { ran, task, queue } = noting()
    worker([task], { poll: 5 })

    await inTransaction(queue(1))

    await until(() => ran.length === 1)
  })

  it('runs a task again when its worker was lost, and not before its lease has ended', async (t) => {
    const { inTransaction, worker, clock, tasks } = await background(t)
    const gate = held()
    const { ran, task, queue } = noting(() => (ran.length === 1 ? gate.act() : undefined))
    const [lost, other] = [worker([task]), worker([task])]
    await inTransaction(queue(1))
    lost.wake()
    await until(() => ran.length === 1)
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

  it('buries a task at whose every attempt the worker is lost', async (t) => {
    const { inTransaction, worker, clock, tasks, logged } = await background(t)
    const gate = held()
    const { ran, task, queue } = noting(gate.act)
    await inTransaction(queue(1))

    for (let lost = 1; lost <= 12; lost++) {
      const one = worker([task])
      one.wake()
      await until(() => ran.length === lost)
      await one.stop(0)
      clock.advance({ minutes: 1 })
    }
    await worker([task]).settle()

    assert.equal(ran.length, 12)
    assert.equal((await tasks())[0]?.dead_at, clock.now())
    assert.equal(logged.filter(({ level }) => level === 'error').length, 1)
    gate.release()
  })

  it('keeps the lease of a handler that takes long', async (t) => {
    const { inTransaction, worker, clock, tasks } = await background(t)
    const gate = held()
    const { ran, task, queue } = noting(gate.act)
    const [one, other] = [worker([task]), worker([task])]
    await inTransaction(queue(1))
    one.wake()
    await until(() => ran.length === 1)

    for (let passed = 0; passed < 5; passed++) {
      const leased = (await tasks())[0]?.run_at
      clock.advance({ seconds: 40 })
      one.wake()
      await until(async () => (await tasks())[0]?.run_at !== leased)
      await other.settle()
    }
    gate.release()
    await one.settle()

    assert.deepEqual(ran, [1])
    assert.deepEqual(await tasks(), [])
  })

  it('does not claim its own running task after a long sleep of the whole process', async (t) => {
    const { inTransaction, worker, clock, tasks } = await background(t)
    const gate = held()
    const { ran, task, queue } = noting(gate.act)
    const one = worker([task])
    await inTransaction(queue(1))
    one.wake()
    await until(() => ran.length === 1)

    const leased = (await tasks())[0]?.run_at
    clock.advance({ hours: 8 })
    one.wake()
    await until(async () => (await tasks())[0]?.run_at !== leased)
    gate.release()
    await one.settle()

    assert.deepEqual(ran, [1])
  })

  it('does not undo what the next worker did when a lost one comes back', async (t) => {
    const { inTransaction, worker, clock, tasks } = await background(t)
    const gate = held()
    const { ran, task, queue } = noting(async () => {
      if (ran.length === 1) await gate.act()
      throw new Error(`failure ${ran.length}`)
    })
    const [lost, other] = [worker([task]), worker([task])]
    await inTransaction(queue(1))
    const late = lost.settle()
    await until(() => ran.length === 1)
    await lost.stop(0)
    clock.advance({ minutes: 1 })
    await other.settle()
    const before = await tasks()

    gate.release()
    await late

    assert.equal(before[0]?.attempts, 2)
    assert.deepEqual(await tasks(), before)
  })

  it('stops within its patience although a handler hangs', async (t) => {
    const { inTransaction, worker, tasks, logged } = await background(t)
    const gate = held()
    const { ran, task, queue } = noting(gate.act)
    const one = worker([task], { atOnce: 1 })
    await inTransaction(queue(1))
    await inTransaction(queue(2))
    one.wake()
    await until(() => ran.length === 1)

    await one.stop(20)

    assert.deepEqual(ran, [1])
    assert.equal((await tasks()).length, 2)
    assert.deepEqual(logged.map(({ message }) => message), ['Stopped before all running tasks had ended.'])
    gate.release()
    await until(async () => (await tasks()).length === 1)
    assert.deepEqual(ran, [1])
  })

  it('waits for running handlers when it stops, and claims no more', async (t) => {
    const { inTransaction, worker, tasks } = await background(t)
    const gate = held()
    const { ran, task, queue } = noting(gate.act)
    const one = worker([task], { atOnce: 1 })
    await inTransaction(queue(1))
    await inTransaction(queue(2))
    one.wake()
    await until(() => ran.length === 1)

    const stopping = one.stop()
    gate.release()
    await stopping
    one.wake()
    await one.settle()

    assert.deepEqual(ran, [1])
    assert.equal((await tasks()).length, 1)
  })

  it('outlives an outage of the database and logs it once', async (t) => {
    const { inTransaction, worker, db, logged } = await background(t)
    const { ran, task, queue } = noting()
    const { db: unsteady, state } = breakable(db)
    await inTransaction(queue(1))

    state.away = true
    const one = worker([task], { db: unsteady, poll: 2 })
    await until(() => logged.length > 0)
    await assert.rejects(one.settle(), /connection refused/)
    await assert.rejects(one.settle(), /connection refused/)
    state.away = false
    await until(() => ran.length === 1 && logged.length === 2)

    assert.deepEqual(logged, [
      {
        level: 'error',
        fields: { part: 'tasks', error: 'connection refused' },
        message: 'Background work is interrupted and will be tried again.',
      },
      { level: 'info', fields: { part: 'tasks' }, message: 'Background work goes on.' },
    ])
  })

  it('runs a task again whose end could not be written down', async (t) => {
    const { inTransaction, worker, db, clock, tasks } = await background(t)
    const { db: unsteady, state } = breakable(db)
    const { ran, task, queue } = noting(() => {
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
})
