import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { NewReviewer, Reviewer } from './schemas.ts'
import {
  addReviewer,
  alreadyReviews,
  listReviewers,
  ownerReviews,
  removeReviewer,
  tooManyReviewers,
} from './service.ts'

const tags = ['Jobs']

export const reviewerRoutes: Routes = (app) => {
  app.get('/job-posts/:id/reviewers', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listReviewers',
      summary: 'List the reviewers of a job post',
      description: 'For the owner, reviewers and administrators. Oldest first.',
      tags,
      params: ids('id'),
      response: responds(200, Type.Array(Reviewer), forbidden, notFound),
    },
    handler: (request) => listReviewers(request.ctx, request.params.id),
  })

  app.post('/job-posts/:id/reviewers', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The person is a reviewer.', check: checkUserId },
    schema: {
      operationId: 'addReviewer',
      summary: 'Add a reviewer to a job post',
      description:
        'For the owner and administrators. The person is notified, reads the applications of the post, and writes scorecards about them, unless they have applied themselves.',
      tags,
      params: ids('id'),
      body: NewReviewer,
      response: responds(201, Reviewer, forbidden, notFound, ownerReviews, alreadyReviews, tooManyReviewers),
    },
    handler: (request) => addReviewer(request.ctx, request.params.id, request.body),
  })

  app.delete('/job-posts/:id/reviewers/:reviewer_id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The reviewer is removed.' },
    schema: {
      operationId: 'removeReviewer',
      summary: 'Remove a reviewer from a job post',
      description: 'For the owner, administrators, and the reviewer. The scorecards of the reviewer are kept.',
      tags,
      params: ids('id', 'reviewer_id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => removeReviewer(request.ctx, request.params.id, request.params.reviewer_id),
  })
}
