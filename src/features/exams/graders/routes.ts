import { forbidden, notFound } from '#core/problem.ts'
import { NewMember } from '#features/memberships/schemas.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { Grader, GraderQuery, GradingExam } from './schemas.ts'
import { alreadyGrades, examGraders, graderLimit, listGradingExams, ownerGrades } from './service.ts'

export const graderRoutes = routes('Exams and certificates', [
  route('GET /exams/grading', {
    config: { access: 'signed-in', scope: 'exams:read' },
    summary: 'List the exams whose answers I grade',
    description: 'The newest exam first, without my own exams (`GET /exams?mine=true`).',
    query: GraderQuery,
    response: respondsPage(GradingExam),
    run: listGradingExams,
  }),
  route('GET /exams/:id/graders', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    operationId: 'listGraders',
    summary: 'List who grades answers of an exam',
    description: 'For its owner, its graders and administrators. Oldest first, without the owner, who grades anyway.',
    query: GraderQuery,
    response: respondsPage(Grader, { problems: [forbidden, notFound] }),
    run: (ctx, id, query) => examGraders.listPage(ctx, id, query),
  }),
  route('POST /exams/:id/graders', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The grader is added.', check: checkUserId },
    operationId: 'addGrader',
    summary: 'Let a person grade answers of an exam',
    description:
      'For the owner and administrators. The person reads the answers that people grade, without the others, and is notified.',
    body: NewMember,
    response: responds(201, Grader, forbidden, notFound, alreadyGrades, ownerGrades, graderLimit.tooMany),
    run: (ctx, id, body) => examGraders.add(ctx, id, body),
  }),
  route('DELETE /exams/:id/graders/:grader_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The grader is removed.' },
    operationId: 'removeGrader',
    summary: 'Remove a grader from an exam',
    description: 'For the owner, administrators, and the grader. The grades stay.',
    response: respondsMessage(forbidden, notFound),
    run: (ctx, id, graderId) => examGraders.remove(ctx, id, graderId),
  }),
])
