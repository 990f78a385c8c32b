import type { AnyContext } from '#context.ts'
import { countSeconds } from '#core/time.ts'
import type { PaperQuestion } from '#database/tables/exams.ts'
import { hideAccepted } from '../questions/later-types.ts'
import { versions } from '../questions/queries.ts'
import { presentFiles } from './answer-files.ts'
import { presentAnswers } from './answers.ts'
import { type AttemptRow, isCertificateAwarded } from './finish.ts'
import type { AttemptQuestion } from './record.ts'
import type { Attempt, ExamResult } from './schemas.ts'

/** Presents the attempt with its questions in their versions and order. */
export async function presentAttempt(ctx: AnyContext, row: AttemptRow): Promise<Attempt> {
  const isOpen = row.status === 'in_progress'
  return {
    id: row.id,
    exam_id: row.exam_id,
    user_id: row.user_id,
    attempt_number: row.attempt_number,
    status: row.status,
    started_at: row.started_at,
    submitted_at: row.submitted_at,
    expires_at: row.expires_at,
    time_remaining_seconds: isOpen ? countSeconds(ctx.clock.now(), row.expires_at) : 0,
    saved_at: row.saved_at,
    answers: presentAnswers(row.answers),
    questions: await presentQuestions(ctx, row.paper),
    ...(await presentFiles(ctx, row.id, row.answers)),
    score: row.score,
    passed: row.passed,
    result: presentResult(row),
    score_before: row.score_before,
  }
}

async function presentQuestions(ctx: AnyContext, paper: readonly PaperQuestion[]): Promise<AttemptQuestion[]> {
  const asked = await versions.ofPaper.all(ctx, { ids: paper.map(({ version_id }) => version_id) })
  const byVersion = new Map(asked.map((one) => [one.version_id, one]))
  return paper.flatMap(({ question_id, version_id, options, points: ofSection }) => {
    const version = byVersion.get(version_id)
    if (version === undefined) return []
    const { question, type, points, answer_key } = version
    return [
      {
        id: question_id,
        question: hideAccepted(type, question),
        type,
        points: ofSection ?? points,
        options: options.flatMap((at) => version.options[at] ?? []),
        ...(answer_key.prompts && { prompts: answer_key.prompts }),
        ...(answer_key.max_words && { max_words: answer_key.max_words }),
      },
    ]
  })
}

/** Returns null before it is graded, and for an attempt that is never graded. */
export function presentResult(row: AttemptRow): ExamResult | null {
  const { answered, correct, grading } = row
  const isPending = grading === 'pending'
  const score = isPending ? row.certain_score : row.score
  const passed = isPending ? false : row.passed
  if (score === null || passed === null || answered === null || correct === null) return null
  const total = row.paper.length
  return {
    attempt_id: row.id,
    score,
    passing_score: row.passing_score,
    passed,
    questions_answered: answered,
    total_questions: total,
    correct_answers: correct,
    incorrect_answers: total - correct - row.ungraded,
    time_taken_seconds: countSeconds(row.started_at, row.submitted_at ?? row.expires_at),
    attempt_number: row.attempt_number,
    max_attempts: row.max_attempts,
    attempts_remaining: Math.max(0, row.max_attempts - row.attempts_used),
    certificate_eligible: passed && isCertificateAwarded(row),
    grading,
  }
}
