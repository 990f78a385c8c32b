import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { listExams } from './read-list.ts'
import { AuthoredExam, Exam, ExamChange, ExamItem, ExamQuery, NewExam } from './schemas.ts'
import { bankInUse, tooManyAsked, tooManyBanks } from './section-settings.ts'
import { checkExamChange, checkNewExam, createExam, deleteExam, showExam, updateExam } from './service.ts'

const tags = ['Exams and certificates']

export const examRoutes: Routes = (app) => {
  app.get('/exams', {
    config: { access: 'signed-in', scope: 'exams:read', readsReplica: true },
    schema: {
      operationId: 'listExams',
      summary: 'List exams',
      description:
        'Published ones for everybody, those with me on their roster, and my own; newest first. With a `status`: `available` ones that close soonest first, ' +
        '`upcoming` ones that open soonest first, `completed` ones that closed last first.',
      tags,
      querystring: ExamQuery,
      response: respondsPage(ExamItem),
    },
    handler: (request) => listExams(request.ctx, request.query),
  })

  app.post('/exams', {
    config: {
      access: ['researcher', 'admin'],
      scope: 'exams:write',
      message: 'The exam is created.',
      check: checkNewExam,
    },
    schema: {
      operationId: 'createExam',
      summary: 'Create an exam',
      description: 'For researchers and administrators.',
      tags,
      body: NewExam,
      response: responds(201, AuthoredExam, tooManyBanks, bankInUse, tooManyAsked),
    },
    handler: (request) => createExam(request.ctx, request.body),
  })

  app.get('/exams/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'showExam',
      summary: 'Show an exam',
      description:
        'A draft is visible only to its owner and administrators, and one with `access` `invited` also to the people on its roster.',
      tags,
      params: ids('id'),
      response: responds(200, Exam, notFound),
    },
    handler: (request) => showExam(request.ctx, request.params.id),
  })

  app.put('/exams/:id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The exam is saved.', check: checkExamChange },
    schema: {
      operationId: 'changeExam',
      summary: 'Change an exam',
      description:
        'Any subset of the fields; for the owner and administrators. Attempts that have already started keep their questions, their end and their passing score.',
      tags,
      params: ids('id'),
      body: ExamChange,
      response: responds(200, AuthoredExam, forbidden, notFound, tooManyBanks, bankInUse, tooManyAsked),
    },
    handler: (request) => updateExam(request.ctx, request.params.id, request.body),
  })

  app.delete('/exams/:id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The exam is deleted.' },
    schema: {
      operationId: 'deleteExam',
      summary: 'Delete an exam',
      description:
        'For the owner and administrators. Its bookings and materials are deleted; attempts and certificates are kept.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteExam(request.ctx, request.params.id),
  })
}
