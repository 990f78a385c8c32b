import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import type { Schedule } from '#platform/schedule.ts'
import { ReasonQuery, WithReason } from '../reason.ts'
import { BackgroundTask, SchedulePath, ScheduleState, TaskQuery } from './schemas.ts'
import { deleteTask, listSchedules, listTasks, retryTask, runSchedule, showTask } from './service.ts'

const reads = { access: ['admin'], scope: 'admin:read' } as const
const writes = { access: ['admin'], scope: 'admin:write' } as const

export const taskRoutes = (schedules: readonly Schedule[]) =>
  routes('Administration', [
    route('GET /admin/tasks', {
      config: { ...reads, csv: 'Tasks' },
      summary: 'List background tasks',
      description: 'Those that are due, wait, or have failed for good; newest first. Finished tasks are not stored.',
      query: TaskQuery,
      response: respondsPage(BackgroundTask),
      run: listTasks,
    }),
    route('GET /admin/tasks/:id', {
      config: reads,
      summary: 'Show a background task',
      description: 'With its last error. 404 once it is done.',
      response: responds(200, BackgroundTask, notFound),
      run: showTask,
    }),
    route('POST /admin/tasks/:id/retry', {
      config: { ...writes, message: 'The task is due now.' },
      summary: 'Run a task now',
      description: 'A dead one gets all its attempts again.',
      body: WithReason,
      response: responds(200, BackgroundTask, notFound),
      run: retryTask,
    }),
    route('DELETE /admin/tasks/:id', {
      config: { ...writes, message: 'The task is deleted.' },
      summary: 'Delete a task',
      description: 'What it was to do is not done. Its kind, payload and error stay in the audit log.',
      query: ReasonQuery,
      response: respondsMessage(notFound),
      run: deleteTask,
    }),
    route('GET /admin/schedules', {
      config: reads,
      operationId: 'listSchedules',
      summary: 'List the schedules',
      description: 'With the last and the next run of each.',
      response: responds(200, Type.Array(ScheduleState)),
      run: (ctx) => listSchedules(ctx, schedules),
    }),
    route('POST /admin/schedules/:name/run', {
      config: { ...writes, message: 'The run is queued.' },
      operationId: 'runSchedule',
      summary: 'Run a schedule now',
      description: 'Once, besides its next run; nothing happens if a run waits already.',
      params: SchedulePath,
      body: WithReason,
      response: respondsMessage(notFound),
      run: (ctx, name) => runSchedule(ctx, schedules, name),
    }),
  ])
