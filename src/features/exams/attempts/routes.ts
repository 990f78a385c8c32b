import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

export const attemptRoutes = routes('Exams and certificates', [
  route('POST /exams/:id/start', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The attempt has begun.' },
    summary: 'Start an attempt of an exam',
    description:
      'While the exam is available, with attempts left and none open. Questions and options are selected and shuffled once for this attempt. The server measures the time.',
    response: responds(201, Attempt, otherBrowser, notFound, tooLargePaper),
    run: startExam,
  }),
  route('GET /exams/:id/attempts', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read', csv: formatAttemptsTitle },
    summary: 'List all attempts of an exam',
    description: 'Newest first; for the owner of the exam and administrators.',
    query: SatAttemptQuery,
    response: respondsPage(CandidateAttempt, { problems: [forbidden, notFound] }),
    run: listAttemptsOfExam,
  }),
  route('GET /exam-attempts', {
    config: { access: 'signed-in', scope: 'exams:read', csv: 'Attempts' },
    summary: 'List my attempts',
    description: 'Newest first.',
    query: AttemptQuery,
    response: respondsPage(AttemptItem),
    run: listMyAttempts,
  }),
  route('GET /exam-attempts/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    summary: 'Show an attempt, to continue it or to see its result',
    description: 'For the user who takes the exam, the owner of the exam and administrators.',
    response: responds(200, Attempt, forbidden, otherBrowser, notFound),
    run: showAttempt,
  }),
  route('GET /exam-attempts/:id/review', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    operationId: 'reviewAttempt',
    summary: 'Show what was right in an attempt, and what was not',
    description:
      'For the user of the attempt when and as far as `review` of the exam says; 403 before, with the moment if there is ' +
      'one. The owner of the exam and administrators always see all. A score can follow from what is shown.',
    response: responds(200, AttemptReview, forbidden, notFound, notYet),
    run: showReview,
  }),
  route('PUT /exam-attempts/:id/answers', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The answers are saved.' },
    summary: 'Save answers of my attempt',
    description:
      'Merges them with the saved answers. After `expires_at` a save counts within `grace_minutes` of the exam if there was one in ' +
      'the last ten minutes before; it is marked as late. A save without answers says that one is still there.',
    body: AnswersToSave,
    response: responds(200, Saved, forbidden, otherBrowser, notFound),
    run: saveAnswers,
  }),
  route('POST /exam-attempts/receipts/verify', {
    config: { access: 'signed-in', scope: 'exams:read' },
    summary: 'Find out whether a receipt of a save is genuine',
    description: 'A receipt ends with `APP_SECRET`, the secret of the service.',
    body: ReceiptToVerify,
    response: responds(200, ReceiptVerdict),
    run: verifyReceipt,
  }),
  route('POST /exam-attempts/:id/submit', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The attempt is submitted.' },
    summary: 'Submit my attempt',
    description:
      'Merges `answers` with the saved answers; without a body, submits the saved answers. Every question ' +
      'must be answered, unless `allow_unanswered` says that gaps are meant. An attempt can be submitted once. An attempt that is not submitted in time is ' +
      'graded by its saved answers.',
    body: Submission,
    response: responds(200, ExamResult, forbidden, otherBrowser, notFound),
    run: submitAttempt,
  }),
])
