import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { Grader, GraderQuery, GradingExam, NewGrader } from './schemas.ts'
import {
  addGrader,
  alreadyGrades,
  listGraders,
  listGradingExams,
  ownerGrades,
  removeGrader,
  tooManyGraders,
} from './service.ts'

const tags = ['Exams and certificates']

export const graderRoutes: Routes = (app) => {
  app.get('/exams/grading', {
    config: { access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listGradingExams',
      summary: 'List the exams whose answers I grade',
      description: 'The newest exam first, without my own exams (`GET /exams?mine=true`).',
      tags,
      querystring: GraderQuery,
      response: respondsPage(GradingExam),
    },
    handler: (request) => listGradingExams(request.ctx, request.query),
  })

  app.get('/exams/:id/graders', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listGraders',
      summary: 'List who grades answers of an exam',
      description: 'For its owner, its graders and administrators. Oldest first, without the owner, who grades anyway.',
      tags,
      params: ids('id'),
      querystring: GraderQuery,
      response: respondsPage(Grader, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listGraders(request.ctx, request.params.id, request.query),
  })

  app.post('/exams/:id/graders', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The grader is added.', check: checkUserId },
    schema: {
      operationId: 'addGrader',
      summary: 'Let a person grade answers of an exam',
      description:
        'For the owner and administrators. The person reads the answers that people grade, without the others, and is notified.',
      tags,
      params: ids('id'),
      body: NewGrader,
      response: responds(201, Grader, forbidden, notFound, alreadyGrades, ownerGrades, tooManyGraders),
    },
    handler: (request) => addGrader(request.ctx, request.params.id, request.body),
  })

  app.delete('/exams/:id/graders/:grader_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The grader is removed.' },
    schema: {
      operationId: 'removeGrader',
      summary: 'Remove a grader from an exam',
      description: 'For the owner, administrators, and the grader. The grades stay.',
      tags,
      params: ids('id', 'grader_id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => removeGrader(request.ctx, request.params.id, request.params.grader_id),
  })
}
