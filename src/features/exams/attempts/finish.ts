import type { AnyContext, Transaction } from '#context.ts'
import { createRandomId } from '#core/random.ts'
import type { Answers, PaperQuestion } from '#database/tables/exams.ts'
import { issueCertificate, restoreCertificateOf } from '#features/certificates/index.ts'
import { isOpenType } from '../questions/content.ts'
import { versions } from '../questions/queries.ts'
import { standings } from '../standing-queries.ts'
import { finishAnswerFiles } from './answer-files.ts'
import { answerSheets } from './answer-sheet-queries.ts'
import { countLateSeconds } from './grace.ts'
import { attemptGrades } from './grade-queries.ts'
import { type GivenPoints, type Grade, grade } from './grading.ts'
import { attempts } from './queries.ts'

export type AttemptRow = Awaited<ReturnType<typeof attempts.byId.one>>

type How = { status: 'submitted'; submitted_at: string } | { status: 'expired'; submitted_at: null }

/**
 * Finishes an attempt: grades and counts it and issues the certificate, or queues what people grade. Returns false when it is finished
 * already.
 */
export async function finishAttempt(
  tx: Transaction,
  attempt: AttemptRow,
  answers: Answers,
  how: How,
): Promise<boolean> {
  const { id, user_id, exam_id } = attempt
  const result = await gradeAttempt(tx, attempt, answers, how)
  const { score, passed } = result
  if ((await attempts.end.run(tx, { id, ...how, ...result })) === 0) return false

  const late_by_seconds = how.submitted_at === null ? null : countLateSeconds(attempt, how.submitted_at)
  await answerSheets.close.run(tx, { attempt_id: id, answers, late_by_seconds })
  await standings.end.run(tx, { user_id, exam_id, passed })
  await finishAnswerFiles(tx, { attemptId: id, answers, isAnonymous: attempt.anonymous_grading })
  if (result.grading === 'pending') await queueGrades(tx, attempt, answers)
  if (score !== null && passed === true) await issueExamCertificate(tx, attempt, score)
  if (passed === true) await tx.emitEvidenceChanged(tx, { userIds: [user_id] })
  return true
}

/** Issues the certificate of a passed attempt, where its exam gives one. */
export async function issueExamCertificate(tx: Transaction, attempt: AttemptRow, score: number): Promise<void> {
  if (!isCertificateAwarded(attempt)) return
  await restoreCertificateOf(tx, { userId: attempt.user_id, examId: attempt.exam_id })
  await issueCertificate(tx, {
    userId: attempt.user_id,
    for: { examId: attempt.exam_id },
    title: attempt.title,
    score,
    authorId: attempt.owner_id,
    durationMinutes: null,
  })
}

/** Queues the answers that people grade. */
async function queueGrades(tx: Transaction, attempt: AttemptRow, answers: Answers): Promise<void> {
  const { id, user_id, exam_id, anonymous_grading: is_anonymous } = attempt
  const asked = await listQuestions(tx, attempt)
  const grades = asked.flatMap(({ id: question_id, version_id, type, points: possible }) =>
    isOpenType(type) && answers[question_id] !== undefined
      ? [{ id: createRandomId(), question_id, version_id, possible }]
      : [],
  )
  const grading_id = is_anonymous ? createRandomId() : id
  await attemptGrades.add.run(tx, { exam_id, attempt_id: id, user_id, grading_id, is_anonymous, grades })
}

/** The author of an exam earns no certificate from it, and an exam for practice awards none. */
export const isCertificateAwarded = ({
  certificate_enabled,
  practice,
  user_id,
  owner_id,
}: Pick<AttemptRow, 'certificate_enabled' | 'practice' | 'user_id' | 'owner_id'>) =>
  certificate_enabled && !practice && user_id !== owner_id

/**
 * Grades an attempt, with the points that people gave. While answers are missing among these, it has no score but a certain one. An
 * expired attempt has no score and no verdict where its exam says so.
 */
export async function gradeAttempt(
  ctx: AnyContext,
  attempt: AttemptRow,
  answers: Answers,
  { status, input }: { status: How['status']; input?: GivenPoints },
) {
  const { answered, correct, score, ungraded } = await gradeAnswers(ctx, attempt, answers, input)
  if (status === 'expired' && attempt.on_expiry === 'void')
    return { answered, correct, score: null, passed: null, grading: 'final', certain_score: null, ungraded: 0 } as const
  if (ungraded > 0)
    return { answered, correct, score: null, passed: null, grading: 'pending', certain_score: score, ungraded } as const
  const passed = score >= attempt.passing_score
  return { answered, correct, score, passed, grading: 'final', certain_score: null, ungraded } as const
}

async function gradeAnswers(
  ctx: AnyContext,
  attempt: AttemptRow,
  answers: Answers,
  input?: GivenPoints,
): Promise<Grade> {
  return grade(await listQuestions(ctx, attempt), answers, attempt.marking, input)
}

/** Returns the version that a question of an attempt is graded by. */
export const getGradingVersion = ({ graded_by, version_id }: PaperQuestion): number => graded_by ?? version_id

/** Returns the questions of an attempt as it is graded by them, with their points in it. */
async function listQuestions(ctx: AnyContext, { paper }: AttemptRow) {
  const asked = await versions.ofPaper.all(ctx, { ids: paper.map(getGradingVersion) })
  const places = new Map(paper.map((place) => [getGradingVersion(place), place]))
  return asked.map((version) => {
    const place = places.get(version.version_id)
    return { ...version, id: place?.question_id ?? 0, points: place?.points ?? version.points }
  })
}
