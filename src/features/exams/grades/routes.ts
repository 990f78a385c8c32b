import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

export const gradeRoutes = routes('Exams and certificates', [
  route('GET /exams/:id/grading', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    summary: 'List the answers of an exam that people grade',
    description:
      'For its owner, its graders and administrators; without the answers of the grader. In no order but that of the last grade for ' +
      '`done`. With anonymous grading, nothing says who wrote an answer, or when.',
    query: GradingQuery,
    response: respondsPage(GradingItem, { problems: [forbidden, notFound] }),
    run: listGrading,
  }),
  route('POST /exams/:id/grading/claim', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The answer is yours for half an hour.' },
    summary: 'Claim an answer to grade',
    description:
      'For those who grade the exam. For 30 minutes no other grader gets it; claiming it again renews that. At most 20 at a time.',
    body: Claim,
    response: responds(200, GradedAnswer, forbidden, notFound, nothingToGrade, tooManyClaims, claimedByOther),
    run: claimGrading,
  }),
  route('GET /exam-attempts/:id/grades/:question_id', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    summary: 'Show an answer that people grade',
    description:
      'For those who grade the exam; what another grader has graded only for the owner and administrators. `id` is that of the queue.',
    response: responds(200, GradedAnswer, forbidden, notFound),
    run: showGrade,
  }),
  route('PUT /exam-attempts/:id/grades/:question_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The grade is saved.' },
    operationId: 'setGrade',
    summary: 'Grade an answer',
    description:
      'By points, or by a level of each criterion of the rubric. For those who grade the exam, unless another grader has claimed or ' +
      'graded it. Learners see nothing of it before the release; after it, only the owner and administrators change a grade. ' +
      '`id` is that of the queue.',
    body: NewGrade,
    response: responds(200, GradedAnswer, forbidden, notFound, claimedByOther, gradedByOther, gradesReleased),
    run: (ctx, id, questionId, body) => setGrade(ctx, id, { ...body, question_id: questionId }),
  }),
  route('POST /exams/:id/grades/release', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The grades are released.' },
    summary: 'Release the grades of an exam',
    description:
      'For the owner and administrators. All learners get their results, certificates and a notification; 422 while answers are not ' +
      'graded, unless `partial`. From then on, grades change by appeals.',
    body: Release,
    response: responds(200, Released, forbidden, notFound),
    run: releaseGrades,
  }),
])
