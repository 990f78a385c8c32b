import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { Regrade, RegradeResult } from './schemas.ts'
import { gradeExamAgain } from './service.ts'

export const regradeRoutes: Routes = (app) => {
  app.post('/exams/:id/regrade', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The attempts are graded again.' },
    schema: {
      operationId: 'regradeExam',
      summary: 'Grade the attempts of an exam again',
      description:
        'For the owner and administrators, after a key, the points or the rubric of a question changed, or a question became `void`. ' +
        'Answers what changes; unless it is a `preview`, a run in the background applies it, with certificates and notifications. ' +
        'It can be repeated. Learners keep the questions that they saw; those that do not exist any more are graded as before.',
      tags: ['Exams and certificates'],
      params: ids('id'),
      body: Regrade,
      response: responds(200, RegradeResult, forbidden, notFound),
    },
    handler: (request) => gradeExamAgain(request.ctx, request.params.id, request.body),
  })
}
