import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { OwnMatch } from './schemas.ts'
import { showOwnMatch } from './service.ts'

export const matchingRoutes: Routes = (app) => {
  app.get('/job-posts/:id/match', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'showOwnMatch',
      summary: 'Show how I fit a job post, and what would change it',
      description: 'From my evidence alone, before and after I apply.',
      tags: ['Jobs'],
      params: ids('id'),
      response: responds(200, OwnMatch, notFound),
    },
    handler: (request) => showOwnMatch(request.ctx, request.params.id),
  })
}
