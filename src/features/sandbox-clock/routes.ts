import type { Config } from '#config.ts'
import { notFound } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { ClockAdvance, SandboxClock } from './schemas.ts'
import { advanceClock, clockIsMoving, showClock } from './service.ts'

const tags = ['Operations']

/** The clock of a service in development; production has none that moves. */
export const sandboxClockRoutes =
  ({ environment }: Config): Routes =>
  (app) => {
    if (environment === 'production') return

    app.get('/sandbox/clock', {
      config: { access: 'public' },
      schema: {
        operationId: 'showSandboxClock',
        summary: 'Show the clock of a service in development',
        description: 'Not there in production.',
        tags,
        response: responds(200, SandboxClock, notFound),
      },
      handler: async (request) => showClock(request.ctx),
    })

    app.post('/sandbox/clock', {
      config: { access: 'public', unaudited: true, message: 'The clock is advanced.' },
      schema: {
        operationId: 'advanceSandboxClock',
        summary: 'Advance the clock of a service in development',
        description:
          'Renewals, reminders, expiries and all other background work of the time in between run on the way, in their order. ' +
          'Sessions end as they would. The clock only goes forward, and keeps its time over restarts. Not there in production.',
        tags,
        body: ClockAdvance,
        response: responds(201, SandboxClock, notFound, clockIsMoving),
      },
      handler: (request) => advanceClock(request.ctx, request.body),
    })
  }
