import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { CourseLearner, CourseLearnerQuery } from './schemas.ts'
import { formatLearnersTitle, listLearners } from './service.ts'

export const learnerRoutes: Routes = (app) => {
  app.get('/courses/:id/learners', {
    config: {
      discloses: true,
      access: 'signed-in',
      scope: 'courses:read',
      furtherScopes: ['exams:read'],
      csv: formatLearnersTitle,
    },
    schema: {
      operationId: 'listLearners',
      summary: 'List the learners of a course, with their progress and who needs help',
      description:
        'For the instructor of the course and administrators. Who opened the course last comes first. Enrollments whose payment is pending are left ' +
        'out, and so is the instructor.',
      tags: ['Courses'],
      params: ids('id'),
      querystring: CourseLearnerQuery,
      response: respondsPage(CourseLearner, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listLearners(request.ctx, request.params.id, request.query),
  })
}
