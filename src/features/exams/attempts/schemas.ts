import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, Paging, withDescription } from '#core/schema.ts'
import { type Answer, AnswerValue, AttemptQuestion, AttemptStatus, attemptRecord, result } from './record.ts'

/** Specification, "Exam result". */
export const ExamResult = Type.Object(result, { title: 'ExamResult' })
export type ExamResult = Static<typeof ExamResult>

/** Specification, "Exam attempt". */
export const Attempt = Type.Object(attemptRecord.answer, { title: 'ExamAttempt' })
export type Attempt = Static<typeof Attempt>

const LateBy = nullable(
  Type.Integer({
    description: 'The seconds after the end at which the last answers arrived; null if they were in time.',
  }),
)

const { attempt_number, status, score, passed, started_at, submitted_at } = attemptRecord.answer
const listed = {
  id: Id,
  exam: withDescription(Type.Object({ id: Id, title: Type.String({ description: 'The title.' }) }), 'The exam.'),
  status,
  score,
  passed,
  started_at,
  submitted_at,
}

/** Specification, "Attempt list item". */
export const AttemptItem = Type.Object(listed, { title: 'ExamAttemptItem' })
export type AttemptItem = Static<typeof AttemptItem>

/** The same for managers of the exam. */
export const CandidateAttempt = Type.Object(
  {
    ...listed,
    user: withDescription(Type.Object({ id: Id, name: Type.String({ description: 'The name.' }) }), 'The account.'),
    attempt_number,
    late_by_seconds: LateBy,
  },
  { title: 'CandidateExamAttempt' },
)
export type CandidateAttempt = Static<typeof CandidateAttempt>

const optional = Type.Optional

/** A question of an attempt that is over, as far as its reader may see it. */
const ReviewQuestion = Type.Object(
  {
    ...AttemptQuestion.properties,
    your_answer: Type.Unsafe<Answer | null>({
      type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
      items: { type: 'string' },
      additionalProperties: { type: 'string' },
      description: 'The answer of the attempt; null without one, or when the review does not show answers.',
    }),
    correct: withDescription(
      nullable(Type.Boolean()),
      'Whether the answer earned the points; null when the review does not show marks.',
    ),
    points_earned: nullable(
      Type.Number({ description: 'The points of the answer; null when the review does not show marks.' }),
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
        attempt_number,
      },
      { title: 'ReviewAttempt' },
    ),
    questions: Type.Array(ReviewQuestion, { description: 'The questions of the attempt, in its order.' }),
  },
  { title: 'ExamAttemptReview' },
)
export type AttemptReview = Static<typeof AttemptReview>

export const AttemptQuery = Type.Object({ ...Paging, exam_id: optional(Id), status: optional(AttemptStatus) })
export type AttemptQuery = Static<typeof AttemptQuery>

export const SatAttemptQuery = Type.Object({ ...Paging, status: optional(AttemptStatus) })
export type SatAttemptQuery = Static<typeof SatAttemptQuery>

const GivenAnswers = Type.Record(
  Type.String(),
  Type.Unsafe<Answer | null>({
    type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
    items: { type: 'string' },
    additionalProperties: { type: 'string' },
  }),
  {
    description:
      'By the id of the question. Single choice: the text of an option; multiple choice: the texts of all that are ' +
      'meant; true or false: a boolean; short answer: a text; numeric: a number; ordering: all options in their order; matching: an option by left side; ' +
      'cloze: a text by blank. Null clears an answer.',
  },
)
export type GivenAnswers = Static<typeof GivenAnswers>

export const AnswersToSave = Type.Object({
  answers: GivenAnswers,
  revision: optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Rises on the client. A save with a lower revision than the last one changes nothing, so send with it every ' +
        'answer that is not acknowledged yet.',
    }),
  ),
})
export type AnswersToSave = Static<typeof AnswersToSave>

/** What a learner can show later. */
export const Receipt = Type.Object(
  {
    revision: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'The highest revision that was saved. One above that of the request says that the save changed nothing.',
    }),
    saved_at: attemptRecord.answer.saved_at,
    answers_sha256: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 in hexadecimal of all saved answers as canonical JSON (RFC 8785).',
    }),
    mac: Type.String({ maxLength: 100, description: 'Proof that the service made the receipt for this attempt.' }),
  },
  { title: 'AnswerReceipt', description: 'Says which answers the service has.' },
)
export type Receipt = Static<typeof Receipt>

export const ReceiptToVerify = Type.Object({ attempt_id: withDescription(Id, 'The attempt.'), receipt: Receipt })
export type ReceiptToVerify = Static<typeof ReceiptToVerify>

export const ReceiptVerdict = Type.Object({
  genuine: Type.Boolean({
    description: 'Whether this service made the receipt, for this attempt, with its present secret.',
  }),
})
export type ReceiptVerdict = Static<typeof ReceiptVerdict>

export const Saved = Type.Object({
  saved_at: attemptRecord.answer.saved_at,
  expires_at: withDescription(DateTime, 'When the attempt ends. It can move while one writes.'),
  late_by_seconds: LateBy,
  receipt: Receipt,
})
export type Saved = Static<typeof Saved>

export const Submission = Type.Object({ answers: optional(GivenAnswers) })
export type Submission = Static<typeof Submission>
