import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { NewQuestion, Question, QuestionChange } from './schemas.ts'
import { addQuestion, checkQuestionChange, listQuestions, removeQuestion, updateQuestion } from './service.ts'

const tags = ['Exams and certificates']

export const questionRoutes: Routes = (app) => {
  app.get('/exams/:id/questions', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listQuestions',
      summary: 'List the questions of an exam with their answers',
      description: 'In order of position, without pagination; for the owner of the exam and administrators.',
      tags,
      params: ids('id'),
      response: responds(200, Type.Array(Question), forbidden, notFound),
    },
    handler: (request) => listQuestions(request.ctx, request.params.id),
  })

  app.post('/exams/:id/questions', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The question is added.' },
    schema: {
      operationId: 'addQuestion',
      summary: 'Add a question to an exam',
      description:
        'For the owner of the exam and administrators. Attempts that have already started do not contain it.',
      tags,
      params: ids('id'),
      body: NewQuestion,
      response: responds(201, Question, forbidden, notFound),
    },
    handler: (request) => addQuestion(request.ctx, request.params.id, request.body),
  })

  app.put('/exams/:id/questions/:question_id', {
    config: {
      access: 'signed-in',
      scope: 'exams:write',
      message: 'The question is saved.',
      check: checkQuestionChange,
    },
    schema: {
      operationId: 'changeQuestion',
      summary: 'Change a question of an exam',
      description:
        'Any subset of the fields; for the owner of the exam and administrators. Attempts that have already started keep the previous question and are graded by it.',
      tags,
      params: ids('id', 'question_id'),
      body: QuestionChange,
      response: responds(200, Question, forbidden, notFound),
    },
    handler: ({ ctx, params, body }) => updateQuestion(ctx, params.id, { ...body, id: params.question_id }),
  })

  app.delete('/exams/:id/questions/:question_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The question is removed.' },
    schema: {
      operationId: 'removeQuestion',
      summary: 'Remove a question from an exam',
      description: 'For the owner of the exam and administrators. Attempts that have already started keep it.',
      tags,
      params: ids('id', 'question_id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => removeQuestion(request.ctx, request.params.id, request.params.question_id),
  })
}
