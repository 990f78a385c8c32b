import { type Static, Type } from 'typebox'
import { DateTime, Id, Named, nullable, Paging, Titled, withDescription } from '#core/schema.ts'
import { type Answer, AttemptStatus, attemptRecord, result } from './record.ts'

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

const { attempt_number, status, score, passed, started_at, submitted_at, score_before } = attemptRecord.answer
/** What lists say of an attempt. */
export const listed = {
  id: Id,
  exam: withDescription(Titled, 'The exam.'),
  status,
  score,
  passed,
  started_at,
  submitted_at,
  score_before,
}

/** Specification, "Attempt list item". */
export const AttemptItem = Type.Object(listed, { title: 'ExamAttemptItem' })
export type AttemptItem = Static<typeof AttemptItem>

/** The same for managers of the exam. */
export const CandidateAttempt = Type.Object(
  {
    ...listed,
    user: withDescription(Named, 'The account.'),
    attempt_number,
    late_by_seconds: LateBy,
    events_count: Type.Integer({ description: 'The number of events that `GET /exam-attempts/{id}/events` lists.' }),
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
    maxProperties: 1_000,
    description:
      'By the id of the question. Single choice: the text of an option; multiple choice: the texts of all that are ' +
      'meant; true or false: a boolean; short answer: a text; numeric: a number; ordering: all options in their order; matching: an option by left side; ' +
      'cloze: a text by blank; essay: a text; file_upload: the ids of one to ten files that were uploaded as `document`, and ' +
      'from then on only the learner and those who grade can read. Null clears an answer.',
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
      maxLength: 64,
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

export const Submission = Type.Object({
  answers: optional(GivenAnswers),
  allow_unanswered: Type.Optional(
    Type.Boolean({
      description: 'With true, questions may be left without an answer, and count as wrong. Ask the person before.',
    }),
  ),
})
export type Submission = Static<typeof Submission>
