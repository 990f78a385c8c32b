/** Queues tasks by schedules. Of all instances, one queues each run; missed runs become one. */

import { Cron } from 'croner'
import { type Context, createSystemContext, type Platform, runInTransaction } from '#context.ts'
import { prepare } from '#database/query/prepare.ts'
import { startLoop } from './loop.ts'
import { addTask, type Task } from './tasks.ts'

export interface Schedule {
  /** The name in the table. A renamed schedule is a new one, which starts from now. */
  readonly name: string
  /** A cron pattern in UTC. */
  readonly cron: string
  readonly task: Task<Record<string, never>>
}

export interface Schedules {
  /** Queues due runs; rejects without a database. */
  tick(): Promise<void>
  /** Starts no more ticks; resolves when the current one has ended. */
  stop(): Promise<void>
}

const lastRuns = {
  known: prepare((q) => q.selectFrom('schedules').select(['name', 'last_run_at'])),

  begin: prepare((q, p: { name: string; now: string }) =>
    q
      .insertInto('schedules')
      .values({ name: p.name, last_run_at: p.now })
      .onConflict((conflict) => conflict.column('name').doNothing()),
  ),

  win: prepare((q, p: { name: string; seen: string; now: string }) =>
    q.updateTable('schedules').set({ last_run_at: p.now }).where('name', '=', p.name).where('last_run_at', '=', p.seen),
  ),
}

/** A schedule, and its next run after the last known one. */
interface Planned {
  schedule: Schedule
  after: string
  due: string | null
}

/** Starts the schedules. Throws for an invalid pattern. `poll` is in milliseconds. */
export function startSchedules(
  platform: Platform,
  schedules: readonly Schedule[],
  { poll = 1_000 }: { poll?: number } = {},
): Schedules {
  const ctx = createSystemContext(platform)
  const planned = schedules.map((schedule) => plan(schedule, platform.clock.now()))
  const loop = startLoop(platform.log, 'schedules', poll, () => queueDue(ctx, planned))
  return { tick: loop.run, stop: loop.stop }
}

async function queueDue(ctx: Context, planned: Planned[]) {
  const now = ctx.clock.now()
  const known = new Map((await lastRuns.known.all(ctx, {})).map((row) => [row.name, row.last_run_at]))
  for (const [index, one] of planned.entries()) {
    const { schedule } = one
    const last = known.get(schedule.name)
    if (last === undefined) await lastRuns.begin.run(ctx, { name: schedule.name, now })
    else {
      const current = one.after === last ? one : plan(schedule, last)
      planned[index] = current
      if (current.due !== null && current.due <= now) await queueRun(ctx, schedule, last, now)
    }
  }
}

/** The pattern is parsed again each time, because an instance of croner 11 takes 80 KB. */
function plan(schedule: Schedule, last: string): Planned {
  const next = new Cron(schedule.cron, { timezone: 'UTC' }).nextRun(new Date(last))
  return { schedule, after: last, due: next?.toISOString() ?? null }
}

async function queueRun(ctx: Context, { name, task }: Schedule, seen: string, now: string) {
  await runInTransaction(ctx, async (tx) => {
    const won = await lastRuns.win.run(tx, { name, seen, now })
    // With a key, so that runs do not accumulate behind one that is retried.
    if (won === 1) await addTask(tx, task, {}, { key: `schedule ${name}` })
  })
}
