import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { maxListBytes } from '#core/list-limit.ts'
import { page } from '#core/page.ts'
import { createRuleViolation, ensure, notFound, permit } from '#core/problem.ts'
import { subtractDuration } from '#core/time.ts'
import type { PaperQuestion } from '#database/tables/exams.ts'
import { recordActivity } from '#features/activity/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { getManagedExam, getVisibleExam } from '../access.ts'
import { findBankIds, loadBanks } from '../question-sources.ts'
import { versions } from '../questions/queries.ts'
import { attemptRights, examRights, toExam } from '../rights.ts'
import { sectionSizes } from '../section-queries.ts'
import { findPool, maxAsked, selectQuestions } from '../sections.ts'
import { standings } from '../standing-queries.ts'
import { describeWhyClosed, noAttemptsLeft, withoutQuestions } from '../standings.ts'
import { calculateEnd, getTerms } from '../terms.ts'
import { ensureStored, storeAnswerFiles } from './answer-files.ts'
import { answerSheets } from './answer-sheet-queries.ts'
import {
  createPatch,
  ensureComplete,
  ensureShortEnough,
  ensureWithinSize,
  listAnsweredVersions,
  mergeAnswers,
  tooLongAnswers,
} from './answers.ts'
import { ensureExamBrowser } from './exam-browser.ts'
import { addExpectedOutcomes, finishOverdueAttempts, getExpectedOutcome, scheduleExpiry } from './expiry.ts'
import { finishAttempt } from './finish.ts'
import { type AttemptEnd, countLateSeconds, getLastMoment } from './grace.ts'
import { hashOrigin, recordOrigin, updateOrigin } from './origin.ts'
import { presentAttempt, presentResult } from './present.ts'
import { attempts } from './queries.ts'
import { createReceipt, isGenuine } from './receipts.ts'
import type {
  AnswersToSave,
  Attempt,
  AttemptQuery,
  ExamResult,
  ReceiptToVerify,
  ReceiptVerdict,
  SatAttemptQuery,
  Saved,
  Submission,
} from './schemas.ts'

const alreadySubmitted = createRuleViolation('This attempt has been submitted.')
export const tooLargePaper = createRuleViolation(
  fill(
    'An attempt has at most {questions} questions with {megabytes} MB of text; the author of this exam must let it ask fewer.',
    {
      questions: maxAsked,
      megabytes: maxListBytes / 1024 / 1024,
    },
  ),
)
const timeIsOver = createRuleViolation('The time for this attempt is over.')

/** Starts an attempt. Its questions and their order are selected now and do not change. */
export async function startExam(ctx: Context, examId: number): Promise<Attempt> {
  // Who may not see it causes no reading of banks.
  await getVisibleExam(ctx, examId)
  await finishOverdueAttempts(ctx, { user_id: ctx.actor.id, exam_id: examId })
  await loadBanks(ctx, await findBankIds(ctx, examId))
  return runInTransaction(ctx, async (tx) => {
    const exam = await getVisibleExam(tx, examId)
    const now = tx.clock.now()
    const refused = describeWhyClosed(exam, now)
    if (refused !== null) throw refused
    ensureExamBrowser(tx, exam)

    const mine = { user_id: tx.actor.id, exam_id: examId }
    const { attempts_made: number } = await standings.begin.one(tx, mine)
    ensure(number <= getTerms(exam).max_attempts, noAttemptsLeft)
    const pool = await findPool(tx, examId, exam.sections)
    const papers = await sectionSizes.papers.all(tx, mine)
    const paper = await selectQuestions(tx, pool, exam, listQuestionIds(papers))
    await ensureReadable(tx, paper)
    const { passing_score, on_expiry, duration_minutes, grace_minutes, marking, available_until: closes_at } = exam
    const copied = { passing_score, on_expiry, duration_minutes, grace_minutes, marking, closes_at }
    const terms = { ...copied, started_at: now, expires_at: calculateEnd(exam, now) }
    const { id } = await attempts.add.one(tx, { ...mine, ...terms, number, paper })
    const sheet = { attempt_id: id, now, open_until: terms.expires_at, answers: {} }
    await answerSheets.add.run(tx, { ...sheet, origin: hashOrigin(tx, id) })
    await scheduleExpiry(tx, terms.expires_at)
    await recordActivity(tx, 'exam_started', {
      description: fill('Started the exam {title}', { title: exam.title }),
      metadata: { exam_id: examId, attempt_id: id },
    })
    return presentAttempt(tx, await attempts.byId.one(tx, { id }))
  })
}

