import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, Paging, withDescription } from '#core/schema.ts'
import { QuestionType } from '../questions/schemas.ts'

const AttemptStatus = withDescription(
  oneOf('in_progress', 'submitted', 'expired'),
  'Whether the attempt is open, submitted or out of time.',
)

export type Answer = string | number | boolean | (string | number)[] | Record<string, string>

export const AnswerValue = Type.Unsafe<Answer>({
  type: ['string', 'number', 'boolean', 'array', 'object'],
  items: { type: ['string', 'integer'] },
  additionalProperties: { type: 'string' },
})

/** A file of an answer. */
export const AnswerFile = Type.Object(
  {
    id: Id,
    filename: Type.String({ description: 'The name of the file.' }),
    size: Type.Integer({ description: 'In bytes.' }),
    mime_type: Type.String({ description: 'The media type of the content.' }),
    url: Type.String({ description: 'An address at which it can be read for an hour.' }),
  },
  { title: 'AnswerFile' },
)
export type AnswerFile = Static<typeof AnswerFile>

/** A question without its correct answer. */
export const AttemptQuestion = Type.Object(
  {
    id: Id,
    question: Type.String({ description: 'The text of the question.' }),
    type: QuestionType,
    options: withDescription(Type.Array(Type.String()), 'The answers to choose from.'),
    points: Type.Integer({ description: 'The points for a right answer.' }),
    max_words: Type.Optional(
      Type.Integer({
        description: 'The words that a submitted essay may have, which spaces separate; left out without a limit.',
      }),
    ),
    prompts: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Of matching, the left sides; of cloze, the names of the blanks, which the text has as `{{name}}`.',
      }),
    ),
  },
  { title: 'AttemptQuestion' },
)
export type AttemptQuestion = Static<typeof AttemptQuestion>

const result = {
  attempt_id: Id,
  score: Type.Integer({ description: 'Percent of the points.' }),
  passing_score: Type.Integer({ description: 'The least score to pass, in percent.' }),
  passed: Type.Boolean({ description: 'Whether it was passed; null until that is decided.' }),
  questions_answered: Type.Integer({ description: 'The number of answered questions.' }),
  total_questions: Type.Integer({ description: 'The number of questions.' }),
  correct_answers: Type.Integer({ description: 'The number of right answers.' }),
  incorrect_answers: Type.Integer({
    description: 'Wrong and missing ones, without those that people have yet to grade.',
  }),
  time_taken_seconds: Type.Integer({ description: 'The time taken, in seconds.' }),
  attempt_number: Type.Integer({ description: 'The number of the attempt, from 1.' }),
  max_attempts: Type.Integer({ description: 'The number of attempts that each person has.' }),
  attempts_remaining: Type.Integer({ description: 'The number of attempts left.' }),
  certificate_eligible: Type.Boolean({ description: 'Passed, and the exam gives certificates.' }),
  grading: withDescription(
    oneOf('pending', 'final'),
    'Whether people have yet to grade answers. While it is `pending`, the score is what is certain so far, and the attempt is not passed.',
  ),
}
/** Specification, "Exam result". */
export const ExamResult = Type.Object(result, { title: 'ExamResult' })
export type ExamResult = Static<typeof ExamResult>

const outcome = {
  score: nullable(
    Type.Integer({ description: 'Null before it is graded, and while people have yet to grade answers.' }),
  ),
  passed: withDescription(nullable(Type.Boolean()), 'Whether it was passed; null until that is decided.'),
}

/** Specification, "Exam attempt". */
export const Attempt = Type.Object(
  {
    id: Id,
    exam_id: Id,
    user_id: Id,
    attempt_number: Type.Integer({ description: 'The number of the attempt, from 1.' }),
    status: AttemptStatus,
    started_at: withDescription(DateTime, 'When it began.'),
    submitted_at: withDescription(nullable(DateTime), 'When it was submitted; null before.'),
    expires_at: withDescription(DateTime, 'When it expires.'),
    time_remaining_seconds: Type.Integer({ description: '0 once it is over.' }),
    saved_at: withDescription(DateTime, 'When answers were last saved.'),
    answers: Type.Record(Type.String(), AnswerValue, { description: 'By the id of the question.' }),
    questions: Type.Array(AttemptQuestion, { description: 'The questions of the attempt, in its order.' }),
    files: Type.Optional(
      Type.Array(AnswerFile, { description: 'The uploaded files of the answers; left out without any.' }),
    ),
    ...outcome,
    result: nullable(Type.Object(result, { description: 'Null before it is graded.' })),
  },
  { title: 'ExamAttempt' },
)
export type Attempt = Static<typeof Attempt>

const LateBy = nullable(
  Type.Integer({
    description: 'The seconds after the end at which the last answers arrived; null if they were in time.',
  }),
)

/** What lists say of an attempt. */
export const listed = {
  id: Id,
  exam: withDescription(Type.Object({ id: Id, title: Type.String({ description: 'The title.' }) }), 'The exam.'),
  status: AttemptStatus,
  ...outcome,
  started_at: withDescription(DateTime, 'When it began.'),
  submitted_at: withDescription(nullable(DateTime), 'When it was submitted; null before.'),
}

/** Specification, "Attempt list item". */
export const AttemptItem = Type.Object(listed, { title: 'ExamAttemptItem' })
export type AttemptItem = Static<typeof AttemptItem>

/** The same for managers of the exam. */
export const CandidateAttempt = Type.Object(
  {
    ...listed,
    user: withDescription(Type.Object({ id: Id, name: Type.String({ description: 'The name.' }) }), 'The account.'),
    attempt_number: Type.Integer({ description: 'The number of the attempt, from 1.' }),
    late_by_seconds: LateBy,
  },
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
  Type.Unsafe<Answer | null>({
    type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
    items: { type: ['string', 'integer'] },
    additionalProperties: { type: 'string' },
  }),
  {
    description:
      'By the id of the question. Single choice: the text of an option; multiple choice: the texts of all that are ' +
      'meant; true or false: a boolean; short answer: a text; numeric: a number; ordering: all options in their order; matching: an option by left side; ' +
      'cloze: a text by blank; essay: a text; file_upload: the ids of one to ten files that were uploaded as `document`, which nobody ' +
      'else can read from then on. Null clears an answer.',
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
    saved_at: withDescription(DateTime, 'When answers were last saved.'),
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
  saved_at: withDescription(DateTime, 'When answers were last saved.'),
  expires_at: withDescription(DateTime, 'When the attempt ends. It can move while one writes.'),
  late_by_seconds: LateBy,
  receipt: Receipt,
})
export type Saved = Static<typeof Saved>

export const Submission = Type.Object({ answers: optional(GivenAnswers) })
export type Submission = Static<typeof Submission>
