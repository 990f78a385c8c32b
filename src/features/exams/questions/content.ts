/** The content of a question, and what all types check. */

import type { AnswerKey, LaterQuestionType, OpenQuestionType, QuestionType } from '#database/tables/exams.ts'
import type { Sentence } from '#language/sentence.ts'

/** A question as given; see `NewQuestion`. */
export interface GivenQuestion {
  type: QuestionType
  question: string
  correct_answer?: string | number | boolean | string[] | null
  options?: string[]
  pairs?: { left: string; right: string }[]
  points?: number
  tolerance?: number
  explanation?: string
  option_feedback?: Record<string, string>
  max_words?: number | null
  rubric?: RubricInput[]
  void?: boolean
}

/** A criterion as given; without an id it gets the next one. */
export interface RubricInput {
  id?: number
  criterion: string
  levels: { points: number; description?: string }[]
}

/** The content of a question version. */
export interface Content {
  type: QuestionType
  question: string
  points: number
  options: string[]
  answer_key: AnswerKey
  explanation: string
  option_feedback: Record<string, string>
}

export const isLaterType = (type: QuestionType): type is LaterQuestionType =>
  type === 'ordering' || type === 'matching' || type === 'cloze' || isOpenType(type)

/** Returns whether people grade the answers. */
export const isOpenType = (type: QuestionType): type is OpenQuestionType => type === 'essay' || type === 'file_upload'

/** Messages by field. */
export type Complaints = Record<string, Sentence[]>

export function validateOptions(options: readonly string[]): Sentence | null {
  if (options.length < 2) return 'The question needs at least two options.'
  if (options.includes('')) return 'An option may not be empty.'
  return new Set(options).size === options.length ? null : 'Every option must differ from the others.'
}
