import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { describeModule } from '#core/worker-module.ts'
import { createDatabase } from '#test/support/database.ts'
import type { Database, JobModule, WorkerJob } from './database.ts'
import { workerThreads } from './worker-threads.ts'

const answers = `
  import { threadId } from 'node:worker_threads'
  let asked = 0
  export const workerFunctions = {
    count: async () => ({ thread: threadId, count: ++asked }),
    echo: async ({ db }, given) => ({ engine: db.engine, given }),
    fail: async () => { throw new TypeError('no answer to this') },
    die: async () => { setImmediate(() => { throw new Error('dead') }); await new Promise(() => {}) },
    hold: async (_, flag) => Atomics.wait(flag, 0, 0, 30_000),
  }`
interface Answers {
  count(ctx: unknown): Promise<ThreadCount>
  echo(ctx: unknown, given: unknown): Promise<unknown>
  fail(ctx: unknown): Promise<void>
  die(ctx: unknown): Promise<void>
  hold(ctx: unknown, flag: Int32Array): Promise<string>
}
const module: JobModule<Answers> = describeModule(new URL(`data:text/javascript,${encodeURIComponent(answers)}`))

/** Ends the job `hold`, which otherwise ends after 30 seconds with `timed-out`. */
function release(flag: Int32Array) {
  Atomics.store(flag, 0, 1)
  Atomics.notify(flag, 0)
}

interface ThreadCount {
  thread: number
  count: number
}

const createAsk =
  (db: Database) =>
  <Name extends keyof Answers>(name: Name, input: WorkerJob<Answers, Name>['input']) =>
    db.runInWorker({ module, name, input })

describe('the worker threads', async () => {
  const { db, drop } = await createDatabase()
  after(drop)
  const ask = createAsk(db)

  it('have a connection, and receive and return copies', async () => {
    const given = { map: new Map([['a', new Set([1])]]), none: undefined }

    assert.deepEqual(await ask('echo', given), { engine: db.engine, given })
  })

  it('keep the state of a module in each thread, also for simultaneous callers', async () => {
    const counted = await Promise.all(Array.from({ length: 20 }, () => ask('count', undefined)))

    const byThread = Map.groupBy(counted, ({ thread }) => thread)
    assert.ok(byThread.size <= workerThreads)
    for (const mine of byThread.values())
      assert.deepEqual(
        mine.map(({ count }) => count).toSorted((a, b) => a - b),
        Array.from({ length: mine.length }, (_, index) => index + 1),
      )
  })

  it('run a short job beside a long one, also when a single thread is running', {
    skip: workerThreads === 1,
  }, async () => {
    const { db: fresh, drop: dropFresh } = await createDatabase()
    try {
      const run = createAsk(fresh)
      const first = await run('count', undefined)
      const second = await run('count', undefined)
      const flag = new Int32Array(new SharedArrayBuffer(4))

      const holding = run('hold', flag)
      const short = await run('count', undefined)
      release(flag)

      assert.equal(second.thread, first.thread, 'an idle thread is used again')
      assert.notEqual(short.thread, first.thread)
      assert.equal(await holding, 'ok')
    } finally {
      await dropFresh()
    }
  })

  it('compute without blocking the event loop', async () => {
    const flag = new Int32Array(new SharedArrayBuffer(4))

    const holding = ask('hold', flag)
    await db.ping()
    release(flag)

    assert.notEqual(await holding, 'timed-out')
  })

  it('report errors and handle the next job', async () => {
    await assert.rejects(ask('fail', undefined), /no answer to this/)
    assert.ok((await ask('count', undefined)).count > 0)
  })

  it('are restarted after they have ended', async () => {
    for (let thread = 0; thread < workerThreads; thread++) await assert.rejects(ask('die', undefined), /dead/)
    assert.ok((await ask('count', undefined)).count > 0)
  })
})
