import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import {
  BankEditor,
  BankQuestion,
  BankQuestionChange,
  NewBankEditor,
  NewBankQuestion,
  NewQuestionBank,
  QuestionBank,
  QuestionBankChange,
  QuestionBankQuery,
} from './schemas.ts'
import {
  addBankEditor,
  addBankQuestion,
  alreadyEdits,
  checkBankQuestionChange,
  createBank,
  deleteBank,
  listBankEditors,
  listBankQuestions,
  listBanks,
  ownerEdits,
  removeBankEditor,
  removeBankQuestion,
  showBank,
  tooLongQuestions,
  tooManyEditors,
  tooManyQuestions,
  updateBank,
  updateBankQuestion,
} from './service.ts'

const tags = ['Exams and certificates']

export const bankRoutes: Routes = (app) => {
  app.get('/question-banks', {
    config: { access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listQuestionBanks',
      summary: 'List the question banks that I own or edit',
      description: 'Newest first.',
      tags,
      querystring: QuestionBankQuery,
      response: respondsPage(QuestionBank),
    },
    handler: (request) => listBanks(request.ctx, request.query),
  })

  app.post('/question-banks', {
    config: { access: ['researcher', 'admin'], scope: 'exams:write', message: 'The question bank is created.' },
    schema: {
      operationId: 'createQuestionBank',
      summary: 'Create a question bank',
      description: 'Exams draw questions from it by their `sections`. For researchers and administrators.',
      tags,
      body: NewQuestionBank,
      response: responds(201, QuestionBank),
    },
    handler: (request) => createBank(request.ctx, request.body),
  })

  app.get('/question-banks/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'showQuestionBank',
      summary: 'Show a question bank',
      description: 'For its owner, its editors and administrators; for all others it does not exist.',
      tags,
      params: ids('id'),
      response: responds(200, QuestionBank, notFound),
    },
    handler: (request) => showBank(request.ctx, request.params.id),
  })

  app.put('/question-banks/:id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The question bank is saved.' },
    schema: {
      operationId: 'changeQuestionBank',
      summary: 'Change a question bank',
      description: 'Any subset of the fields; for its owner, its editors and administrators.',
      tags,
      params: ids('id'),
      body: QuestionBankChange,
      response: responds(200, QuestionBank, notFound),
    },
    handler: (request) => updateBank(request.ctx, request.params.id, request.body),
  })

  app.delete('/question-banks/:id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The question bank is deleted.' },
    schema: {
      operationId: 'deleteQuestionBank',
      summary: 'Delete a question bank',
      description:
        'For its owner and administrators. 422 that names an exam while one uses it. Attempts keep the questions that they showed.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound, tooManyQuestions),
    },
    handler: (request) => deleteBank(request.ctx, request.params.id),
  })
}

export const bankQuestionRoutes: Routes = (app) => {
  app.get('/question-banks/:id/questions', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listBankQuestions',
      summary: 'List the questions of a question bank with their answers',
      description: 'In order of position; for the owner of the bank, its editors and administrators.',
      tags,
      params: ids('id'),
      querystring: QuestionBankQuery,
      response: respondsPage(BankQuestion, { problems: [notFound] }),
    },
    handler: (request) => listBankQuestions(request.ctx, request.params.id, request.query),
  })

  app.post('/question-banks/:id/questions', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The question is added.' },
    schema: {
      operationId: 'addBankQuestion',
      summary: 'Add a question to a question bank',
      description:
        'For the owner of the bank, its editors and administrators. Attempts that have already started do not contain it.',
      tags,
      params: ids('id'),
      body: NewBankQuestion,
      response: responds(201, BankQuestion, notFound, tooManyQuestions, tooLongQuestions),
    },
    handler: (request) => addBankQuestion(request.ctx, request.params.id, request.body),
  })

  app.put('/question-banks/:id/questions/:question_id', {
    config: {
      access: 'signed-in',
      scope: 'exams:write',
      message: 'The question is saved.',
      check: checkBankQuestionChange,
    },
    schema: {
      operationId: 'changeBankQuestion',
      summary: 'Change a question of a question bank',
      description:
        'Any subset of the fields; for the owner of the bank, its editors and administrators. Attempts that have already started keep the previous version and are graded by it.',
      tags,
      params: ids('id', 'question_id'),
      body: BankQuestionChange,
      response: responds(200, BankQuestion, notFound, tooLongQuestions),
    },
    handler: ({ ctx, params, body }) => updateBankQuestion(ctx, params.id, { ...body, id: params.question_id }),
  })

  app.delete('/question-banks/:id/questions/:question_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The question is removed.' },
    schema: {
      operationId: 'removeBankQuestion',
      summary: 'Remove a question from a question bank',
      description:
        'For the owner of the bank, its editors and administrators. Attempts that have already started keep it.',
      tags,
      params: ids('id', 'question_id'),
      response: respondsMessage(notFound),
    },
    handler: (request) => removeBankQuestion(request.ctx, request.params.id, request.params.question_id),
  })
}

export const bankEditorRoutes: Routes = (app) => {
  app.get('/question-banks/:id/editors', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listBankEditors',
      summary: 'List the editors of a question bank',
      description: 'For the owner of the bank, its editors and administrators. Oldest first.',
      tags,
      params: ids('id'),
      querystring: QuestionBankQuery,
      response: respondsPage(BankEditor, { problems: [notFound] }),
    },
    handler: (request) => listBankEditors(request.ctx, request.params.id, request.query),
  })

  app.post('/question-banks/:id/editors', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The editor is added.', check: checkUserId },
    schema: {
      operationId: 'addBankEditor',
      summary: 'Let a person edit a question bank',
      description:
        'For the owner and administrators. The person reads the bank with its answers, changes its questions, and uses it in exams of their own.',
      tags,
      params: ids('id'),
      body: NewBankEditor,
      response: responds(201, BankEditor, forbidden, notFound, alreadyEdits, ownerEdits, tooManyEditors),
    },
    handler: (request) => addBankEditor(request.ctx, request.params.id, request.body),
  })

  app.delete('/question-banks/:id/editors/:editor_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The editor is removed.' },
    schema: {
      operationId: 'removeBankEditor',
      summary: 'Remove an editor of a question bank',
      description:
        'For the owner, administrators, and the editor. Exams of the editor that use the bank go on using it.',
      tags,
      params: ids('id', 'editor_id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => removeBankEditor(request.ctx, request.params.id, request.params.editor_id),
  })
}
