/** Questions: what their authors write, and the versions in which exams and banks store it. */

import { type Static, type TObject, Type } from 'typebox'
import { Id, Line, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import {
  defaulted,
  defineRecord,
  internal,
  optional,
  packed,
  type RowOf,
  required,
  type TableOf,
} from '#database/record.ts'
import type { AnswerKey, LaterQuestionType } from '#database/tables/exams.ts'

export const QuestionType = withDescription(
  oneOf(
    ...(['single_choice', 'multiple_choice', 'true_false', 'short_answer', 'numeric'] as const),
    ...(['ordering', 'matching', 'cloze', 'essay', 'file_upload'] as const),
  ),
  'How the question is answered. People grade `essay` and `file_upload`.',
)

export const largestPool = 1_000
export const maxWords = 20_000
/** Larger decimal numbers are not exact. */
export const largestNumber = 1_000_000_000_000_000

const questionText =
  'The text of the question. The blanks of a cloze are written `{{1:word|other}}`: a name of letters and digits, and the texts that are accepted.'

const CorrectAnswer = Type.Unsafe<string | number | boolean | string[]>({
  type: ['string', 'number', 'boolean', 'array'],
  items: { type: 'string', maxLength: 1_000 },
  maxLength: 1_000,
  maxItems: 100,
  description:
    'Single choice: the text of an option. Multiple choice: the texts of all right options. True or false: a boolean. ' +
    'Short answer: every accepted text. Numeric: a number. Ordering: all options in the right order. Matching and cloze have ' +
    'their answers in `pairs` and in the text; essay and file_upload have none.',
})

/** Null where the answers are in the pairs or in the text. */
const NullableCorrectAnswer = Type.Unsafe<string | number | boolean | string[] | null>({
  type: ['string', 'number', 'boolean', 'array', 'null'],
  items: { type: 'string' },
  description: 'The correct answer, as it is given; null for matching, cloze, essay and file_upload.',
})

const LevelPoints = Type.Number({ minimum: 0, maximum: 1_000, description: 'The points; hundredths count.' })
const CriterionText = Text(500, { description: 'What is judged.' })
const LevelText = Text(1_000, { description: 'What an answer of this level is like.' })
const CriterionId = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Names the criterion within the question.',
})

const RubricInput = Type.Array(
  Type.Object({
    id: Type.Optional(
      withDescription(CriterionId, 'Names the criterion within the question; the next number unless given.'),
    ),
    criterion: CriterionText,
    levels: Type.Array(Type.Object({ points: LevelPoints, description: Type.Optional(LevelText) }), {
      minItems: 2,
      maxItems: 10,
      description: 'The levels; grades name them by their index, from 0.',
    }),
  }),
  {
    maxItems: 20,
    description:
      'Essay and file_upload: the criteria by which people grade. The best levels add up to the points of the question. A changed ' +
      'rubric changes grades that are not released; an answer whose levels are gone is graded again.',
  },
)

export const RubricCriterion = Type.Object(
  {
    id: CriterionId,
    criterion: CriterionText,
    levels: Type.Array(Type.Object({ points: LevelPoints, description: LevelText }), {
      description: 'The levels; grades name them by their index, from 0.',
    }),
  },
  { title: 'RubricCriterion' },
)

