import type { AnyContext } from '#context.ts'
import type { ExamRow } from '../access.ts'
import { countQuestions, countRemainingAttempts, explainClosed, getExamStatus } from '../standings.ts'
import type { Exam } from './schemas.ts'

/** Presents the exam for the actor at this moment. */
export function presentExam({ clock }: AnyContext, row: ExamRow): Exam {
  const now = clock.now()
  return Object.assign(row, {
    questions_count: countQuestions(row),
    status: getExamStatus(row, now),
    can_take: explainClosed(row, now) === null,
    attempts_remaining: countRemainingAttempts(row),
  })
}
