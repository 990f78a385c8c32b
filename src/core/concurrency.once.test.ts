import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Semaphore } from './concurrency.ts'

describe('Semaphore', () => {
  it('lets the given number of tasks run at once, in the order of arrival, also when some fail', async () => {
    const places = new Semaphore(2)
    const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>())
    const begun: number[] = []
    const work = gates.map(({ promise }, n) =>
      places.run(async () => {
        begun.push(n)
        await promise
      }),
    )
    const outcomes = Promise.allSettled(work)

    assert.deepEqual([begun, places.countWaiting()], [[0, 1], 4])
    gates[1]?.reject(new Error('failed'))
    await assert.rejects(work[1] ?? Promise.resolve(), /failed/)
    assert.deepEqual(begun, [0, 1, 2])
    for (const gate of gates) gate.resolve()

    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['fulfilled', 'rejected', ...new Array<string>(4).fill('fulfilled')],
    )
    assert.deepEqual([begun, places.countWaiting()], [[0, 1, 2, 3, 4, 5], 0])
    await places.run(async () => undefined)
  })

  it('runs urgent tasks before normal ones that wait longer', async () => {
    const semaphore = new Semaphore(1)
    const gate = Promise.withResolvers<void>()
    const order: string[] = []
    const record = (name: string) => async () => void order.push(name)

    const tasks = [
      semaphore.run(() => gate.promise),
      semaphore.run(record('normal 1')),
      semaphore.run(record('normal 2')),
      semaphore.run(record('urgent 1'), 'urgent'),
      semaphore.run(record('urgent 2'), 'urgent'),
    ]
    assert.deepEqual([semaphore.countWaiting(), semaphore.countWaiting('urgent')], [2, 2])
    gate.resolve()
    await Promise.all(tasks)

    assert.deepEqual(order, ['urgent 1', 'urgent 2', 'normal 1', 'normal 2'])
  })

  it('lets callers of different keys take turns, so that one who waits often delays no other', async () => {
    const semaphore = new Semaphore(1)
    const gate = Promise.withResolvers<void>()
    const order: string[] = []
    const run = (key: string) => semaphore.run(async () => void order.push(key), 'normal', key)

    const tasks = [semaphore.run(() => gate.promise), run('a'), run('a'), run('a'), run('b'), run('c'), run('b')]
    assert.deepEqual([semaphore.countWaiting(), semaphore.countWaiting('normal', 'a')], [6, 3])
    gate.resolve()
    await Promise.all(tasks)

    assert.deepEqual(order, ['a', 'b', 'c', 'a', 'b', 'a'])
    assert.deepEqual([semaphore.countWaiting(), semaphore.countWaiting('normal', 'a')], [0, 0])
  })
})
