import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { NewQuestion, Question, QuestionChange } from './schemas.ts'
import { addQuestion, checkQuestionChange, listQuestions, removeQuestion, updateQuestion } from './service.ts'

export const questionRoutes = routes('Exams and certificates', [
  route('GET /exams/:id/questions', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    summary: 'List the questions of an exam with their answers',
    description: 'In order of position, without pagination; for the owner of the exam and administrators.',
    response: responds(200, Type.Array(Question), forbidden, notFound),
    run: listQuestions,
  }),
  route('POST /exams/:id/questions', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The question is added.' },
    summary: 'Add a question to an exam',
    description: 'For the owner of the exam and administrators. Attempts that have already started do not contain it.',
    body: NewQuestion,
    response: responds(201, Question, forbidden, notFound),
    run: addQuestion,
  }),
  route('PUT /exams/:id/questions/:question_id', {
    config: {
      access: 'signed-in',
      scope: 'exams:write',
      message: 'The question is saved.',
      check: checkQuestionChange,
    },
    operationId: 'changeQuestion',
    summary: 'Change a question of an exam',
    description:
      'Any subset of the fields; for the owner of the exam and administrators. Attempts that have already started keep the previous question and are graded by it.',
    body: QuestionChange,
    response: responds(200, Question, forbidden, notFound),
    run: (ctx, id, questionId, body) => updateQuestion(ctx, id, { ...body, id: questionId }),
  }),
  route('DELETE /exams/:id/questions/:question_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The question is removed.' },
    summary: 'Remove a question from an exam',
    description: 'For the owner of the exam and administrators. Attempts that have already started keep it.',
    response: respondsMessage(forbidden, notFound),
    run: removeQuestion,
  }),
])
