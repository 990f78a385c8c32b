import { forbidden, notFound } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { Funnel } from './schemas.ts'
import { showFunnel } from './service.ts'

export const funnelRoutes = routes('Jobs', [
  route('GET /job-posts/:id/funnel', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    operationId: 'showJobFunnel',
    summary: 'Show the numbers of a job post by stage and reason',
    description: 'For the owner of the post, its reviewers and administrators.',
    response: responds(200, Funnel, forbidden, notFound),
    run: showFunnel,
  }),
])
