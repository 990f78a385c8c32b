import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

export const appealRoutes = routes('Exams and certificates', [
  route('GET /exam-attempts/:id/appeals', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    summary: 'List the appeals of an attempt',
    description: 'For the user of the attempt, the owner of the exam and administrators.',
    query: AppealQuery,
    response: respondsPage(Appeal, { problems: [forbidden, notFound] }),
    run: listAppealsOfAttempt,
  }),
  route('POST /exam-attempts/:id/appeals', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The appeal is made.' },
    summary: 'Appeal against a grade',
    description:
      'For the user of the attempt, once the grades are released, and once for each question. Another grader answers it, where there ' +
      'is one; the points never become fewer.',
    body: NewAppeal,
    response: responds(201, Appeal, forbidden, notFound, notGraded, alreadyAppealed),
    run: createAppeal,
  }),
  route('GET /exams/:id/appeals', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    summary: 'List the appeals against grades of an exam',
    description:
      'In no order; for its owner, its graders and administrators. With anonymous grading, nothing says whose they are.',
    query: GraderAppealQuery,
    response: respondsPage(Appeal, { problems: [forbidden, notFound] }),
    run: listAppeals,
  }),
  route('PUT /exams/:id/appeals/:appeal_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The appeal is answered.' },
    operationId: 'answerAppeal',
    summary: 'Answer an appeal',
    description:
      'For those who grade the exam, except the one who gave the grade while there is another one. Result and certificate follow at once, ' +
      'and the learner is notified.',
    body: AppealAnswer,
    response: responds(200, Appeal, forbidden, notFound, answeredAlready, answeredByOther, lowerPoints),
    run: (ctx, id, appealId, body) => answerAppeal(ctx, id, { ...body, id: appealId }),
  }),
])
