/** What the author of a question has written: the columns of questions of exams and of banks. */

import { type TSchema, Type } from 'typebox'
import { validateQuestion } from '#features/exams/index.ts'
import { examVersionRecord } from '#features/exams/questions/record.ts'
import { translateToEnglish } from '#language/translation.ts'
import { toFileSchema, toNonEmpty, withBound } from './file-schema.ts'
import { countBytes } from './limits.ts'
import { type ImportRow, optional } from './table.ts'

const { question, ...content } = examVersionRecord.creation

/** Where other systems have more than authors may write here. The answers are validated with the options. */
const longer = {
  question: toNonEmpty(withBound(toFileSchema(question), 10_000)),
  options: optional(
    Type.Array(Type.String({ maxLength: 2_000 }), {
      maxItems: 100,
      description: 'Of choices and of ordering; of matching the right sides that belong to no left one.',
    }),
  ),
  correct_answer: optional(
    Type.Unsafe<string | number | boolean | string[] | null>({
      ...toFileSchema(content.correct_answer),
      ...{ type: ['string', 'number', 'boolean', 'array', 'null'], maxLength: 10_000, maxItems: 1_000 },
      items: { type: 'string', maxLength: 10_000 },
    }),
  ),
  option_feedback: optional({ ...toFileSchema(content.option_feedback), maxProperties: 100 }),
  order: optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The place in the list.' })),
}

export const questionColumns: Record<string, TSchema> = {
  ...Object.fromEntries(
    Object.entries(content).map(([name, schema]) => [
      name,
      Type.IsOptional(schema) ? optional(toFileSchema(schema)) : toFileSchema(schema),
    ]),
  ),
  ...longer,
}

const input = Object.keys(questionColumns).filter((name) => name !== 'order')

/** Returns the content of the question of a row, or the messages about it. */
export const readQuestion = (row: ImportRow) =>
  validateQuestion(
    Object.fromEntries(input.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]]))) as Parameters<
      typeof validateQuestion
    >[0],
  )

/** Returns the bytes of the texts of a question, as its list is measured. */
export function countQuestionBytes(row: ImportRow): number {
  const read = readQuestion(row)
  if (!('content' in read)) return 0
  const { question, options, answer_key, explanation, option_feedback } = read.content
  return [question, options, answer_key, explanation, option_feedback, row.tags ?? []]
    .map(countBytes)
    .reduce((sum, bytes) => sum + bytes, 0)
}

/** Returns the sentence about a question that cannot be. */
export function describeInvalidQuestion(row: ImportRow): string | null {
  const read = readQuestion(row)
  if (!('complaints' in read)) return null
  const [sentence] = Object.values(read.complaints).flat()
  return sentence === undefined ? 'The question is invalid.' : translateToEnglish(sentence)
}
