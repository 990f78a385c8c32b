import type { AnyContext } from '#context.ts'
import type { ExamRow } from '../access.ts'
import { countQuestions, countRemainingAttempts, explainClosed, getExamStatus } from '../standings.ts'
import type { Exam } from './schemas.ts'

/** Presents the exam for the actor at this moment. */
export function presentExam({ clock }: AnyContext, { pool_size, owner_id, ...row }: ExamRow): Exam {
  const now = clock.now()
  const standing = { ...row, pool_size }
  return {
    ...row,
    questions_count: countQuestions(standing),
    status: getExamStatus(standing, now),
    can_take: explainClosed(standing, now) === null,
    attempts_remaining: countRemainingAttempts(standing),
  }
}
