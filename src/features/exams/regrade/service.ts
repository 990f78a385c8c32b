import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { type ExamRow, getManagedExam } from '../access.ts'
import { isCertificateAwarded } from '../attempts/finish.ts'
import { attempts } from '../attempts/queries.ts'
import { updateResult } from '../attempts/result.ts'
import { gradeAgain, type RegradedAttempt } from './calculation.ts'
import { regradableAttempts } from './queries.ts'
import { maxListedChanges, type Regrade, type RegradeResult } from './schemas.ts'

const batch = 50

/**
 * Says what the present questions change of the attempts of an exam that are over, and unless this is a preview queues the run that
 * applies it.
 */
export async function gradeExamAgain(
  ctx: Context,
  examId: number,
  { preview = false }: Regrade,
): Promise<RegradeResult> {
  const exam = await getManagedExam(ctx, examId)
  const result = await previewChanges(ctx, exam)
  if (preview) return result
  return runInTransaction(ctx, async (tx) => {
    await getManagedExam(tx, examId)
    await addTask(tx, regradeAll, { exam_id: examId }, { key: `regrade_exam:${examId}` })
    const { changes: _, ...counts } = result
    describeAuditEvent(tx, { userId: exam.owner_id, before: null, after: counts })
    return result
  })
}

/** A verdict of a user, over all attempts. */
interface Verdict {
  before: boolean
  after: boolean
}

async function previewChanges(ctx: Context, exam: ExamRow): Promise<RegradeResult> {
  const verdicts = new Map<number, Verdict>()
  const changes: RegradeResult['changes'] = []
  let [regraded, changed] = [0, 0]
  await forEachBatch(ctx, exam.id, async (some) => {
    for (const { attempt, result, passed } of await gradeAgain(ctx, some)) {
      if (attempt.grading === 'pending') continue
      regraded++
      const { before, after } = verdicts.get(attempt.user_id) ?? { before: false, after: false }
      verdicts.set(attempt.user_id, { before: before || attempt.passed === true, after: after || passed })
      if (attempt.score === result.score && attempt.passed === passed) continue
      changed++
      if (changes.length < maxListedChanges)
        changes.push({
          attempt_id: attempt.id,
          ...{ score_before: attempt.score, score_after: result.score },
          ...{ passed_before: attempt.passed, passed_after: passed },
        })
    }
  })
  const learners = [...verdicts]
    .filter(([user_id]) => isCertificateAwarded({ ...exam, user_id }))
    .map(([, verdict]) => verdict)
  return {
    ...{ attempts: regraded, changed, changes },
    certificates: {
      issued: learners.filter(({ before, after }) => after && !before).length,
      revoked: learners.filter(({ before, after }) => before && !after).length,
    },
  }
}

type Batch = Awaited<ReturnType<typeof regradableAttempts.after.all>>

async function forEachBatch(ctx: AnyContext, exam_id: number, work: (some: Batch) => Promise<void>): Promise<void> {
  let after = 0
  for (;;) {
    const some = await regradableAttempts.after.all(ctx, { exam_id, after, most: batch })
    await work(some)
    const last = some.at(-1)
    if (last === undefined || some.length < batch) return
    after = last.id
  }
}

/** Grades the attempts of an exam again, some in each transaction. A repeated task changes nothing that is done. */
export const regradeAll = defineTask<{ exam_id: number }>({
  kind: 'regrade_exam',
  async handle(ctx, { exam_id }) {
    let after: number | null = 0
    while (after !== null) after = await regradeSome(ctx, exam_id, after)
  },
})

/** Returns the last attempt of the batch; null at the end. */
function regradeSome(ctx: Context, exam_id: number, after: number): Promise<number | null> {
  return runInTransaction(ctx, async (tx) => {
    const some = await regradableAttempts.after.all(tx, { exam_id, after, most: batch })
    for (const regraded of await gradeAgain(tx, some)) await applyChange(tx, regraded)
    return some.length < batch ? null : (some.at(-1)?.id ?? null)
  })
}

async function applyChange(
  tx: Transaction,
  { attempt, paper, points, result, passed }: RegradedAttempt,
): Promise<void> {
  const { id, user_id, score } = attempt
  const isPending = attempt.grading === 'pending'
  const certain_score = isPending ? result.score : null
  if (JSON.stringify(paper) !== JSON.stringify(attempt.paper) || certain_score !== attempt.certain_score)
    await regradableAttempts.setPaper.run(tx, { id, paper, certain_score })
  for (const row of points) await regradableAttempts.setPoints.run(tx, row)
  if (isPending || (score === result.score && attempt.passed === passed)) return
  const before = await attempts.byId.one(tx, { id })
  if (score !== null) await regradableAttempts.keepScore.run(tx, { id, score_before: score })
  await updateResult(tx, before)
  await notify(tx, user_id, 'exam_reminder', {
    title: 'Your score has changed',
    message: fill('{title} was graded again: your score was {before} percent, and is {after} percent now.', {
      title: before.title,
      before: score ?? 0,
      after: result.score,
    }),
    data: { url: `/exam-attempts/${id}`, action: 'view_exam' },
    event: `exam-attempt:${id}:regraded:${tx.clock.now()}`,
  })
}
