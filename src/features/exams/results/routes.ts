import { forbidden, notFound } from '#core/problem.ts'
import { respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { ExamOutcome, OutcomeQuery } from './schemas.ts'
import { formatResultsTitle, listExamResults } from './service.ts'

export const resultRoutes = routes('Exams and certificates', [
  route('GET /exams/:id/results', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read', csv: formatResultsTitle },
    summary: 'List the people who have taken an exam, with their results',
    description:
      'For the owner of the exam and administrators, not for its graders. One row for each person with an attempt, the attempt that was begun last ' +
      'first; the owner’s own attempts are left out. An attempt whose time is over counts once the service has finished it, within a minute.',
    query: OutcomeQuery,
    response: respondsPage(ExamOutcome, { problems: [forbidden, notFound] }),
    run: listExamResults,
  }),
])
