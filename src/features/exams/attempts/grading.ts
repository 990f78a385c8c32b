import type { AnswerKey, Answers, AnswerValue, QuestionType } from '#database/tables/exams.ts'
import { normalizeShortAnswer } from '../questions/short-answers.ts'

/** The part of a question that grading needs. */
export interface Graded {
  id: number
  type: QuestionType
  points: number
  answer_key: AnswerKey
}

export interface Grade {
  answered: number
  correct: number
  /** Percent of the points, rounded. */
  score: number
}

/** Grades the answers; a missing answer is wrong. */
export function grade(questions: readonly Graded[], answers: Answers): Grade {
  let [answered, correct, earned, possible] = [0, 0, 0, 0]
  for (const question of questions) {
    const answer = answers[question.id]
    possible += question.points
    if (answer === undefined) continue
    answered++
    if (!isCorrect(question, answer)) continue
    correct++
    earned += question.points
  }
  return { answered, correct, score: possible === 0 ? 0 : Math.round((100 * earned) / possible) }
}

/** Returns whether the answer earns the points. */
export function isCorrect({ type, answer_key: { correct, tolerance } }: Graded, answer: AnswerValue): boolean {
  switch (type) {
    case 'single_choice':
    case 'true_false':
      return answer === correct[0]
    case 'multiple_choice':
      return Array.isArray(answer) && new Set<unknown>(answer).symmetricDifference(new Set(correct)).size === 0
    case 'short_answer':
      return (
        typeof answer === 'string' &&
        correct.some((text) => normalizeShortAnswer(String(text)) === normalizeShortAnswer(answer))
      )
    case 'numeric':
      return typeof answer === 'number' && isWithin(answer, Number(correct[0]), tolerance)
  }
}

/** Compensates binary rounding errors, so that 0.4 is within 0.3 of 0.1. */
function isWithin(answer: number, right: number, tolerance: number): boolean {
  const rest = Number.EPSILON * Math.max(Math.abs(answer), Math.abs(right), tolerance)
  return Math.abs(answer - right) <= tolerance + rest
}