/** What the author of a question writes. The key has what the correct answer consists of. */
const content = {
  question: required(Text(5_000, { description: questionText }), {
    answer: Type.String({ description: 'The text of the question.' }),
  }),
  type: required(QuestionType),
  points: optional(Type.Integer({ minimum: 1, maximum: 1_000, description: '1 unless given.' }), undefined, {
    answer: Type.Integer({ description: 'The points for a right answer.' }),
  }),
  options: optional(
    Type.Array(Text(1_000), {
      maxItems: 50,
      description: 'Of choices and of ordering, at least two. Of matching, right sides that belong to no left one.',
    }),
    undefined,
    { answer: withDescription(Type.Array(Type.String()), 'The answers to choose from.') },
  ),
  pairs: packed(
    Type.Array(
      Type.Object({
        left: Text(1_000, { description: 'What an option is found for; each once.' }),
        right: Text(1_000, { description: 'The option that belongs to it.' }),
      }),
      { maxItems: 50, description: 'Matching: what belongs together, at least two.' },
    ),
    {
      answer: Type.Array(
        Type.Object({
          left: Type.String({ description: 'What an option is found for.' }),
          right: Type.String({ description: 'The option that belongs to it.' }),
        }),
        { description: 'Matching: what belongs together; empty for other types.' },
      ),
    },
  ),
  correct_answer: packed(CorrectAnswer, { answer: NullableCorrectAnswer }),
  tolerance: packed(
    Type.Number({
      minimum: 0,
      maximum: largestNumber,
      description: 'Numeric: how far an answer may be off. 0 unless given.',
    }),
    { answer: Type.Number({ description: 'The largest accepted difference from the right number.' }) },
  ),
  explanation: optional(
    Text(5_000, {
      description: 'Why the right answer is right, in Markdown. It is shown in the review of an attempt.',
    }),
    undefined,
    { answer: Type.String({ description: 'Why the right answer is right, in Markdown; empty without one.' }) },
  ),
  option_feedback: optional(
    Type.Record(Type.String({ maxLength: 1_000 }), Text(1_000), {
      maxProperties: 50,
      description: 'What the review says about options of a choice: a text by the text of the option.',
    }),
    undefined,
    {
      answer: Type.Record(Type.String(), Type.String(), {
        description: 'What the review says about options, by the text of the option.',
      }),
    },
  ),
  max_words: packed(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: maxWords,
        description: 'Essay: the words that a submitted answer may have, which spaces separate; null for no limit.',
      }),
    ),
    {
      answer: nullable(
        Type.Integer({ description: 'Essay: the words that a submitted answer may have; null for no limit.' }),
      ),
    },
  ),
  rubric: packed(RubricInput, {
    answer: Type.Array(RubricCriterion, { description: 'The criteria by which people grade; empty without any.' }),
  }),
  void: packed(
    Type.Boolean({
      description: 'Whether all candidates get the points, as for a mistaken question; false unless given.',
    }),
    { answer: Type.Boolean({ description: 'Whether all candidates get the points, as for a mistaken question.' }) },
  ),
  /** The position of the question, which its version does not have. */
  order: packed(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Its place where nothing is shuffled; last unless given.',
    }),
    { answer: Type.Integer({ description: 'The position in the list, from 1.' }) },
  ),
  answer_key: internal(Type.Unsafe<AnswerKey>({ type: 'object' })),
}

const identity = { id: internal(Id), question_id: internal(Id), version: internal(Type.Integer()) }

export const examVersionRecord = defineRecord(
  'exam_question_versions',
  {
    ...identity,
    exam_id: internal(Id),
    ...content,
    /** The type where the last release takes it for a short answer; null for the types that it knows. */
    later_type: defaulted(nullable(Type.Unsafe<LaterQuestionType>({ type: 'string' }))),
  },
  { isFollowed: false },
)

export const bankVersionRecord = defineRecord(
  'bank_question_versions',
  {
    ...identity,
    bank_id: internal(Id),
    ...content,
    tags: optional(
      Type.Array(Line(50, { description: 'A word by which sections select questions.' }), {
        maxItems: 20,
        description: 'Words by which sections of exams select questions, without regard to case and accents.',
      }),
      undefined,
      { answer: Type.Array(Type.String(), { description: 'Words by which sections of exams select questions.' }) },
    ),
    difficulty: optional(
      nullable(
        Type.Integer({ minimum: 1, maximum: 5, description: 'From 1, easy, to 5, hard; null if it is not known.' }),
      ),
      undefined,
      { answer: withDescription(nullable(Type.Integer()), 'From 1, easy, to 5, hard; null if it is not known.') },
    ),
  },
  { isFollowed: false },
)

/** The content of a version. */
export type Content = RowOf<typeof examVersionRecord> & { answer_key: AnswerKey }

/** The same of a question of a bank. */
export type BankContent = RowOf<typeof bankVersionRecord> & { answer_key: AnswerKey }

/** A question as it is given, or as it is stored with a change. */
export type GivenQuestion = Omit<Static<TObject<typeof examVersionRecord.creation>>, 'correct_answer' | 'order'> & {
  correct_answer?: Static<typeof NullableCorrectAnswer>
}

/** A criterion as given; without an id it gets the next one. */
export type RubricInput = NonNullable<GivenQuestion['rubric']>[number]

declare module '#database/tables/index.ts' {
  interface Tables {
    exam_question_versions: TableOf<typeof examVersionRecord>
    bank_question_versions: TableOf<typeof bankVersionRecord>
  }
}
