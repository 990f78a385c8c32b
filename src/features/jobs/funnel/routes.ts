import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { Funnel } from './schemas.ts'
import { showFunnel } from './service.ts'

export const funnelRoutes: Routes = (app) => {
  app.get('/job-posts/:id/funnel', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'showJobFunnel',
      summary: 'Show the numbers of a job post by stage and reason',
      description: 'For the owner of the post, its reviewers and administrators.',
      tags: ['Jobs'],
      params: ids('id'),
      response: responds(200, Funnel, forbidden, notFound),
    },
    handler: (request) => showFunnel(request.ctx, request.params.id),
  })
}
