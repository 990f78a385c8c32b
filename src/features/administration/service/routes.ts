import { Type } from 'typebox'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { listFigures } from './figures.ts'
import { DayFigures, FigureQuery, ServiceState, Waiting } from './schemas.ts'
import { countWaiting, showService } from './service.ts'

const tags = ['Administration']
const config = { access: ['admin'], scope: 'admin:read' } as const

export const serviceRoutes: Routes = (app) => {
  app.get('/admin/waiting', {
    config,
    schema: {
      operationId: 'countWaiting',
      summary: 'Count what waits for an administrator',
      description: 'Reports, dead tasks, mails and unpaid subscriptions. Cheap enough to ask every few seconds.',
      tags,
      response: responds(200, Waiting),
    },
    handler: (request) => countWaiting(request.ctx),
  })

  app.get('/admin/figures', {
    config,
    schema: {
      operationId: 'listFigures',
      summary: 'Show figures by day',
      description:
        'Sign-ups, sign-ins, active people, applications, enrollments, attempts, certificates, mails, payments and ' +
        'money, oldest first.',
      tags,
      querystring: FigureQuery,
      response: responds(200, Type.Array(DayFigures)),
    },
    handler: (request) => listFigures(request.ctx, request.query),
  })

  app.get('/admin/service', {
    config,
    schema: {
      operationId: 'showService',
      summary: 'Show how the service runs',
      description:
        'Version, sizes, requests and latency of the instance that answers, and the effective settings with advice ' +
        'where one is risky.',
      tags,
      response: responds(200, ServiceState),
    },
    handler: async ({ ctx, server }) =>
      showService(ctx, { requests: server.summarizeRequests(), followers: await server.readFollowers() }),
  })
}
