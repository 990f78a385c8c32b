import { Type } from 'typebox'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { listFigures } from './figures.ts'
import { DayFigures, FigureQuery, ServiceState, Waiting } from './schemas.ts'
import { countWaiting, showService } from './service.ts'

const config = { access: ['admin'], scope: 'admin:read' } as const

export const serviceRoutes = routes('Administration', [
  route('GET /admin/waiting', {
    config,
    summary: 'Count what waits for an administrator',
    description: 'Reports, dead tasks, mails and unpaid subscriptions. Cheap enough to ask every few seconds.',
    response: responds(200, Waiting),
    run: countWaiting,
  }),
  route('GET /admin/figures', {
    config,
    summary: 'Show figures by day',
    description:
      'Sign-ups, sign-ins, active people, applications, enrollments, attempts, certificates, mails, payments and ' +
      'money, oldest first.',
    query: FigureQuery,
    response: responds(200, Type.Array(DayFigures)),
    run: listFigures,
  }),
  route('GET /admin/service', {
    config,
    operationId: 'showService',
    summary: 'Show how the service runs',
    description:
      'Version, sizes, requests and latency of the instance that answers, and the effective settings with advice ' +
      'where one is risky.',
    response: responds(200, ServiceState),
    handler: async ({ ctx, server }) =>
      showService(ctx, { requests: server.summarizeRequests(), followers: await server.readFollowers() }),
  }),
])
