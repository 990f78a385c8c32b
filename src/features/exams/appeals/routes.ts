import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { Appeal, AppealAnswer, AppealQuery, GraderAppealQuery, NewAppeal } from './schemas.ts'
import {
  alreadyAppealed,
  answerAppeal,
  answeredAlready,
  answeredByOther,
  createAppeal,
  listAppeals,
  listAppealsOfAttempt,
  lowerPoints,
  notGraded,
} from './service.ts'

const tags = ['Exams and certificates']

export const appealRoutes: Routes = (app) => {
  app.get('/exam-attempts/:id/appeals', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listAppealsOfAttempt',
      summary: 'List the appeals of an attempt',
      description: 'For the user of the attempt, the owner of the exam and administrators.',
      tags,
      params: ids('id'),
      querystring: AppealQuery,
      response: respondsPage(Appeal, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listAppealsOfAttempt(request.ctx, request.params.id, request.query),
  })

  app.post('/exam-attempts/:id/appeals', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The appeal is made.' },
    schema: {
      operationId: 'createAppeal',
      summary: 'Appeal against a grade',
      description:
        'For the user of the attempt, once the grades are released, and once for each question. Another grader answers it, where there ' +
        'is one; the points never become fewer.',
      tags,
      params: ids('id'),
      body: NewAppeal,
      response: responds(201, Appeal, forbidden, notFound, notGraded, alreadyAppealed),
    },
    handler: (request) => createAppeal(request.ctx, request.params.id, request.body),
  })

  app.get('/exams/:id/appeals', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listAppeals',
      summary: 'List the appeals against grades of an exam',
      description:
        'In no order; for its owner, its graders and administrators. With anonymous grading, nothing says whose they are.',
      tags,
      params: ids('id'),
      querystring: GraderAppealQuery,
      response: respondsPage(Appeal, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listAppeals(request.ctx, request.params.id, request.query),
  })

  app.put('/exams/:id/appeals/:appeal_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The appeal is answered.' },
    schema: {
      operationId: 'answerAppeal',
      summary: 'Answer an appeal',
      description:
        'For those who grade the exam, except the one who gave the grade while there is another one. Result and certificate follow at once, ' +
        'and the learner is notified.',
      tags,
      params: ids('id', 'appeal_id'),
      body: AppealAnswer,
      response: responds(200, Appeal, forbidden, notFound, answeredAlready, answeredByOther, lowerPoints),
    },
    handler: ({ ctx, params, body }) => answerAppeal(ctx, params.id, { ...body, id: params.appeal_id }),
  })
}
