import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { NewReviewer, Reviewer } from './schemas.ts'
import { alreadyReviews, jobReviewers, ownerReviews, reviewerLimit } from './service.ts'

export const reviewerRoutes = routes('Jobs', [
  route('GET /job-posts/:id/reviewers', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    operationId: 'listReviewers',
    summary: 'List the reviewers of a job post',
    description: 'For the owner, reviewers and administrators. Oldest first.',
    response: responds(200, Type.Array(Reviewer), forbidden, notFound),
    run: (ctx, id) => jobReviewers.list(ctx, id),
  }),
  route('POST /job-posts/:id/reviewers', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The person is a reviewer.', check: checkUserId },
    operationId: 'addReviewer',
    summary: 'Add a reviewer to a job post',
    description:
      'For the owner and administrators. The person is notified, reads the applications of the post, and writes scorecards about them, unless they have applied themselves.',
    body: NewReviewer,
    response: responds(201, Reviewer, forbidden, notFound, ownerReviews, alreadyReviews, reviewerLimit.tooMany),
    run: (ctx, id, body) => jobReviewers.add(ctx, id, body),
  }),
  route('DELETE /job-posts/:id/reviewers/:reviewer_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The reviewer is removed.' },
    operationId: 'removeReviewer',
    summary: 'Remove a reviewer from a job post',
    description: 'For the owner, administrators, and the reviewer. The scorecards of the reviewer are kept.',
    response: respondsMessage(forbidden, notFound),
    run: (ctx, id, reviewerId) => jobReviewers.remove(ctx, id, reviewerId),
  }),
])
