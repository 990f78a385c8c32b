import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { otherBrowser } from './exam-browser.ts'
import { notYet, showReview } from './review.ts'
import { AttemptReview } from './review-schemas.ts'
import {
  AnswersToSave,
  Attempt,
  AttemptItem,
  AttemptQuery,
  CandidateAttempt,
  ExamResult,
  ReceiptToVerify,
  ReceiptVerdict,
  SatAttemptQuery,
  Saved,
  Submission,
} from './schemas.ts'
import {
  formatAttemptsTitle,
  listAttemptsOfExam,
  listMyAttempts,
  saveAnswers,
  showAttempt,
  startExam,
  submitAttempt,
  tooLargePaper,
  verifyReceipt,
} from './service.ts'

const tags = ['Exams and certificates']

export const attemptRoutes: Routes = (app) => {
  app.post('/exams/:id/start', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The attempt has begun.' },
    schema: {
      operationId: 'startExam',
      summary: 'Start an attempt of an exam',
      description:
        'While the exam is available, with attempts left and none open. Questions and options are selected and shuffled once for this attempt. The server measures the time.',
      tags,
      params: ids('id'),
      response: responds(201, Attempt, otherBrowser, notFound, tooLargePaper),
    },
    handler: (request) => startExam(request.ctx, request.params.id),
  })

  app.get('/exams/:id/attempts', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read', csv: formatAttemptsTitle },
    schema: {
      operationId: 'listAttemptsOfExam',
      summary: 'List all attempts of an exam',
      description: 'Newest first; for the owner of the exam and administrators.',
      tags,
      params: ids('id'),
      querystring: SatAttemptQuery,
      response: respondsPage(CandidateAttempt, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listAttemptsOfExam(request.ctx, request.params.id, request.query),
  })

  app.get('/exam-attempts', {
    config: { access: 'signed-in', scope: 'exams:read', csv: 'Attempts' },
    schema: {
      operationId: 'listMyAttempts',
      summary: 'List my attempts',
      description: 'Newest first.',
      tags,
      querystring: AttemptQuery,
      response: respondsPage(AttemptItem),
    },
    handler: (request) => listMyAttempts(request.ctx, request.query),
  })

  app.get('/exam-attempts/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'showAttempt',
      summary: 'Show an attempt, to continue it or to see its result',
      description: 'For the user who takes the exam, the owner of the exam and administrators.',
      tags,
      params: ids('id'),
      response: responds(200, Attempt, forbidden, otherBrowser, notFound),
    },
    handler: (request) => showAttempt(request.ctx, request.params.id),
  })

  app.get('/exam-attempts/:id/review', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'reviewAttempt',
      summary: 'Show what was right in an attempt, and what was not',
      description:
        'For the user of the attempt when and as far as `review` of the exam says; 403 before, with the moment if there is ' +
        'one. The owner of the exam and administrators always see all. A score can follow from what is shown.',
      tags,
      params: ids('id'),
      response: responds(200, AttemptReview, forbidden, notFound, notYet),
    },
    handler: (request) => showReview(request.ctx, request.params.id),
  })

  app.put('/exam-attempts/:id/answers', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The answers are saved.' },
    schema: {
      operationId: 'saveAnswers',
      summary: 'Save answers of my attempt',
      description:
        'Merges them with the saved answers. After `expires_at` a save counts within `grace_minutes` of the exam if there was one in ' +
        'the last ten minutes before; it is marked as late. A save without answers says that one is still there.',
      tags,
      params: ids('id'),
      body: AnswersToSave,
      response: responds(200, Saved, forbidden, otherBrowser, notFound),
    },
    handler: (request) => saveAnswers(request.ctx, request.params.id, request.body),
  })

  app.post('/exam-attempts/receipts/verify', {
    config: { access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'verifyReceipt',
      summary: 'Find out whether a receipt of a save is genuine',
      description: 'A receipt ends with `APP_SECRET`, the secret of the service.',
      tags,
      body: ReceiptToVerify,
      response: responds(200, ReceiptVerdict),
    },
    handler: async (request) => verifyReceipt(request.ctx, request.body),
  })

  app.post('/exam-attempts/:id/submit', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The attempt is submitted.' },
    schema: {
      operationId: 'submitAttempt',
      summary: 'Submit my attempt',
      description:
        'Merges `answers` with the saved answers; without a body, submits the saved answers. Every question ' +
        'must be answered, unless `allow_unanswered` says that gaps are meant. An attempt can be submitted once. An attempt that is not submitted in time is ' +
        'graded by its saved answers.',
      tags,
      params: ids('id'),
      body: Submission,
      response: responds(200, ExamResult, forbidden, otherBrowser, notFound),
    },
    handler: (request) => submitAttempt(request.ctx, request.params.id, request.body),
  })
}
