import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { schedules, tasks } from '#app.ts'
import { startSchedules } from '#platform/schedule.ts'
import { addTask, type Task } from '#platform/tasks.ts'
import { createBackground } from '../support/background.ts'
import { createFakeClock } from '../support/clock.ts'
import { createDatabase } from '../support/database.ts'

const never = 2 ** 31 - 1
/** Tasks of each kind: more than one instance claims at once. */
const queuedOfEach = 12

/** Two instances on one database and one clock. */
async function createInstances(t: TestContext) {
  const shared = createBackground(t, await createDatabase(), createFakeClock())
  const connections = [shared.db, await shared.connectPlatform()]
  return {
    ...shared,
    workers: (watched: readonly Task[]) => connections.map((db) => shared.worker(watched, { db })),
    tickers: () =>
      connections.map((db) => {
        const started = startSchedules(
          shared.platform(() => undefined, { db }),
          schedules,
          { poll: never },
        )
        t.after(() => started.stop())
        return started
      }),
  }
}

/** The tasks of the product, counted as they run; each runs its own handler unless another is given. */
function countRows(instead?: Task['handle']) {
  const ran = new Map<string, number>()
  const watched = tasks.map(
    (task): Task => ({
      ...task,
      async handle(ctx, payload) {
        ran.set(task.kind, (ran.get(task.kind) ?? 0) + 1)
        await (instead ?? task.handle.bind(task))(ctx, payload)
      },
    }),
  )
  return { ran, watched }
}

function tallyRuns(kinds: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const kind of kinds) times.set(kind, (times.get(kind) ?? 0) + 1)
  return times
}

const runBoth = (work: () => Promise<unknown>[]) => Promise.all(work())

describe('two instances on one database', () => {
  it('queue one run of every schedule, and one of them executes it', async (t) => {
    const { tickers, workers, clock, tasks: rows, logged } = await createInstances(t)
    const { ran, watched } = countRows()
    const ticking = tickers()
    const working = workers(watched)
    await runBoth(() => ticking.map((one) => one.tick()))
    assert.deepEqual(await rows(), [])

    clock.advance({ days: 31 })
    await runBoth(() => ticking.flatMap((one) => [one.tick(), one.tick()]))
    const queued = (await rows()).map(({ kind }) => kind).sort()
    await runBoth(() => working.map((one) => one.settle()))

    const expected = schedules.map(({ task }) => task.kind).sort()
    assert.deepEqual(queued, expected)
    for (const [kind, times] of tallyRuns(expected)) assert.equal(ran.get(kind), times, kind)
    assert.deepEqual(
      (await rows()).filter(({ run_at, last_error }) => last_error !== null || run_at <= clock.now()),
      [],
    )
    assert.deepEqual(
      logged.filter(({ level }) => level !== 'info'),
      [],
    )
  })

  it('run a task of every kind once', async (t) => {
    const { inTransaction, workers, tasks: rows } = await createInstances(t)
    const { ran, watched } = countRows(async () => undefined)
    await inTransaction(async (tx) => {
      for (const task of tasks) for (let n = 0; n < queuedOfEach; n++) await addTask(tx, task, { n })
    })

    await runBoth(() => workers(watched).map((one) => one.settle()))

    assert.deepEqual(await rows(), [])
    assert.deepEqual(Object.fromEntries(ran), Object.fromEntries(tasks.map(({ kind }) => [kind, queuedOfEach])))
  })
})

describe('the list of tasks and schedules', () => {
  it('names each once, and contains every scheduled task', () => {
    const kinds = tasks.map(({ kind }) => kind)
    const names = schedules.map(({ name }) => name)

    assert.equal(new Set(kinds).size, kinds.length)
    assert.equal(new Set(names).size, names.length)
    assert.deepEqual(
      schedules.filter(({ task }) => !kinds.includes(task.kind)).map(({ name }) => name),
      [],
    )
  })
})
