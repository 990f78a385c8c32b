import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { listExams } from './read-list.ts'
import { AuthoredExam, Exam, ExamChange, ExamItem, ExamQuery, NewExam } from './schemas.ts'
import { bankInUse, tooManyAsked, tooManyBanks } from './section-settings.ts'
import { checkExamChange, checkNewExam, createExam, deleteExam, showExam, updateExam } from './service.ts'

export const examRoutes = routes('Exams and certificates', [
  route('GET /exams', {
    config: { access: 'signed-in', scope: 'exams:read', readsReplica: true },
    summary: 'List exams',
    description:
      'Published ones for everybody, those with me on their roster, and my own; newest first. With a `status`: `available` ones that close soonest first, ' +
      '`upcoming` ones that open soonest first, `completed` ones that closed last first.',
    query: ExamQuery,
    response: respondsPage(ExamItem),
    run: listExams,
  }),
  route('POST /exams', {
    config: {
      access: ['researcher', 'admin'],
      scope: 'exams:write',
      message: 'The exam is created.',
      check: checkNewExam,
    },
    summary: 'Create an exam',
    description: 'For researchers and administrators.',
    body: NewExam,
    response: responds(201, AuthoredExam, tooManyBanks, bankInUse, tooManyAsked),
    run: createExam,
  }),
  route('GET /exams/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    summary: 'Show an exam',
    description:
      'A draft is visible only to its owner and administrators, and one with `access` `invited` also to the people on its roster.',
    response: responds(200, Exam, notFound),
    run: showExam,
  }),
  route('PUT /exams/:id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The exam is saved.', check: checkExamChange },
    operationId: 'changeExam',
    summary: 'Change an exam',
    description:
      'Any subset of the fields; for the owner and administrators. Attempts that have already started keep their questions, their end and their passing score.',
    body: ExamChange,
    response: responds(200, AuthoredExam, forbidden, notFound, tooManyBanks, bankInUse, tooManyAsked),
    run: updateExam,
  }),
  route('DELETE /exams/:id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The exam is deleted.' },
    summary: 'Delete an exam',
    description:
      'For the owner and administrators. Its bookings and materials are deleted; attempts and certificates are kept.',
    response: respondsMessage(forbidden, notFound),
    run: deleteExam,
  }),
])
