import { type Static, type TSchema, Type } from 'typebox'
import { Id, nullable, oneOf, partial, Text, withCondition, withDescription } from '#core/schema.ts'
import { findQuestionErrors, largestNumber } from './validation.ts'

export const QuestionType = withDescription(
  oneOf(
    ...(['single_choice', 'multiple_choice', 'true_false', 'short_answer', 'numeric'] as const),
    ...(['ordering', 'matching', 'cloze', 'essay', 'file_upload'] as const),
  ),
  'How the question is answered. People grade `essay` and `file_upload`.',
)

export const largestPool = 1_000
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

const Tolerance = Type.Number({
  minimum: 0,
  maximum: largestNumber,
  description: 'Numeric: how far an answer may be off. 0 unless given.',
})

const Explanation = Text(5_000, {
  description: 'Why the right answer is right, in Markdown. It is shown in the review of an attempt.',
})

const OptionFeedback = Type.Record(Type.String({ maxLength: 1_000 }), Text(1_000), {
  maxProperties: 50,
  description: 'What the review says about options of a choice: a text by the text of the option.',
})

const Pairs = Type.Array(
  Type.Object({
    left: Text(1_000, { description: 'What an option is found for; each once.' }),
    right: Text(1_000, { description: 'The option that belongs to it.' }),
  }),
  { maxItems: 50, description: 'Matching: what belongs together, at least two.' },
)

export const mostWords = 20_000
const MaxWords = nullable(
  Type.Integer({
    minimum: 1,
    maximum: mostWords,
    description: 'Essay: the words that a submitted answer may have, which spaces separate; null for no limit.',
  }),
)

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

const details = {
  points: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: '1 unless given.' })),
  options: Type.Optional(
    Type.Array(Text(1_000), {
      maxItems: 50,
      description: 'Of choices and of ordering, at least two. Of matching, right sides that belong to no left one.',
    }),
  ),
  pairs: Type.Optional(Pairs),
  tolerance: Type.Optional(Tolerance),
  explanation: Type.Optional(Explanation),
  option_feedback: Type.Optional(OptionFeedback),
  max_words: Type.Optional(MaxWords),
  rubric: Type.Optional(RubricInput),
  void: Type.Optional(
    Type.Boolean({ description: 'Whether everybody gets the points, as for a mistaken question; false unless given.' }),
  ),
  order: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Its place where nothing is shuffled; last unless given.',
    }),
  ),
}

const questionText =
  'The text of the question. The blanks of a cloze are written `{{1:word|other}}`: a name of letters and digits, and the texts that are accepted.'

const wording = {
  question: withDescription(Text(5_000), questionText),
  type: QuestionType,
  correct_answer: Type.Optional(CorrectAnswer),
}

export const NewQuestion = withCondition(
  Type.Object(
    { ...wording, ...details },
    { title: 'NewQuestion', examples: [{ question: 'What is 2 + 2?', type: 'numeric', correct_answer: 4 }] },
  ),
  findQuestionErrors,
)
export type NewQuestion = Static<typeof NewQuestion>

const filled = Type.String({
  minLength: 1,
  maxLength: 5_000,
  sentence: 'The question may not be empty and has at most 5000 characters.',
})

export const QuestionChange = Type.Object({
  ...partial(Type.Object({ ...wording, question: withDescription(filled, 'The text of the question.') })).properties,
  ...details,
})
export type QuestionChange = Static<typeof QuestionChange>

/** In a change of the exam; the `id` of an existing question keeps that question. */
export const NestedQuestion = withCondition(
  Type.Object({ id: Type.Optional(Id), ...wording, ...details }),
  findQuestionErrors,
)
export type NestedQuestion = Static<typeof NestedQuestion>

/** A list with the maximum size of a question pool. */
export const Pool = <S extends TSchema>(item: S, description: string) =>
  Type.Array(item, { maxItems: largestPool, description })

/** A question as its author sees it. */
export const Question = Type.Object(
  {
    id: Id,
    question: Type.String({ description: 'The text of the question.' }),
    type: QuestionType,
    points: Type.Integer({ description: 'The points for a right answer.' }),
    options: withDescription(Type.Array(Type.String()), 'The answers to choose from.'),
    pairs: Type.Array(
      Type.Object({
        left: Type.String({ description: 'What an option is found for.' }),
        right: Type.String({ description: 'The option that belongs to it.' }),
      }),
      { description: 'Matching: what belongs together; empty for other types.' },
    ),
    correct_answer: NullableCorrectAnswer,
    tolerance: Type.Number({ description: 'The largest accepted difference from the right number.' }),
    explanation: Type.String({ description: 'Why the right answer is right, in Markdown; empty without one.' }),
    option_feedback: Type.Record(Type.String(), Type.String(), {
      description: 'What the review says about options, by the text of the option.',
    }),
    max_words: nullable(
      Type.Integer({ description: 'Essay: the words that a submitted answer may have; null for no limit.' }),
    ),
    rubric: Type.Array(RubricCriterion, { description: 'The criteria by which people grade; empty without any.' }),
    void: Type.Boolean({ description: 'Whether everybody gets the points, as for a mistaken question.' }),
    order: Type.Integer({ description: 'The position in the list, from 1.' }),
  },
  { title: 'ExamQuestion' },
)
export type Question = Static<typeof Question>
