import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import type { Schedule } from '#platform/schedule.ts'
import { ReasonQuery, WithReason } from '../reason.ts'
import { BackgroundTask, SchedulePath, ScheduleState, TaskQuery } from './schemas.ts'
import { deleteTask, listSchedules, listTasks, retryTask, runSchedule, showTask } from './service.ts'

const tags = ['Administration']
const reads = { access: ['admin'], scope: 'admin:read' } as const
const writes = { access: ['admin'], scope: 'admin:write' } as const

export const taskRoutes =
  (schedules: readonly Schedule[]): Routes =>
  (app) => {
    app.get('/admin/tasks', {
      config: { ...reads, csv: 'Tasks' },
      schema: {
        operationId: 'listTasks',
        summary: 'List background tasks',
        description: 'Those that are due, wait, or have failed for good; newest first. Finished tasks are not stored.',
        tags,
        querystring: TaskQuery,
        response: respondsPage(BackgroundTask),
      },
      handler: (request) => listTasks(request.ctx, request.query),
    })

    app.get('/admin/tasks/:id', {
      config: reads,
      schema: {
        operationId: 'showTask',
        summary: 'Show a background task',
        description: 'With its last error. 404 once it is done.',
        tags,
        params: ids('id'),
        response: responds(200, BackgroundTask, notFound),
      },
      handler: (request) => showTask(request.ctx, request.params.id),
    })

    app.post('/admin/tasks/:id/retry', {
      config: { ...writes, message: 'The task is due now.' },
      schema: {
        operationId: 'retryTask',
        summary: 'Run a task now',
        description: 'A dead one gets all its attempts again.',
        tags,
        params: ids('id'),
        body: WithReason,
        response: responds(200, BackgroundTask, notFound),
      },
      handler: (request) => retryTask(request.ctx, request.params.id),
    })

    app.delete('/admin/tasks/:id', {
      config: { ...writes, message: 'The task is deleted.' },
      schema: {
        operationId: 'deleteTask',
        summary: 'Delete a task',
        description: 'What it was to do is not done. Its kind, payload and error stay in the audit log.',
        tags,
        params: ids('id'),
        querystring: ReasonQuery,
        response: respondsMessage(notFound),
      },
      handler: (request) => deleteTask(request.ctx, request.params.id),
    })

    app.get('/admin/schedules', {
      config: reads,
      schema: {
        operationId: 'listSchedules',
        summary: 'List the schedules',
        description: 'With the last and the next run of each.',
        tags,
        response: responds(200, Type.Array(ScheduleState)),
      },
      handler: (request) => listSchedules(request.ctx, schedules),
    })

    app.post('/admin/schedules/:name/run', {
      config: { ...writes, message: 'The run is queued.' },
      schema: {
        operationId: 'runSchedule',
        summary: 'Run a schedule now',
        description: 'Once, besides its next run; nothing happens if a run waits already.',
        tags,
        params: SchedulePath,
        body: WithReason,
        response: respondsMessage(notFound),
      },
      handler: (request) => runSchedule(request.ctx, schedules, request.params.name),
    })
  }
