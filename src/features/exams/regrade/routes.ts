import { forbidden, notFound } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { Regrade, RegradeResult } from './schemas.ts'
import { gradeExamAgain } from './service.ts'

export const regradeRoutes = routes('Exams and certificates', [
  route('POST /exams/:id/regrade', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The attempts are graded again.' },
    operationId: 'regradeExam',
    summary: 'Grade the attempts of an exam again',
    description:
      'For the owner and administrators, after a key, the points or the rubric of a question changed, or a question became `void`. ' +
      'Answers what changes; unless it is a `preview`, a run in the background applies it, with certificates and notifications. ' +
      'It can be repeated. Learners keep the questions that they saw; those that do not exist any more are graded as before.',
    body: Regrade,
    response: responds(200, RegradeResult, forbidden, notFound),
    run: gradeExamAgain,
  }),
])
