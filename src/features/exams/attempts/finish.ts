import type { AnyContext, Transaction } from '#context.ts'
import type { Answers } from '#database/tables/exams.ts'
import { issueCertificate } from '#features/certificates/index.ts'
import { versions } from '../questions/queries.ts'
import { standings } from '../standing-queries.ts'
import { answerSheets } from './answer-sheet-queries.ts'
import { countLateSeconds } from './grace.ts'
import { type Grade, grade } from './grading.ts'
import { attempts } from './queries.ts'

export type AttemptRow = Awaited<ReturnType<typeof attempts.byId.one>>

type How = { status: 'submitted'; submitted_at: string } | { status: 'expired'; submitted_at: null }

/** Finishes an attempt: grades and counts it and issues the certificate. Returns false when it is finished already. */
export async function finishAttempt(
  tx: Transaction,
  attempt: AttemptRow,
  answers: Answers,
  how: How,
): Promise<boolean> {
  const { id, user_id, exam_id } = attempt
  const { score, passed, ...counts } = await gradeAttempt(tx, attempt, answers, how.status)
  if ((await attempts.end.run(tx, { id, ...how, ...counts, score, passed })) === 0) return false

  const late_by_seconds = how.submitted_at === null ? null : countLateSeconds(attempt, how.submitted_at)
  await answerSheets.close.run(tx, { attempt_id: id, answers, late_by_seconds })
  await standings.end.run(tx, { user_id, exam_id, passed })
  if (score !== null && passed === true && isCertificateAwarded(attempt))
    await issueCertificate(tx, {
      userId: user_id,
      for: { examId: exam_id },
      title: attempt.title,
      score,
      authorId: attempt.owner_id,
      durationMinutes: null,
    })
  if (passed === true) await tx.emitEvidenceChanged(tx, { userIds: [user_id] })
  return true
}

/** The author of an exam earns no certificate from it, and an exam for practice awards none. */
export const isCertificateAwarded = ({ certificate_enabled, practice, user_id, owner_id }: AttemptRow) =>
  certificate_enabled && !practice && user_id !== owner_id

/** Grades an attempt. An expired one has no score and no verdict where its exam says so. */
export async function gradeAttempt(ctx: AnyContext, attempt: AttemptRow, answers: Answers, status: How['status']) {
  const { answered, correct, score } = await gradeAnswers(ctx, attempt, answers)
  const isVoid = status === 'expired' && attempt.on_expiry === 'void'
  return { answered, correct, score: isVoid ? null : score, passed: isVoid ? null : score >= attempt.passing_score }
}

async function gradeAnswers(ctx: AnyContext, { paper, marking }: AttemptRow, answers: Answers): Promise<Grade> {
  const asked = await versions.ofPaper.all(ctx, { ids: paper.map(({ version_id }) => version_id) })
  const places = new Map(paper.map((place) => [place.version_id, place]))
  return grade(
    asked.map((version) => {
      const place = places.get(version.version_id)
      return { ...version, id: place?.question_id ?? 0, points: place?.points ?? version.points }
    }),
    answers,
    marking,
  )
}
