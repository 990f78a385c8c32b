import { forbidden, notFound } from '#core/problem.ts'
import { NewMember } from '#features/memberships/schemas.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { alreadyEdits, editorLimit, editors, ownerEdits } from './editors.ts'
import {
  BankEditor,
  BankQuestion,
  BankQuestionChange,
  NewBankQuestion,
  NewQuestionBank,
  QuestionBank,
  QuestionBankChange,
  QuestionBankQuery,
} from './schemas.ts'
import {
  addBankQuestion,
  checkBankQuestionChange,
  createBank,
  deleteBank,
  listBankQuestions,
  listBanks,
  removeBankQuestion,
  showBank,
  tooLongQuestions,
  tooManyQuestions,
  updateBank,
  updateBankQuestion,
} from './service.ts'

export const bankRoutes = routes('Exams and certificates', [
  route('GET /question-banks', {
    config: { access: 'signed-in', scope: 'exams:read' },
    operationId: 'listQuestionBanks',
    summary: 'List the question banks that I own or edit',
    description: 'Newest first.',
    query: QuestionBankQuery,
    response: respondsPage(QuestionBank),
    run: listBanks,
  }),
  route('POST /question-banks', {
    config: { access: ['researcher', 'admin'], scope: 'exams:write', message: 'The question bank is created.' },
    operationId: 'createQuestionBank',
    summary: 'Create a question bank',
    description: 'Exams draw questions from it by their `sections`. For researchers and administrators.',
    body: NewQuestionBank,
    response: responds(201, QuestionBank),
    run: createBank,
  }),
  route('GET /question-banks/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    operationId: 'showQuestionBank',
    summary: 'Show a question bank',
    description: 'For its owner, its editors and administrators; for all others it does not exist.',
    response: responds(200, QuestionBank, notFound),
    run: showBank,
  }),
  route('PUT /question-banks/:id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The question bank is saved.' },
    operationId: 'changeQuestionBank',
    summary: 'Change a question bank',
    description: 'Any subset of the fields; for its owner, its editors and administrators.',
    body: QuestionBankChange,
    response: responds(200, QuestionBank, notFound),
    run: updateBank,
  }),
  route('DELETE /question-banks/:id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The question bank is deleted.' },
    operationId: 'deleteQuestionBank',
    summary: 'Delete a question bank',
    description:
      'For its owner and administrators. 422 that names an exam while one uses it. Attempts keep the questions that they showed.',
    response: respondsMessage(forbidden, notFound, tooManyQuestions),
    run: deleteBank,
  }),
])

export const bankQuestionRoutes = routes('Exams and certificates', [
  route('GET /question-banks/:id/questions', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    summary: 'List the questions of a question bank with their answers',
    description: 'In order of position; for the owner of the bank, its editors and administrators.',
    query: QuestionBankQuery,
    response: respondsPage(BankQuestion, { problems: [notFound] }),
    run: listBankQuestions,
  }),
  route('POST /question-banks/:id/questions', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The question is added.' },
    summary: 'Add a question to a question bank',
    description:
      'For the owner of the bank, its editors and administrators. Attempts that have already started do not contain it.',
    body: NewBankQuestion,
    response: responds(201, BankQuestion, notFound, tooManyQuestions, tooLongQuestions),
    run: addBankQuestion,
  }),
  route('PUT /question-banks/:id/questions/:question_id', {
    config: {
      access: 'signed-in',
      scope: 'exams:write',
      message: 'The question is saved.',
      check: checkBankQuestionChange,
    },
    operationId: 'changeBankQuestion',
    summary: 'Change a question of a question bank',
    description:
      'Any subset of the fields; for the owner of the bank, its editors and administrators. Attempts that have already started keep the previous version and are graded by it.',
    body: BankQuestionChange,
    response: responds(200, BankQuestion, notFound, tooLongQuestions),
    run: (ctx, id, questionId, body) => updateBankQuestion(ctx, id, { ...body, id: questionId }),
  }),
  route('DELETE /question-banks/:id/questions/:question_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The question is removed.' },
    summary: 'Remove a question from a question bank',
    description:
      'For the owner of the bank, its editors and administrators. Attempts that have already started keep it.',
    response: respondsMessage(notFound),
    run: removeBankQuestion,
  }),
])

export const bankEditorRoutes = routes('Exams and certificates', [
  route('GET /question-banks/:id/editors', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    operationId: 'listBankEditors',
    summary: 'List the editors of a question bank',
    description: 'For the owner of the bank, its editors and administrators. Oldest first.',
    query: QuestionBankQuery,
    response: respondsPage(BankEditor, { problems: [notFound] }),
    run: (ctx, id, query) => editors.listPage(ctx, id, query),
  }),
  route('POST /question-banks/:id/editors', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The editor is added.', check: checkUserId },
    operationId: 'addBankEditor',
    summary: 'Let a person edit a question bank',
    description:
      'For the owner and administrators. The person reads the bank with its answers, changes its questions, and uses it in exams of their own.',
    body: NewMember,
    response: responds(201, BankEditor, forbidden, notFound, alreadyEdits, ownerEdits, editorLimit.tooMany),
    run: (ctx, id, body) => editors.add(ctx, id, body),
  }),
  route('DELETE /question-banks/:id/editors/:editor_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The editor is removed.' },
    operationId: 'removeBankEditor',
    summary: 'Remove an editor of a question bank',
    description: 'For the owner, administrators, and the editor. Exams of the editor that use the bank go on using it.',
    response: respondsMessage(forbidden, notFound),
    run: (ctx, id, editorId) => editors.remove(ctx, id, editorId),
  }),
])
