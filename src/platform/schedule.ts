/** Queues tasks by schedules. Of all instances, one queues each run; missed runs become one. */

import { Cron } from 'croner'
import { type Context, createSystemContext, type Platform, runInTransaction } from '#context.ts'
import { never } from '#core/time.ts'
import { prepare } from '#database/query/prepare.ts'
import { startLoop } from './loop.ts'
import { addTask, type Task } from './tasks.ts'

export interface Schedule {
  /** The name in the table. A renamed schedule is a new one, which starts from now. */
  readonly name: string
  /** A cron pattern in UTC. */
  readonly cron: string
  readonly task: Task<Record<string, never>>
  /** Returns the first moment after the given one for which a row has work for the task, where each row has a date of its own. */
  readonly findNextDate?: (ctx: Context, after: string) => Promise<string | null>
}

export interface Schedules {
  /** Queues due runs; rejects without a database. */
  tick(): Promise<void>
  /** Returns when a run that has not come finds work for which rows have a date; null for never. */
  findNextRun(): Promise<string | null>
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
interface PlannedRun {
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
  return { tick: loop.run, findNextRun: () => findNextRun(ctx, planned), stop: loop.stop }
}

async function findNextRun(ctx: Context, planned: readonly PlannedRun[]): Promise<string | null> {
  const runs: string[] = []
  for (const { schedule, after } of planned) {
    const date = await schedule.findNextDate?.(ctx, after)
    if (date) runs.push(findFirstRun(schedule, date))
  }
  return runs.toSorted()[0] ?? null
}

/** Returns the first run at the moment or after it. Patterns know whole seconds. */
function findFirstRun({ cron }: Schedule, moment: string): string {
  const second = Math.ceil(Date.parse(moment) / 1_000) * 1_000
  return new Cron(cron, { timezone: 'UTC' }).nextRun(new Date(second - 1))?.toISOString() ?? never
}

async function queueDue(ctx: Context, planned: readonly PlannedRun[]) {
  const now = ctx.clock.now()
  const known = new Map((await lastRuns.known.all(ctx, {})).map((row) => [row.name, row.last_run_at]))
  const added = planned.filter(({ schedule }) => !known.has(schedule.name))
  if (added.length > 0)
    await runInTransaction(ctx, async (tx) => {
      for (const { schedule } of added) await lastRuns.begin.run(tx, { name: schedule.name, now })
    })
  for (const one of planned) {
    const last = known.get(one.schedule.name)
    if (last !== undefined && last !== one.after) Object.assign(one, plan(one.schedule, last))
  }
  const due = planned.filter((one) => known.has(one.schedule.name) && one.due !== null && one.due <= now)
  await queueRuns(ctx, due, now)
  for (const one of due) Object.assign(one, plan(one.schedule, now))
}

/** The last computed run of each pattern, for processes that start several services at one time. */
const nextRuns = new Map<string, { after: string; due: string | null }>()

/** The pattern is parsed again each time, because an instance of croner 11 takes 80 KB. An offset needs no calendar of `Intl`. */
function plan(schedule: Schedule, last: string): PlannedRun {
  const known = nextRuns.get(schedule.cron)
  if (known?.after === last) return { schedule, ...known }
  const due = new Cron(schedule.cron, { utcOffset: 0 }).nextRun(new Date(last))?.toISOString() ?? null
  nextRuns.set(schedule.cron, { after: last, due })
  return { schedule, after: last, due }
}

/** In one transaction, because most of them are due at the same moments and a commit is most of what one costs. */
async function queueRuns(ctx: Context, runs: readonly PlannedRun[], now: string) {
  if (runs.length === 0) return
  await runInTransaction(ctx, async (tx) => {
    for (const { schedule, after: seen } of runs) {
      const { name, task } = schedule
      const won = await lastRuns.win.run(tx, { name, seen, now })
      // With a key, so that runs do not accumulate behind one that is retried.
      if (won === 1) await addTask(tx, task, {}, { key: `schedule ${name}` })
    }
  })
}
