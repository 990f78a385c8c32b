/** What the author of a question has written: the columns of questions of exams and of banks. */

import { Type } from 'typebox'
import { nullable, oneOf } from '#core/schema.ts'
import { validateQuestion } from '#features/exams/index.ts'
import { translateToEnglish } from '#language/translate.ts'
import { countBytes } from './limits.ts'
import { type ImportRow, optional } from './table.ts'

const Points = Type.Number({ minimum: 0, maximum: 1_000 })

const Rubric = Type.Array(
  Type.Object(
    {
      id: optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The next number unless given.' })),
      criterion: Type.String({ maxLength: 500 }),
      levels: Type.Array(
        Type.Object(
          { points: Points, description: optional(Type.String({ maxLength: 1_000 })) },
          { additionalProperties: false },
        ),
        { minItems: 2, maxItems: 10 },
      ),
    },
    { additionalProperties: false },
  ),
  { maxItems: 20, description: 'Of an essay and a file_upload: the best levels add up to the points.' },
)

export const questionColumns = {
  type: oneOf(
    ...(['single_choice', 'multiple_choice', 'true_false', 'short_answer', 'numeric'] as const),
    ...(['ordering', 'matching', 'cloze', 'essay', 'file_upload'] as const),
  ),
  question: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'The text. The blanks of a cloze are written `{{1:word|other}}`.',
  }),
  options: optional(
    Type.Array(Type.String({ maxLength: 2_000 }), {
      maxItems: 100,
      description: 'Of choices and of ordering; of matching the right sides that belong to no left one.',
    }),
  ),
  pairs: optional(
    Type.Array(
      Type.Object(
        { left: Type.String({ maxLength: 1_000 }), right: Type.String({ maxLength: 1_000 }) },
        { additionalProperties: false },
      ),
      { maxItems: 50, description: 'Of matching: what belongs together.' },
    ),
  ),
  correct_answer: optional(
    Type.Unsafe<string | number | boolean | string[] | null>({
      type: ['string', 'number', 'boolean', 'array', 'null'],
      items: { type: 'string' },
      description:
        'The text of an option, a list of them or of accepted texts, true or false, or a number; of ordering all options in the right ' +
        'order. Matching, cloze, essay and file_upload have none.',
    }),
  ),
  points: optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  tolerance: optional(Type.Number({ minimum: 0 })),
  explanation: optional(Type.String({ maxLength: 5_000, description: 'Why the right answer is right, in Markdown.' })),
  option_feedback: optional(
    Type.Record(Type.String({ maxLength: 2_000 }), Type.String({ maxLength: 1_000 }), {
      description: 'What the review says about options of a choice, by their text.',
    }),
  ),
  max_words: optional(nullable(Type.Integer({ minimum: 1, maximum: 20_000, description: 'Of an essay.' }))),
  rubric: optional(Rubric),
  void: optional(Type.Boolean({ description: 'Whether everybody gets the points, as for a mistaken question.' })),
  order: optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The place in the list.' })),
}

const given = Object.keys(questionColumns).filter((name) => name !== 'order')

/** Returns the content of the question of a row, or the messages about it. */
export const readQuestion = (row: ImportRow) =>
  validateQuestion(
    Object.fromEntries(given.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]]))) as Parameters<
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
