import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Context } from '#context.ts'
import { prepare } from '#database/query/prepare.ts'
import { createBackground, waitUntil } from '#test/support/background.ts'
import { createFakeClock } from '#test/support/clock.ts'
import { createDatabase } from '#test/support/database.ts'
import { type Schedule, startSchedules } from './schedule.ts'
import { defineTask } from './tasks.ts'

const lastRun = prepare((q, p: { name: string }) =>
  q.selectFrom('schedules').select('last_run_at').where('name', '=', p.name),
)

const never = 2 ** 31 - 1

/** A daily schedule at three, a worker for its task, and instances that the test ticks. */
async function createDailySchedule(t: TestContext, cron = '0 3 * * *', more: Partial<Schedule> = {}) {
  const platforms = createBackground(t, await createDatabase(), createFakeClock())
  const ran: string[] = []
  const state = { fails: false }
  const task = defineTask<Record<string, never>>({
    kind: 'daily',
    async handle(ctx) {
      ran.push(ctx.clock.now())
      if (state.fails) throw new Error('failed')
    },
  })
  const schedule: Schedule = { name: 'daily', cron, task, ...more }
  let queued = 0
  const createInstance = (db = platforms.db, poll = never) => {
    const started = startSchedules(
      platforms.platform(() => queued++, { db }),
      [schedule],
      { poll },
    )
    t.after(() => started.stop())
    return started
  }
  return {
    ...platforms,
    ran,
    state,
    instance: createInstance,
    works: platforms.worker([task]),
    queuedTimes: () => queued,
  }
}

describe('a schedule', () => {
  it('starts now when it is new', async (t) => {
    const { instance, works, ran, clock, db } = await createDailySchedule(t)
    const schedules = instance()

    await schedules.tick()
    await works.settle()

    assert.deepEqual(ran, [])
    assert.equal((await lastRun.one({ db }, { name: 'daily' })).last_run_at, clock.now())
  })

  it('queues its task when it is due, once', async (t) => {
    const { instance, works, ran, clock } = await createDailySchedule(t)
    const schedules = instance()
    await schedules.tick()

    for (const moment of ['2026-11-22T02:59:59.999Z', '2026-11-22T03:00:00.000Z', '2026-11-22T03:00:01.000Z']) {
      clock.set(moment)
      await schedules.tick()
      await works.settle()
    }

    assert.deepEqual(ran, ['2026-11-22T03:00:00.000Z'])
  })

  it('reads its pattern in UTC', async (t) => {
    const zone = process.env.TZ
    process.env.TZ = 'Pacific/Auckland'
    t.after(() => {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    })
    const { instance, works, ran, clock } = await createDailySchedule(t)
    const schedules = instance()
    await schedules.tick()

    clock.set('2026-11-22T03:00:00.000Z')
    await schedules.tick()
    await works.settle()

    assert.equal(ran.length, 1)
  })

  it('says at which run it finds the next row that has a date, and not those that a run has found', async (t) => {
    const dates = [
      '2026-11-22T03:00:00.001Z',
      '2026-11-22T10:20:00.000Z',
      '2026-11-22T10:20:37.000Z',
      '9999-12-31T23:59:59.999Z',
    ]
    const findNextDate = async (_: Context, after: string) => dates.find((date) => date > after) ?? null
    const { instance, clock } = await createDailySchedule(t, '* * * * *', { findNextDate })
    const schedules = instance()
    const runs: (string | null)[] = []

    for (let times = 0; times < 3; times++) {
      await schedules.tick()
      const next = await schedules.findNextRun()
      runs.push(next)
      clock.set(next ?? '')
    }
    await schedules.tick()

    assert.deepEqual(runs, ['2026-11-22T03:01:00.000Z', '2026-11-22T10:20:00.000Z', '2026-11-22T10:21:00.000Z'])
    assert.equal(await schedules.findNextRun(), '9999-12-31T23:59:59.999Z')
  })

  it('queues one run for several missed ones, and keeps its times', async (t) => {
    const { instance, works, ran, clock } = await createDailySchedule(t)
    const schedules = instance()
    await schedules.tick()

    for (const moment of ['2026-11-29T17:30:00.000Z', '2026-11-29T17:31:00.000Z', '2026-11-30T03:00:00.000Z']) {
      clock.set(moment)
      await schedules.tick()
      await works.settle()
    }

    assert.deepEqual(ran, ['2026-11-29T17:30:00.000Z', '2026-11-30T03:00:00.000Z'])
  })

  it('is queued by one of two instances each time', async (t) => {
    const { instance, connectPlatform: connected, works, ran, clock, queuedTimes } = await createDailySchedule(t)
    const [one, other] = [instance(), instance(await connected())]
    await Promise.all([one.tick(), other.tick()])

    for (let day = 1; day <= 20; day++) {
      clock.advance({ days: 1 })
      await Promise.all([one.tick(), other.tick()])
      assert.equal(queuedTimes(), day)
      await works.settle()
    }

    assert.equal(ran.length, 20)
  })

  it('does not queue more runs while one fails repeatedly', async (t) => {
    const { instance, works, clock, state, tasks } = await createDailySchedule(t, '* * * * * *')
    const schedules = instance()
    await schedules.tick()

    state.fails = true
    for (let second = 0; second < 20; second++) {
      clock.advance({ seconds: 1 })
      await schedules.tick()
      await works.settle()
    }

    assert.equal((await tasks()).length, 1)
  })

  it('runs by itself until it is stopped', async (t) => {
    const { instance, works, ran, clock, db } = await createDailySchedule(t)
    const schedules = instance(db, 2)
    await waitUntil(async () => (await lastRun.maybe({ db }, { name: 'daily' })) !== null)

    clock.advance({ days: 1 })
    await waitUntil(async () => (await lastRun.one({ db }, { name: 'daily' })).last_run_at === clock.now())
    await schedules.stop()
    const stopped = clock.now()
    clock.advance({ days: 1 })
    await works.settle()

    assert.equal(ran.length, 1)
    assert.equal((await lastRun.one({ db }, { name: 'daily' })).last_run_at, stopped)
  })

  it('with an invalid pattern prevents the start', async (t) => {
    await assert.rejects(async () => (await createDailySchedule(t, 'every day')).instance(), TypeError)
  })
})
