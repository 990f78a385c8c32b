/** Writes questions as JSON without any loss. */

import type { PictureFile, Question } from '../question.ts'
import { jsonFormat, jsonVersion, type QuestionDocument } from './format.ts'

export function writeJson(questions: readonly Question[], files: readonly PictureFile[]): string {
  const document: QuestionDocument = {
    format: jsonFormat,
    version: jsonVersion,
    questions: questions.map(orderFields),
    files: files.map(({ name, type, bytes }) => ({ name, type, base64: Buffer.from(bytes).toString('base64') })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Only the fields of a question, always in the same order, so that the same questions give the same bytes. */
const orderFields = (question: Question): Question => ({
  type: question.type,
  title: question.title,
  question: question.question,
  points: question.points,
  options: question.options,
  correct_answer: question.correct_answer,
  tolerance: question.tolerance,
  pairs: question.pairs,
  max_words: question.max_words,
  rubric: question.rubric,
  void: question.void,
  explanation: question.explanation,
  option_feedback: question.option_feedback,
  tags: question.tags,
  difficulty: question.difficulty,
})
