import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, createRuleViolation, ensure, notFound, permit } from '#core/problem.ts'
import { createRandomId } from '#core/random.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { attempts } from '../attempts/queries.ts'
import { updateResult } from '../attempts/result.ts'
import { type GradedExam, getGradedExam } from '../graders/access.ts'
import { calculateGrade } from '../grades/points.ts'
import { grades } from '../grades/queries.ts'
import { attemptRights, examRights, toExam } from '../rights.ts'
import { appeals } from './queries.ts'
import type { Appeal, AppealAnswer, AppealQuery, GraderAppealQuery, NewAppeal } from './schemas.ts'

export const alreadyAppealed = createFieldProblem('question_id', 'You have already appealed against this grade.')
export const notGraded = createFieldProblem('question_id', 'This answer has no released grade.')
export const answeredAlready = createRuleViolation('This appeal is answered already.')
export const answeredByOther = createRuleViolation('Another grader answers this appeal.')
export const lowerPoints = createFieldProblem('points', 'An appeal never lowers the points.')

type Row = Awaited<ReturnType<typeof appeals.byId.one>>

const toPoints = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100)

function presentAppeal(row: Row, forGraders: boolean): Appeal {
  const isHidden = forGraders && row.is_anonymous
  return {
    id: row.id,
    attempt_id: forGraders ? row.grading_id : row.attempt_id,
    question_id: row.question_id,
    reason: row.reason,
    state: row.answered_at === null ? 'open' : 'answered',
    created_at: isHidden ? null : row.created_at,
    answer: row.answer,
    points_before: row.points_before_hundredths / 100,
    points_after: toPoints(row.points_after_hundredths),
    answered_at: row.answered_at,
  }
}

/** Lists the appeals of an attempt, for those who may read it. */
export async function listAppealsOfAttempt(ctx: Context, attemptId: number, query: AppealQuery) {
  const attempt = await attempts.byId.one(ctx, { id: attemptId })
  ensure(examRights.may.find(ctx.actor, toExam(attempt)), notFound)
  permit(attemptRights.may.read(ctx.actor, attempt))
  return page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await appeals.ofAttempt.page(ctx, { attempt_id: attemptId, ...slice })
    return { rows: rows.map((row) => presentAppeal(row, false)), total }
  })
}

/** Objects to a released grade, once for each question. */
export function createAppeal(ctx: Context, attemptId: number, { question_id, reason }: NewAppeal): Promise<Appeal> {
  return runInTransaction(ctx, async (tx) => {
    const attempt = await attempts.byId.one(tx, { id: attemptId })
    ensure(examRights.may.find(tx.actor, toExam(attempt)), notFound)
    permit(attemptRights.may.answer(tx.actor, attempt))
    const grade = await grades.byAttempt.maybe(tx, { attempt_id: attemptId, question_id })
    ensure(grade !== null && grade.grading === 'final' && grade.points_hundredths !== null, notGraded)
    const { exam_id, user_id, points_hundredths: points_before_hundredths } = grade
    const id = createRandomId()
    const row = { id, exam_id, attempt_id: attemptId, user_id, question_id, reason, points_before_hundredths }
    await appeals.add.run(tx, { ...row, now: tx.clock.now() })
    return presentAppeal(await appeals.byId.one(tx, { exam_id, id }), false)
  })
}

/** Lists the appeals of an exam, for those who grade it. */
export async function listAppeals(ctx: Context, examId: number, { state, ...paging }: GraderAppealQuery) {
  const { isManager } = await getGradedExam(ctx, examId)
  const filter = {
    exam_id: examId,
    ...(!isManager && { excluded_user_id: ctx.actor.id }),
    ...(state === 'open' && { open: true as const }),
    ...(state === 'answered' && { answered: true as const }),
  }
  return page(ctx, paging, async (ctx, slice) => {
    const { rows, total } = await appeals.ofExam.page(ctx, { ...filter, ...slice })
    return { rows: rows.map((row) => presentAppeal(row, true)), total }
  })
}

/** Answers an appeal: by another grader than the first where there is one. The result and the certificate follow at once. */
export function answerAppeal(
  ctx: Context,
  examId: number,
  { id, answer, ...input }: AppealAnswer & { id: number },
): Promise<Appeal> {
  return runInTransaction(ctx, async (tx) => {
    const graded = await getGradedExam(tx, examId)
    const row = await appeals.byId.one(tx, { exam_id: examId, id })
    await ensureAnswerable(tx, row, graded)
    const grade = await decideGrade(tx, row, input)
    const now = tx.clock.now()
    const { points_hundredths } = grade
    const answered = { id, answer, answered_by: tx.actor.id, points_after_hundredths: points_hundredths, now }
    ensure((await appeals.answer.run(tx, answered)) === 1, answeredAlready)
    if (points_hundredths !== row.points_hundredths) {
      await grades.set.run(tx, { id: row.grade_id, grader_id: tx.actor.id, ...grade, comment: row.comment, now })
      await updateResult(tx, await attempts.byId.one(tx, { id: row.attempt_id }))
    }
    await notifyOfAnswer(tx, row, graded.exam.title)
    const after = presentAppeal(await appeals.byId.one(tx, { exam_id: examId, id }), true)
    describeAuditEvent(tx, {
      userId: row.user_id,
      before: { points: after.points_before },
      after: { points: after.points_after },
    })
    return after
  })
}

async function ensureAnswerable(tx: Transaction, row: Row, { isManager }: GradedExam): Promise<void> {
  permit(isManager || row.user_id !== tx.actor.id)
  ensure(row.answered_at === null, answeredAlready)
  if (row.grader_id !== tx.actor.id) return
  const other = await appeals.otherGrader.maybe(tx, {
    exam_id: row.exam_id,
    grader_id: row.grader_id,
    user_id: row.user_id,
  })
  ensure(other === null, answeredByOther)
}

async function decideGrade(tx: Transaction, row: Row, input: Pick<AppealAnswer, 'points' | 'rubric'>) {
  const before = row.points_hundredths ?? 0
  if (input.points === undefined && input.rubric === undefined) return { points_hundredths: before, rubric: row.rubric }
  const grade = await calculateGrade(tx, row, input)
  ensure(grade.points_hundredths >= before, lowerPoints)
  return grade
}

const notifyOfAnswer = (tx: Transaction, { id, user_id, attempt_id }: Row, title: string) =>
  notify(tx, user_id, 'exam_reminder', {
    title: 'Your appeal is answered',
    message: fill('A grader has answered your appeal at {title}.', { title }),
    data: { url: `/exam-attempts/${attempt_id}`, action: 'view_exam' },
    event: `exam-appeal:${id}:answered`,
  })
