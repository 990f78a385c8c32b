/** Computes the result of an attempt that is over again, by the grades that people gave. */

import type { AnyContext, Transaction } from '#context.ts'
import { revokeCertificateOf } from '#features/certificates/index.ts'
import { standings } from '../standing-queries.ts'
import { type AttemptRow, gradeAttempt, issueExamCertificate } from './finish.ts'
import { attemptGrades } from './grade-queries.ts'
import type { GivenPoints } from './grading.ts'
import { attempts } from './queries.ts'

/** Returns the points that people gave, by the id of the question. */
async function readGivenPoints(ctx: AnyContext, attemptId: number): Promise<GivenPoints> {
  const grades = await attemptGrades.ofAttempt.all(ctx, { attempt_id: attemptId })
  return new Map(
    grades.flatMap(({ question_id, points_hundredths }) =>
      points_hundredths === null ? [] : [[question_id, points_hundredths / 100] as const],
    ),
  )
}

/**
 * Stores the final result of an attempt, with its verdict, certificate and what it proves. A certificate is revoked when no attempt
 * of the user has passed any more. Does nothing while answers are not graded.
 */
export async function updateResult(tx: Transaction, attempt: AttemptRow): Promise<void> {
  if (attempt.status === 'in_progress') return
  const { id, user_id, exam_id } = attempt
  const input = await readGivenPoints(tx, id)
  const result = await gradeAttempt(tx, attempt, attempt.answers, { status: attempt.status, input })
  if (result.grading === 'pending') return
  await attempts.setResult.run(tx, { id, ...result })
  await standings.refresh.run(tx, { user_id, exam_id })
  const { has_passed } = await attempts.byId.one(tx, { id })
  if (result.score !== null && result.passed) await issueExamCertificate(tx, attempt, result.score)
  else if (attempt.has_passed === true && has_passed !== true)
    await revokeCertificateOf(tx, { userId: user_id, examId: exam_id })
  if (result.passed !== attempt.passed) await tx.emitEvidenceChanged(tx, { userIds: [user_id] })
}
