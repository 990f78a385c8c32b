import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, Paging, withDescription } from '#core/schema.ts'
import { QuestionType } from '../questions/schemas.ts'

const AttemptStatus = withDescription(
  oneOf('in_progress', 'submitted', 'expired'),
  'Whether the attempt is open, submitted or out of time.',
)

const AnswerValue = Type.Unsafe<string | number | boolean | string[]>({
  type: ['string', 'number', 'boolean', 'array'],
  items: { type: 'string' },
})

/** A question without its correct answer. */
const AskedQuestion = Type.Object(
  {
    id: Id,
    question: Type.String(),
    type: QuestionType,
    options: Type.Array(Type.String()),
    points: Type.Integer(),
  },
  { title: 'AttemptQuestion' },
)
export type AttemptQuestion = Static<typeof AskedQuestion>

const result = {
  attempt_id: Id,
  score: Type.Integer({ description: 'Percent of the points.' }),
  passing_score: Type.Integer(),
  passed: Type.Boolean(),
  questions_answered: Type.Integer(),
  total_questions: Type.Integer(),
  correct_answers: Type.Integer(),
  incorrect_answers: Type.Integer({ description: 'Wrong and missing ones.' }),
  time_taken_seconds: Type.Integer(),
  attempt_number: Type.Integer(),
  max_attempts: Type.Integer(),
  attempts_remaining: Type.Integer(),
  certificate_eligible: Type.Boolean({ description: 'Passed, and the exam gives certificates.' }),
}
/** Specification, "Exam result". */
export const ExamResult = Type.Object(result, { title: 'ExamResult' })
export type ExamResult = Static<typeof ExamResult>

const outcome = {
  score: nullable(Type.Integer({ description: 'Null before it is graded.' })),
  passed: nullable(Type.Boolean()),
}

/** Specification, "Exam attempt". */
export const Attempt = Type.Object(
  {
    id: Id,
    exam_id: Id,
    user_id: Id,
    attempt_number: Type.Integer(),
    status: AttemptStatus,
    started_at: DateTime,
    submitted_at: nullable(DateTime),
    expires_at: DateTime,
    time_remaining_seconds: Type.Integer({ description: '0 once it is over.' }),
    saved_at: DateTime,
    answers: Type.Record(Type.String(), AnswerValue, { description: 'By the id of the question.' }),
    questions: Type.Array(AskedQuestion, { description: 'The questions of the attempt, in its order.' }),
    ...outcome,
    result: nullable(Type.Object(result, { description: 'Null before it is graded.' })),
  },
  { title: 'ExamAttempt' },
)
export type Attempt = Static<typeof Attempt>

const listed = {
  id: Id,
  exam: Type.Object({ id: Id, title: Type.String() }),
  status: AttemptStatus,
  ...outcome,
  started_at: DateTime,
  submitted_at: nullable(DateTime),
}

/** Specification, "Attempt list item". */
export const AttemptItem = Type.Object(listed, { title: 'ExamAttemptItem' })
export type AttemptItem = Static<typeof AttemptItem>

/** The same for managers of the exam. */
export const CandidateAttempt = Type.Object(
  { ...listed, user: Type.Object({ id: Id, name: Type.String() }), attempt_number: Type.Integer() },
  { title: 'CandidateExamAttempt' },
)
export type CandidateAttempt = Static<typeof CandidateAttempt>

const optional = Type.Optional

export const AttemptQuery = Type.Object({ ...Paging, exam_id: optional(Id), status: optional(AttemptStatus) })
export type AttemptQuery = Static<typeof AttemptQuery>

export const SatAttemptQuery = Type.Object({ ...Paging, status: optional(AttemptStatus) })
export type SatAttemptQuery = Static<typeof SatAttemptQuery>

const GivenAnswers = Type.Record(
  Type.String(),
  Type.Unsafe<string | number | boolean | string[] | null>({
    type: ['string', 'number', 'boolean', 'array', 'null'],
    items: { type: 'string' },
  }),
  {
    description:
      'By the id of the question. Single choice: the text of an option; multiple choice: the texts of all that are ' +
      'meant; true or false: a boolean; short answer: a text; numeric: a number. Null clears an answer.',
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

export const Saved = Type.Object({ saved_at: DateTime })
export type Saved = Static<typeof Saved>

export const Submission = Type.Object({ answers: optional(GivenAnswers) })
export type Submission = Static<typeof Submission>
