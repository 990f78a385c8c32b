import type { AnswerKey, Answers, AnswerValue, Marking, QuestionType } from '#database/tables/exams.ts'
import { isOpenType } from '../questions/content.ts'
import { normalizeShortAnswer } from '../questions/short-answers.ts'
import { isPairs } from './answers.ts'

/** The part of a question that grading needs. */
export interface GradableQuestion {
  id: number
  type: QuestionType
  points: number
  answer_key: AnswerKey
}

export interface Grade {
  answered: number
  correct: number
  /** Percent of the points, rounded. Answers without a grade have none. */
  score: number
  /** The number of answers that people have yet to grade. */
  ungraded: number
}

/** The points that people gave, by the id of the question. */
export type GivenPoints = ReadonlyMap<number, number>

const plainMarking: Marking = { partial_credit: 'none', negative_marks: 0, negative_total: false }

/** Grades the answers; a missing answer is wrong. */
export function grade(
  questions: readonly GradableQuestion[],
  answers: Answers,
  marking: Marking = plainMarking,
  input: GivenPoints = new Map(),
): Grade {
  let [answered, correct, earned, possible, ungraded] = [0, 0, 0, 0, 0]
  for (const question of questions) {
    const answer = answers[question.id]
    possible += question.points
    if (answer !== undefined) answered++
    if (answer === undefined && question.answer_key.is_void !== true) continue
    const mark = markAnswer(question, answer, { marking, input })
    if (mark === null) {
      ungraded++
      continue
    }
    if (mark.correct) correct++
    earned += mark.points
  }
  const share = possible === 0 ? 0 : Math.max(0, earned / possible)
  // A sum of thirds is not exact, and half a percent rounds up.
  return { answered, correct, score: Math.round(Number((100 * share).toFixed(9))), ungraded }
}

export interface Mark {
  /** Whether the answer is right as a whole. */
  correct: boolean
  points: number
}

/** Returns the mark of an answer, or of a missing one; null while people have yet to give it. */
export function markAnswer(
  question: GradableQuestion,
  answer: AnswerValue | undefined,
  { marking, input }: { marking: Marking; input: GivenPoints },
): Mark | null {
  if (question.answer_key.is_void === true) return { correct: true, points: question.points }
  if (answer === undefined) return { correct: false, points: 0 }
  if (!isOpenType(question.type)) return gradeAnswer(question, answer, marking)
  const points = input.get(question.id)
  return points === undefined ? null : { correct: points === question.points, points }
}

/** Returns the points of an answer. Without partial credit, an answer that is not right as a whole earns nothing. */
function gradeAnswer(question: GradableQuestion, answer: AnswerValue, marking: Marking): Mark {
  const shares = measureAnswer(question, answer)
  const correct = shares.right === 1 && shares.wrong === 0
  if (correct) return { correct, points: question.points }
  const gained = marking.partial_credit === 'none' ? 0 : shares.right
  const share = gained - calculateLoss(question, shares, marking)
  return { correct, points: question.points * (marking.negative_total ? share : Math.max(0, share)) }
}

interface Shares {
  /** The share of the answer that is right, 0 to 1. */
  right: number
  /** The number of wrong choices. */
  wrong: number
}

/**
 * A wrong choice costs `negative_marks`. Without them, a wrong one of several selected options takes the points of a right one, so
 * that selecting all of them earns nothing.
 */
function calculateLoss(
  { type, answer_key }: GradableQuestion,
  { right, wrong }: Shares,
  { negative_marks }: Marking,
): number {
  if (negative_marks > 0) return (wrong * negative_marks) / 100
  return type === 'multiple_choice' ? Math.min(right, wrong / answer_key.correct.length) : 0
}

const whole = (isRight: boolean): Shares => ({ right: isRight ? 1 : 0, wrong: 0 })
const choice = (isRight: boolean): Shares => ({ right: isRight ? 1 : 0, wrong: isRight ? 0 : 1 })

function measureAnswer({ type, answer_key }: GradableQuestion, answer: AnswerValue): Shares {
  const { correct, tolerance } = answer_key
  switch (type) {
    case 'single_choice':
    case 'true_false':
      return choice(answer === correct[0])
    case 'multiple_choice':
      return measureSelection(Array.isArray(answer) ? answer : [], correct)
    case 'short_answer':
      return whole(typeof answer === 'string' && isAccepted(answer, correct))
    case 'numeric':
      return whole(typeof answer === 'number' && isWithin(answer, Number(correct[0]), tolerance))
    case 'ordering':
      return measureParts(correct, (text, index) => Array.isArray(answer) && answer[index] === text)
    case 'matching':
    case 'cloze':
      return measurePairs(answer_key, isPairs(answer) ? new Map(answer) : new Map())
    // People grade these.
    case 'essay':
    case 'file_upload':
      return whole(false)
  }
}

function measureSelection(answer: readonly unknown[], correct: AnswerKey['correct']): Shares {
  const selected = new Set(answer)
  const right = correct.filter((option) => selected.has(option)).length
  return { right: right / correct.length, wrong: selected.size - right }
}

function measureParts<T>(parts: readonly T[], isRight: (part: T, index: number) => boolean): Shares {
  return { right: parts.filter(isRight).length / parts.length, wrong: 0 }
}

const measurePairs = ({ prompts = [], correct, accepted }: AnswerKey, answer: ReadonlyMap<string, string>) =>
  measureParts(prompts, (prompt, index) => {
    const input = answer.get(prompt)
    if (input === undefined) return false
    return accepted === undefined ? input === correct[index] : isAccepted(input, accepted[index] ?? [])
  })

const isAccepted = (answer: string, texts: AnswerKey['correct']): boolean =>
  texts.some((text) => normalizeShortAnswer(String(text)) === normalizeShortAnswer(answer))

/** Compensates binary rounding errors, so that 0.4 is within 0.3 of 0.1. */
function isWithin(answer: number, right: number, tolerance: number): boolean {
  const rest = Number.EPSILON * Math.max(Math.abs(answer), Math.abs(right), tolerance)
  return Math.abs(answer - right) <= tolerance + rest
}
