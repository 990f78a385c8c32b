import { type Context, runInTransaction } from '#context.ts'
import { page } from '#core/page.ts'
import { ensure, notFound } from '#core/problem.ts'
import { describeAct } from '#platform/audit/audit.ts'
import { redactSecrets } from '#platform/audit/secrets.ts'
import type { Schedule } from '#platform/schedule.ts'
import {
  getTask,
  listScheduleStates,
  listTaskRows,
  removeTask,
  runScheduleNow,
  runTaskNow,
  type TaskRow,
} from '#platform/task-administration.ts'
import type { BackgroundTask, TaskQuery } from './schemas.ts'

const present = (ctx: Context, { payload, ...row }: TaskRow): BackgroundTask => ({
  ...row,
  state: row.dead_at !== null ? 'dead' : row.run_at <= ctx.clock.now() ? 'due' : 'waiting',
  payload: redactSecrets({ ...payload }),
})

export const listTasks = (ctx: Context, { state, kind, sort, ...paging }: TaskQuery) =>
  page(ctx, paging, async (ctx, slice) => {
    const order = { ...slice, oldest: sort === 'oldest' || undefined }
    const { rows, total } = await listTaskRows(ctx, { state, kind: kind || undefined }, order)
    return { rows: rows.map((row) => present(ctx, row)), total }
  })

export const showTask = async (ctx: Context, id: number): Promise<BackgroundTask> =>
  present(ctx, await getTask(ctx, id))

export async function retryTask(ctx: Context, id: number): Promise<BackgroundTask> {
  const task = await runInTransaction(ctx, async (tx) => {
    const before = await getTask(tx, id)
    await runTaskNow(tx, id)
    describeAct(tx, { before: null, after: { kind: before.kind, attempts: before.attempts } })
    return getTask(tx, id)
  })
  return present(ctx, task)
}

export const deleteTask = (ctx: Context, id: number): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const { kind, payload, last_error } = await getTask(tx, id)
    await removeTask(tx, id)
    describeAct(tx, { before: { kind, payload, last_error }, after: null })
  })

export const listSchedules = (ctx: Context, schedules: readonly Schedule[]) => listScheduleStates(ctx, schedules)

export const runSchedule = (ctx: Context, schedules: readonly Schedule[], name: string): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const schedule = schedules.find((one) => one.name === name)
    ensure(schedule !== undefined, notFound)
    await runScheduleNow(tx, schedule)
  })
