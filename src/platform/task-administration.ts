/** Background work as administrators see it: tasks by state, and schedules with their runs. */

import { Cron } from 'croner'
import { sql } from 'kysely'
import type { AnyContext, Context, Transaction } from '#context.ts'
import { type AgeOrder, getSortDirection, type Rows, type Slice } from '#core/page.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { Schedule } from './schedule.ts'
import { addTask } from './tasks.ts'

/** `due` is claimed next; `waiting` is due later, or runs at the moment; `dead` failed too often. */
export const taskStates = ['due', 'waiting', 'dead'] as const
export type TaskState = (typeof taskStates)[number]

export interface TaskFilter {
  kind?: string | undefined
}

const columns = ['id', 'kind', 'payload', 'run_at', 'attempts', 'last_error', 'dead_at', 'created_at'] as const

const selections = ['any', ...taskStates] as const
type Selection = (typeof selections)[number]

function selectTasks(q: Builder, p: TaskFilter & { now: string }, selection: Selection) {
  let rows = q.selectFrom('tasks')
  if (selection === 'due' || selection === 'waiting') rows = rows.where('dead_at', 'is', null)
  if (selection === 'dead') rows = rows.where('dead_at', 'is not', null)
  if (selection === 'due') rows = rows.where('run_at', '<=', p.now)
  if (selection === 'waiting') rows = rows.where('run_at', '>', p.now)
  return p.kind === undefined ? rows : rows.where('kind', '=', p.kind)
}

const tasks = {
  page: prepare(
    (q, p: TaskFilter & AgeOrder & Slice & { now: string }, selection: Selection) =>
      selectTasks(q, p, selection).select(columns).orderBy('id', getSortDirection(p)).limit(p.limit).offset(p.offset),
    { optional: ['kind', 'oldest'], choices: selections },
  ),

  count: prepare(
    (q, p: TaskFilter & { now: string }, selection: Selection) =>
      selectTasks(q, p, selection).select(sql<number>`count(*)`.as('total')),
    { optional: ['kind'], choices: selections },
  ),

  byId: prepare((q, p: { id: number }) => q.selectFrom('tasks').select(columns).where('id', '=', p.id)),

  /** A task that runs at the moment may then run twice, which every handler allows. */
  runNow: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('tasks')
      .set({
        run_at: p.now,
        dead_at: null,
        attempts: sql<number>`case when dead_at is null then attempts else 0 end`,
      })
      .where('id', '=', p.id),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('tasks').where('id', '=', p.id)),

  lastRuns: prepare((q) => q.selectFrom('schedules').select(['name', 'last_run_at'])),
}

export type TaskRow = Awaited<ReturnType<typeof tasks.byId.one>>

/** Returns a page of tasks. */
export async function listTaskRows(
  ctx: Context,
  { kind, state }: TaskFilter & { state?: TaskState | undefined },
  slice: AgeOrder & Slice,
): Promise<Rows<TaskRow>> {
  const filter = { kind, now: ctx.clock.now() }
  const [rows, [counted]] = await Promise.all([
    tasks.page.inBackground(ctx, { ...filter, ...slice }, state ?? 'any'),
    tasks.count.inBackground(ctx, filter, state ?? 'any'),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** Returns the task. 404 if unknown, or done. */
export const getTask = (ctx: AnyContext, id: number): Promise<TaskRow> => tasks.byId.one(ctx, { id })

/** Makes a task due now. A dead one gets all its attempts again. */
export async function runTaskNow(tx: Transaction, id: number): Promise<void> {
  await tasks.runNow.run(tx, { id, now: tx.clock.now() })
  tx.afterCommit(tx.wake)
}

export const removeTask = (tx: Transaction, id: number): Promise<number> => tasks.remove.run(tx, { id })

export interface ScheduleState {
  name: string
  cron: string
  last_run_at: string | null
  next_run_at: string | null
}

/** Returns the schedules with their last and their next run. */
export async function listScheduleStates(ctx: AnyContext, schedules: readonly Schedule[]): Promise<ScheduleState[]> {
  const runs = new Map((await tasks.lastRuns.all(ctx, {})).map(({ name, last_run_at }) => [name, last_run_at]))
  return schedules.map(({ name, cron }) => ({
    name,
    cron,
    last_run_at: runs.get(name) ?? null,
    next_run_at: new Cron(cron, { timezone: 'UTC' }).nextRun(new Date(ctx.clock.now()))?.toISOString() ?? null,
  }))
}

/** Queues a run of the schedule now, unless one waits already. */
export const runScheduleNow = (tx: Transaction, { name, task }: Schedule): Promise<void> =>
  addTask(tx, task, {}, { key: `schedule ${name}` })