/** Throws 422 if there are no questions, or too many or too long ones to be read at once. Banks may have grown since the author chose them. */
async function ensureReadable(tx: Transaction, paper: readonly PaperQuestion[]): Promise<void> {
  ensure(paper.length > 0, withoutQuestions)
  ensure(paper.length <= maxAsked, tooLargePaper)
  const { bytes } = await versions.size.one(tx, { ids: paper.map(({ version_id }) => version_id) })
  ensure(bytes <= maxListBytes, tooLargePaper)
}

const listQuestionIds = (papers: readonly { paper: PaperQuestion[] }[]) =>
  new Set(papers.flatMap(({ paper }) => paper.map(({ question_id }) => question_id)))

/** Returns the attempt, as finished if its time is over. */
export async function showAttempt(ctx: Context, id: number): Promise<Attempt> {
  const row = await attempts.byId.one(ctx, { id })
  ensure(examRights.may.find(ctx.actor, toExam(row)), notFound)
  permit(attemptRights.may.read(ctx.actor, row))
  ensureExamBrowser(ctx, row)
  const attempt = await getExpectedOutcome(ctx, row)
  if (row.user_id === ctx.actor.id && attempt.status === 'in_progress') await recordOrigin(ctx, row)
  return presentAttempt(ctx, attempt)
}

export const listMyAttempts = (ctx: Context, { exam_id, status, ...paging }: AttemptQuery) =>
  page(ctx, paging, async (ctx, slice) => {
    const asked = { user_id: ctx.actor.id, exam_id, ...toStatusFilter(ctx, status), ...slice }
    const { rows, total } = await attempts.ofUser.page(ctx, asked)
    return { rows: await addExpectedOutcomes(ctx, rows), total }
  })

/** Returns the name of the file with the attempts, without its extension. */
export const formatAttemptsTitle = async (ctx: Context, examId: number): Promise<Sentence> =>
  fill('Attempts – {title}', { title: (await getManagedExam(ctx, examId)).title })

/** An attempt whose time is over is expired, also before it is finished. */
const toStatusFilter = ({ clock }: AnyContext, status: AttemptQuery['status']) => ({
  now: clock.now(),
  ...(status === 'expired' ? { expired: true } : { status }),
})

export async function listAttemptsOfExam(ctx: Context, examId: number, query: SatAttemptQuery) {
  await getManagedExam(ctx, examId)
  return page(ctx, query, async (ctx, slice) => {
    const asked = { exam_id: examId, ...toStatusFilter(ctx, query.status), ...slice }
    const { rows, total } = await attempts.ofExam.pageInBackground(ctx, asked)
    return { rows: await addExpectedOutcomes(ctx, rows), total }
  })
}

/**
 * Merges answers into the saved ones. Only the last statement writes, one small row that contains everything needed, so
 * that no transaction is required and concurrent saves and submissions are serialized by the row.
 */
export async function saveAnswers(ctx: Context, id: number, { answers, revision }: AnswersToSave): Promise<Saved> {
  const { attempt, now, patch } = await readAnswers(ctx, id, answers)
  await storeAnswerFiles(ctx, id, patch)
  const late_by_seconds = countLateSeconds(attempt, now)
  const open_after = late_by_seconds === null ? now : subtractDuration(now, { minutes: attempt.grace_minutes })
  const merge = { attempt_id: id, patch, revision, now, open_after, late_by_seconds }
  const saved = await answerSheets.merge.maybe(ctx, merge)
  if (saved !== null) {
    await recordOrigin(ctx, attempt)
    return presentSaved(ctx, attempt, saved)
  }

  const stored = await answerSheets.of.one(ctx, { attempt_id: id })
  ensure(stored.open_until !== null, alreadySubmitted)
  ensure(stored.open_until > open_after, timeIsOver)
  ensure(revision !== undefined && stored.revision > revision, tooLongAnswers)
  return presentSaved(ctx, attempt, stored)
}

