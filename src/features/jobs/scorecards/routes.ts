import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsWholeList } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { NewScorecard, Scorecard, ScorecardSummary } from './schemas.ts'
import { addScorecard, alreadyScored, listScorecards, noRatings, updateScorecard } from './service.ts'

const tags = ['Jobs']

export const scorecardRoutes: Routes = (app) => {
  app.get('/job-applications/:id/scorecards', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listScorecards',
      summary: 'List the scorecards of an application',
      description:
        'For the owner of the post, its reviewers and administrators. The owner and reviewers see the scorecards of others only once they have written their own.',
      tags,
      params: ids('id'),
      response: respondsWholeList(Scorecard, ScorecardSummary, forbidden, notFound),
    },
    handler: (request) => listScorecards(request.ctx, request.params.id),
  })

  app.post('/job-applications/:id/scorecards', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The scorecard is saved.' },
    schema: {
      operationId: 'addScorecard',
      summary: 'Write a scorecard about an applicant',
      description: 'For the owner of the post, its reviewers and administrators; one each.',
      tags,
      params: ids('id'),
      body: NewScorecard,
      response: responds(201, Scorecard, forbidden, notFound, alreadyScored, noRatings),
    },
    handler: (request) => addScorecard(request.ctx, request.params.id, request.body),
  })

  app.put('/job-applications/:id/scorecards/:scorecard_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The scorecard is saved.' },
    schema: {
      operationId: 'changeScorecard',
      summary: 'Replace my scorecard',
      description: 'For its author, as long as they judge the application.',
      tags,
      params: ids('id', 'scorecard_id'),
      body: NewScorecard,
      response: responds(200, Scorecard, forbidden, notFound, noRatings),
    },
    handler: (request) => updateScorecard(request.ctx, request.params.id, request.params.scorecard_id, request.body),
  })
}
