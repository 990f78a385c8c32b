import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createRuleViolation, ensure, permit } from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { attempts } from '../attempts/queries.ts'
import { updateResult } from '../attempts/result.ts'
import { type GradedExam, getGradedExam } from '../graders/access.ts'
import { calculateGrade } from './points.ts'
import { type GradeRow, hasClaim, presentGradedAnswer, presentItems } from './present.ts'
import { grades } from './queries.ts'
import type { Claim, GradedAnswer, GradingQuery, NewGrade } from './schemas.ts'

const claimed = { minutes: 30 }
const maxClaims = 20

export const nothingToGrade = createRuleViolation('No answer waits for a grader here.')
export const tooManyClaims = createRuleViolation(
  fill('You have claimed {most} answers; please grade one of them first.', { most: maxClaims }),
)
export const claimedByOther = createRuleViolation('Another grader is working on this answer.')
export const gradedByOther = createRuleViolation('Another grader has graded this answer.')
export const gradesReleased = createRuleViolation('The grade is released; it changes by an appeal.')

/** Graders do not see their own answers. */
const toFilter = (ctx: AnyContext, examId: number, isManager: boolean) => ({
  exam_id: examId,
  actor_id: ctx.actor.id,
  now: ctx.clock.now(),
  ...(!isManager && { excluded_user_id: ctx.actor.id }),
})

/** Lists the answers of an exam that people grade. Their order says nothing about when they were written. */
export async function listGrading(
  ctx: Context,
  examId: number,
  { state = 'open', question_id, ...paging }: GradingQuery,
) {
  const { isManager } = await getGradedExam(ctx, examId)
  const filter = { ...toFilter(ctx, examId, isManager), question_id }
  return page(ctx, paging, async (ctx, slice) => {
    const { rows, total } =
      state === 'open'
        ? await grades.open.page(ctx, { ...filter, ...slice })
        : state === 'mine'
          ? await grades.claimedBy.page(ctx, { ...filter, ...slice })
          : await grades.done.page(ctx, { ...filter, ...slice, ...(!isManager && { grader_id: ctx.actor.id }) })
    return { rows: await presentItems(ctx, rows), total }
  })
}

/** Gives the actor an answer to grade, for half an hour in which no other grader gets it. */
export function claimGrading(ctx: Context, examId: number, { attempt_id, question_id }: Claim): Promise<GradedAnswer> {
  return runInTransaction(ctx, async (tx) => {
    const { isManager } = await getGradedExam(tx, examId)
    const filter = toFilter(tx, examId, isManager)
    const row = await grades.next.maybe(tx, { ...filter, question_id, grading_id: attempt_id })
    ensure(row !== null, nothingToGrade)
    const { now, actor_id } = filter
    if (row.claimed_by !== actor_id || !hasClaim(row, now))
      ensure((await grades.claimedBy.count(tx, filter)) < maxClaims, tooManyClaims)
    const until = addDuration(now, claimed)
    ensure((await grades.claim.run(tx, { id: row.id, actor_id, now, until })) === 1, claimedByOther)
    return presentGradedAnswer(tx, await getRow(tx, row.grading_id, row.question_id))
  })
}

const getRow = (ctx: AnyContext, grading_id: number, question_id: number): Promise<GradeRow> =>
  grades.byNumber.one(ctx, { grading_id, question_id })

/** Returns the answer, and how the actor grades its exam. 404 if unknown, 403 for those who do not grade it, and for its author. */
async function getGradableRow(
  ctx: AnyContext,
  attemptId: number,
  questionId: number,
): Promise<GradedExam & { row: GradeRow }> {
  const row = await getRow(ctx, attemptId, questionId)
  const graded = await getGradedExam(ctx, row.exam_id)
  permit(graded.isManager || row.user_id !== ctx.actor.id)
  return { ...graded, row }
}

export async function showGrade(ctx: Context, attemptId: number, questionId: number): Promise<GradedAnswer> {
  const { row, isManager } = await getGradableRow(ctx, attemptId, questionId)
  const isDone = row.points_hundredths !== null
  permit(isManager || !isDone || row.grader_id === ctx.actor.id)
  return presentGradedAnswer(ctx, row)
}

/**
 * Grades an answer, or changes the grade. After the release only the owner and administrators do, and the learner is notified of a
 * new result.
 */
export function setGrade(
  ctx: Context,
  attemptId: number,
  { question_id, comment = '', ...input }: NewGrade & { question_id: number },
): Promise<GradedAnswer> {
  return runInTransaction(ctx, async (tx) => {
    const { exam, row, isManager } = await getGradableRow(tx, attemptId, question_id)
    ensureGradable(tx, row, isManager)
    const now = tx.clock.now()
    const grade = { ...(await calculateGrade(tx, row, input)), comment }
    await grades.set.run(tx, { id: row.id, grader_id: tx.actor.id, ...grade, now })
    if (row.grading === 'final') {
      await updateReleasedResult(tx, row, exam.title)
      describeAuditEvent(tx, {
        userId: row.user_id,
        before: { points: (row.points_hundredths ?? 0) / 100 },
        after: { points: grade.points_hundredths / 100 },
      })
    }
    return presentGradedAnswer(tx, await getRow(tx, attemptId, question_id))
  })
}

/** Throws 422 where another grader works on the answer or has graded it, and where the grade is released. */
function ensureGradable(tx: Transaction, row: GradeRow, isManager: boolean): void {
  ensure(row.released_at === null || (isManager && row.grading === 'final'), gradesReleased)
  ensure(row.claimed_by === tx.actor.id || !hasClaim(row, tx.clock.now()), claimedByOther)
  ensure(row.points_hundredths === null || isManager || row.grader_id === tx.actor.id, gradedByOther)
}

/** Computes a released result again, and notifies the learner. */
async function updateReleasedResult(
  tx: Transaction,
  { attempt_id, user_id, id }: Pick<GradeRow, 'attempt_id' | 'user_id' | 'id'>,
  title: string,
): Promise<void> {
  await updateResult(tx, await attempts.byId.one(tx, { id: attempt_id }))
  await notify(tx, user_id, 'exam_reminder', {
    title: 'Your grade has changed',
    message: fill('An answer of yours at {title} has another grade.', { title }),
    data: { url: `/exam-attempts/${attempt_id}`, action: 'view_exam' },
    event: `exam-grade:${id}:${tx.clock.now()}`,
  })
}