/** Reads answers to an attempt that takes them. */
async function readAnswers(ctx: Context, id: number, answers: AnswersToSave['answers']) {
  const attempt = await attempts.forSaving.one(ctx, { id })
  ensure(examRights.may.find(ctx.actor, toExam(attempt)), notFound)
  permit(attemptRights.may.answer(ctx.actor, attempt))
  ensureExamBrowser(ctx, attempt)
  const now = ctx.clock.now()
  ensureOpen(attempt, now)
  const asked = await versions.ofPaper.all(ctx, { ids: listAnsweredVersions(attempt.paper, answers) })
  return { attempt, now, patch: createPatch(attempt.paper, asked, answers) }
}

type Sheet = Awaited<ReturnType<typeof answerSheets.of.one>>

const presentSaved = (
  { config }: Context,
  { id, expires_at }: { id: number; expires_at: string },
  { open_until, ...sheet }: Sheet,
): Saved => ({
  saved_at: sheet.saved_at,
  expires_at: open_until ?? expires_at,
  late_by_seconds: sheet.late_by_seconds,
  receipt: createReceipt(config.appSecret, id, sheet),
})

/** Returns whether the service made the receipt. It says nothing else about the attempt. */
export const verifyReceipt = ({ config }: Context, { attempt_id, receipt }: ReceiptToVerify): ReceiptVerdict => ({
  genuine: isGenuine(config.appSecret, attempt_id, receipt),
})

/** Submits the saved and the given answers; only the first submission counts. */
export async function submitAttempt(
  ctx: Context,
  id: number,
  { answers = {}, allow_unanswered = false }: Submission,
): Promise<ExamResult> {
  // Files are stored before the transaction, because that takes time.
  if (hasLists(answers)) await storeAnswerFiles(ctx, id, (await readAnswers(ctx, id, answers)).patch)
  return runInTransaction(ctx, async (tx) => {
    const attempt = await attempts.byId.one(tx, { id })
    ensure(examRights.may.find(tx.actor, toExam(attempt)), notFound)
    permit(attemptRights.may.answer(tx.actor, attempt))
    ensureExamBrowser(tx, attempt)
    const now = tx.clock.now()
    ensureOpen(attempt, now)
    const asked = await versions.ofPaper.all(tx, { ids: attempt.paper.map(({ version_id }) => version_id) })
    const patch = createPatch(attempt.paper, asked, answers)
    await ensureStored(tx, id, patch)
    const all = mergeAnswers(attempt.answers, patch)
    if (!allow_unanswered) ensureComplete(attempt.paper, all)
    ensureShortEnough(attempt.paper, asked, all)
    ensureWithinSize(attempt.answers, all)
    await updateOrigin(tx, attempt)
    const ended = await finishAttempt(tx, attempt, all, { status: 'submitted', submitted_at: now })
    ensure(ended, alreadySubmitted)
    await recordActivity(tx, 'exam_submitted', {
      description: fill('Submitted the exam {title}', { title: attempt.title }),
      metadata: { exam_id: attempt.exam_id, attempt_id: id },
    })
    return getResult(tx, id)
  })
}

const hasLists = (answers: AnswersToSave['answers']) => Object.values(answers).some(Array.isArray)

async function getResult(tx: Transaction, id: number): Promise<ExamResult> {
  const result = presentResult(await attempts.byId.one(tx, { id }))
  ensure(result !== null, alreadySubmitted)
  return result
}

/** Throws 422 when the attempt takes nothing more. */
export function ensureOpen(attempt: AttemptEnd, now: string): void {
  ensure(attempt.status !== 'submitted', alreadySubmitted)
  ensure(attempt.status === 'in_progress' && now < getLastMoment(attempt), timeIsOver)
}
