import { type Context, runInTransaction } from '#context.ts'
import { createRuleViolation, ensure } from '#core/problem.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { getManagedExam } from '../access.ts'
import { attempts } from '../attempts/queries.ts'
import { updateResult } from '../attempts/result.ts'
import { pendingAttempts } from './queries.ts'
import type { Release, Released } from './schemas.ts'

const batch = 50

const createUngraded = (count: number) =>
  createRuleViolation(
    fill('{count, plural, one {{count} attempt has} other {{count} attempts have}} answers that are not graded yet.', {
      count,
    }),
  )

/**
 * Releases the grades of an exam: they do not change any more, and the results follow in the background. 422 while answers are not
 * graded, unless only the others are to be released.
 */
export function releaseGrades(ctx: Context, examId: number, { partial = false }: Release): Promise<Released> {
  return runInTransaction(ctx, async (tx) => {
    const exam = await getManagedExam(tx, examId)
    const { waiting } = await pendingAttempts.counts.one(tx, { exam_id: examId })
    ensure(waiting === 0 || partial, createUngraded(waiting))
    const released = await pendingAttempts.release.run(tx, { exam_id: examId, now: tx.clock.now() })
    if (released > 0) await addTask(tx, finishReleases, { exam_id: examId }, { key: `finish_grading:${examId}` })
    describeAuditEvent(tx, { userId: exam.owner_id, before: null, after: { released, waiting } })
    return { released, waiting }
  })
}

/** Computes the results of released attempts, and notifies their users. A repeated task finds those that are left. */
export const finishReleases = defineTask<{ exam_id: number }>({
  kind: 'finish_grading',
  async handle(ctx, { exam_id }) {
    while ((await finishSome(ctx, exam_id)) === batch);
  },
})

function finishSome(ctx: Context, exam_id: number): Promise<number> {
  return runInTransaction(ctx, async (tx) => {
    const released = await pendingAttempts.released.all(tx, { exam_id, most: batch })
    for (const { id, user_id } of released) {
      const attempt = await attempts.byId.one(tx, { id })
      await updateResult(tx, attempt)
      await notify(tx, user_id, 'exam_reminder', {
        title: 'Your result is ready',
        message: fill('Your answers at {title} are graded.', { title: attempt.title }),
        data: { url: `/exam-attempts/${id}`, action: 'view_exam' },
        event: `exam-attempt:${id}:graded`,
      })
    }
    return released.length
  })
}
