import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsWholeList } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { NewScorecard, Scorecard, ScorecardSummary } from './schemas.ts'
import { addScorecard, alreadyScored, listScorecards, noRatings, updateScorecard } from './service.ts'

export const scorecardRoutes = routes('Jobs', [
  route('GET /job-applications/:id/scorecards', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    summary: 'List the scorecards of an application',
    description:
      'For the owner of the post, its reviewers and administrators. The owner and reviewers see the scorecards of others only once they have written their own.',
    response: respondsWholeList(Scorecard, ScorecardSummary, forbidden, notFound),
    run: listScorecards,
  }),
  route('POST /job-applications/:id/scorecards', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The scorecard is saved.' },
    summary: 'Write a scorecard about an applicant',
    description: 'For the owner of the post, its reviewers and administrators; one each.',
    body: NewScorecard,
    response: responds(201, Scorecard, forbidden, notFound, alreadyScored, noRatings),
    run: addScorecard,
  }),
  route('PUT /job-applications/:id/scorecards/:scorecard_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The scorecard is saved.' },
    operationId: 'changeScorecard',
    summary: 'Replace my scorecard',
    description: 'For its author, as long as they judge the application.',
    body: NewScorecard,
    response: responds(200, Scorecard, forbidden, notFound, noRatings),
    run: updateScorecard,
  }),
])
