/** The types of questions, and what all types check. */

import type { LaterQuestionType, OpenQuestionType, QuestionType } from '#database/tables/exams.ts'
import type { Sentence } from '#language/sentence.ts'

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
