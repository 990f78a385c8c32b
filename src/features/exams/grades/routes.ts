import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { releaseGrades } from './release.ts'
import { Claim, GradedAnswer, GradingItem, GradingQuery, NewGrade, Release, Released } from './schemas.ts'
import {
  claimedByOther,
  claimGrading,
  gradedByOther,
  gradesReleased,
  listGrading,
  nothingToGrade,
  setGrade,
  showGrade,
  tooManyClaims,
} from './service.ts'

const tags = ['Exams and certificates']

export const gradeRoutes: Routes = (app) => {
  app.get('/exams/:id/grading', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listGrading',
      summary: 'List the answers of an exam that people grade',
      description:
        'For its owner, its graders and administrators; without the answers of the grader. In no order but that of the last grade for ' +
        '`done`. With anonymous grading, nothing says who wrote an answer, or when.',
      tags,
      params: ids('id'),
      querystring: GradingQuery,
      response: respondsPage(GradingItem, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listGrading(request.ctx, request.params.id, request.query),
  })

  app.post('/exams/:id/grading/claim', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The answer is yours for half an hour.' },
    schema: {
      operationId: 'claimGrading',
      summary: 'Claim an answer to grade',
      description:
        'For those who grade the exam. For 30 minutes no other grader gets it; claiming it again renews that. At most 20 at a time.',
      tags,
      params: ids('id'),
      body: Claim,
      response: responds(200, GradedAnswer, forbidden, notFound, nothingToGrade, tooManyClaims, claimedByOther),
    },
    handler: (request) => claimGrading(request.ctx, request.params.id, request.body),
  })

  app.get('/exam-attempts/:id/grades/:question_id', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'showGrade',
      summary: 'Show an answer that people grade',
      description:
        'For those who grade the exam; what another grader has graded only for the owner and administrators. `id` is that of the queue.',
      tags,
      params: ids('id', 'question_id'),
      response: responds(200, GradedAnswer, forbidden, notFound),
    },
    handler: ({ ctx, params }) => showGrade(ctx, params.id, params.question_id),
  })

  app.put('/exam-attempts/:id/grades/:question_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The grade is saved.' },
    schema: {
      operationId: 'setGrade',
      summary: 'Grade an answer',
      description:
        'By points, or by a level of each criterion of the rubric. For those who grade the exam, unless another grader has claimed or ' +
        'graded it. Learners see nothing of it before the release; after it, only the owner and administrators change a grade. ' +
        '`id` is that of the queue.',
      tags,
      params: ids('id', 'question_id'),
      body: NewGrade,
      response: responds(200, GradedAnswer, forbidden, notFound, claimedByOther, gradedByOther, gradesReleased),
    },
    handler: ({ ctx, params, body }) => setGrade(ctx, params.id, { ...body, question_id: params.question_id }),
  })

  app.post('/exams/:id/grades/release', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The grades are released.' },
    schema: {
      operationId: 'releaseGrades',
      summary: 'Release the grades of an exam',
      description:
        'For the owner and administrators. All learners get their results, certificates and a notification; 422 while answers are not ' +
        'graded, unless `partial`. From then on, grades change by appeals.',
      tags,
      params: ids('id'),
      body: Release,
      response: responds(200, Released, forbidden, notFound),
    },
    handler: (request) => releaseGrades(request.ctx, request.params.id, request.body),
  })
}
