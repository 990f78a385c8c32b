import { type Static, Type } from 'typebox'
import { Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { type Answer, AnswerValue, AttemptQuestion } from './record.ts'
import { listed } from './schemas.ts'

const optional = Type.Optional
const AppealState = oneOf('open', 'answered')

/** A question of an attempt that is over, as far as its reader may see it. */
const ReviewQuestion = Type.Object(
  {
    ...AttemptQuestion.properties,
    your_answer: Type.Unsafe<Answer | null>({
      type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
      items: { type: ['string', 'integer'] },
      additionalProperties: { type: 'string' },
      description: 'The answer of the attempt; null without one, or when the review does not show answers.',
    }),
    correct: withDescription(
      nullable(Type.Boolean()),
      'Whether the answer earned the points; null when the review does not show marks.',
    ),
    points_earned: nullable(
      Type.Number({
        description:
          'The points of the answer; null when the review does not show marks, and before people have given them.',
      }),
    ),
    comment: optional(Type.String({ description: 'What the grader says, where the review shows marks.' })),
    rubric: optional(
      Type.Array(
        Type.Object({
          criterion: Type.String({ description: 'What was judged.' }),
          points: Type.Number({ description: 'The points of the level.' }),
          description: Type.String({ description: 'What an answer of this level is like.' }),
        }),
        { description: 'The levels that the answer reached, where the review shows marks.' },
      ),
    ),
    appeal: optional(
      withDescription(
        nullable(AppealState),
        'Whether an appeal against the grade waits or is answered; null without one.',
      ),
    ),
    right_answer: optional(withDescription(AnswerValue, 'The right answer, where the review shows it.')),
    explanation: optional(Type.String({ description: 'Why it is right, in Markdown, where the review shows it.' })),
    option_feedback: optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'What the author says about options, by the text of the option, where the review shows explanations: of the ' +
          'selected options, and of all where it shows right answers.',
      }),
    ),
  },
  { title: 'ReviewQuestion' },
)
export type ReviewQuestion = Static<typeof ReviewQuestion>

/** What an attempt was, and what would have been right. */
export const AttemptReview = Type.Object(
  {
    attempt: Type.Object(
      {
        ...listed,
        user_id: Id,
        attempt_number: Type.Integer({ description: 'The number of the attempt, from 1.' }),
      },
      { title: 'ReviewAttempt' },
    ),
    questions: Type.Array(ReviewQuestion, { description: 'The questions of the attempt, in its order.' }),
  },
  { title: 'ExamAttemptReview' },
)
export type AttemptReview = Static<typeof AttemptReview>
