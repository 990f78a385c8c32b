import type { Config } from '#config.ts'
import { notFound } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { ClockAdvance, SandboxClock } from './schemas.ts'
import { advanceClock, clockIsMoving, showClock } from './service.ts'

/** The clock of a service in development; production has none that moves. */
export const sandboxClockRoutes = ({ environment }: Config) =>
  routes(
    'Operations',
    environment === 'production'
      ? []
      : [
          route('GET /sandbox/clock', {
            config: { access: 'public' },
            operationId: 'showSandboxClock',
            summary: 'Show the clock of a service in development',
            description: 'Not there in production.',
            response: responds(200, SandboxClock, notFound),
            run: showClock,
          }),
          route('POST /sandbox/clock', {
            config: { access: 'public', unaudited: true, message: 'The clock is advanced.' },
            operationId: 'advanceSandboxClock',
            summary: 'Advance the clock of a service in development',
            description:
              'Renewals, reminders, expiries and all other background work of the time in between run on the way, in their order. ' +
              'Sessions end as they would. The clock only goes forward, and keeps its time over restarts. Not there in production.',
            body: ClockAdvance,
            response: responds(201, SandboxClock, notFound, clockIsMoving),
            run: advanceClock,
          }),
        ],
  )
