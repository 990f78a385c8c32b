import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createDatabase } from '#test/support/database.ts'

const answers = `
  let asked = 0
  export const workerFunctions = {
    count: async () => ++asked,
    echo: async ({ db }, given) => ({ engine: db.engine, given }),
    fail: async () => { throw new TypeError('no answer to this') },
    die: async () => { setImmediate(() => { throw new Error('dead') }); await new Promise(() => {}) },
    hold: async (_, flag) => { while (Atomics.load(flag, 0) === 0); return 'held' },
  }`
const module = new URL(`data:text/javascript,${encodeURIComponent(answers)}`)

describe('the worker thread', async () => {
  const { db, drop } = await createDatabase()
  after(drop)
  const ask = <T>(name: string, given?: unknown) => db.runInWorker<T>({ module, name, input: given })

  it('has a connection, and receives and returns copies', async () => {
    const given = { map: new Map([['a', new Set([1])]]), none: undefined }

    assert.deepEqual(await ask('echo', given), { engine: db.engine, given })
  })

  it('keeps the state of a module, also for simultaneous callers', async () => {
    const counts = await Promise.all(Array.from({ length: 20 }, () => ask<number>('count')))

    assert.deepEqual(
      counts.toSorted((a, b) => a - b),
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })

  it('computes without blocking the event loop', async () => {
    const flag = new Int32Array(new SharedArrayBuffer(4))

    const holding = ask('hold', flag)
    await db.ping()
    Atomics.store(flag, 0, 1)

    assert.equal(await holding, 'held')
  })

  it('reports errors and handles the next job', async () => {
    await assert.rejects(ask('fail'), /no answer to this/)
    assert.equal(await ask<number>('count'), 21)
  })

  it('is restarted after it has ended', async () => {
    await assert.rejects(ask('die'), /dead/)
    assert.equal(await ask<number>('count'), 1)
  })
})
