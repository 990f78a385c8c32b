import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { computed, defaulted, defineRecord, generated, internal, readOnly, type TableOf } from '#database/record.ts'
import type { PaperQuestion } from '#database/tables/exams.ts'
import { QuestionType } from '../questions/record.ts'
import { Marking, OnExpiry } from '../record.ts'

export const AttemptStatus = withDescription(
  oneOf('in_progress', 'submitted', 'expired'),
  'Whether the attempt is open, submitted or out of time.',
)
export type AttemptStatus = Static<typeof AttemptStatus>

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

const Grading = withDescription(
  oneOf('pending', 'final'),
  'Whether people have yet to grade answers. While it is `pending`, the score is what is certain so far, and the attempt is not passed.',
)

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

const AttemptNumber = Type.Integer({ description: 'The number of the attempt, from 1.' })
const Passed = Type.Boolean({ description: 'Whether it was passed; null until that is decided.' })

/** The properties of a result. */
export const result = {
  attempt_id: Id,
  score: Type.Integer({ description: 'Percent of the points.' }),
  passing_score: Type.Integer({ description: 'The least score to pass, in percent.' }),
  passed: Passed,
  questions_answered: Type.Integer({ description: 'The number of answered questions.' }),
  total_questions: Type.Integer({ description: 'The number of questions.' }),
  correct_answers: Type.Integer({ description: 'The number of right answers.' }),
  incorrect_answers: Type.Integer({
    description: 'Wrong and missing ones, without those that people have yet to grade.',
  }),
  time_taken_seconds: Type.Integer({ description: 'The time taken, in seconds.' }),
  attempt_number: AttemptNumber,
  max_attempts: Type.Integer({ description: 'The number of attempts that each person has.' }),
  attempts_remaining: Type.Integer({ description: 'The number of attempts left.' }),
  certificate_eligible: Type.Boolean({ description: 'Passed, and the exam gives certificates.' }),
  grading: Grading,
}

export const attemptRecord = defineRecord('exam_attempts', {
  id: readOnly(Id),
  exam_id: readOnly(Id),
  user_id: readOnly(Id),
  attempt_number: computed(AttemptNumber),
  status: readOnly(AttemptStatus, { tracked: true }),
  started_at: readOnly(withDescription(DateTime, 'When it began.')),
  submitted_at: readOnly(withDescription(nullable(DateTime), 'When it was submitted; null before.')),
  expires_at: readOnly(withDescription(DateTime, 'When it expires.'), { tracked: true }),
  time_remaining_seconds: computed(Type.Integer({ description: '0 once it is over.' })),
  saved_at: computed(withDescription(DateTime, 'When answers were last saved.')),
  answers: computed(Type.Record(Type.String(), AnswerValue, { description: 'By the id of the question.' })),
  questions: computed(Type.Array(AttemptQuestion, { description: 'The questions of the attempt, in its order.' })),
  files: computed(
    Type.Optional(Type.Array(AnswerFile, { description: 'The uploaded files of the answers; left out without any.' })),
  ),
  score: readOnly(
    nullable(Type.Integer({ description: 'Null before it is graded, and while people have yet to grade answers.' })),
    { tracked: true },
  ),
  passed: readOnly(withDescription(nullable(Type.Boolean()), 'Whether it was passed; null until that is decided.'), {
    tracked: true,
  }),
  result: computed(nullable(Type.Object(result, { description: 'Null before it is graded.' }))),
  score_before: generated(
    nullable(
      Type.Integer({
        description: 'The score before the exam was last graded again with another result; null otherwise.',
      }),
    ),
  ),
  /** `attempt_number` of answers. */
  number: internal(Type.Integer()),
  /** The questions in their versions and order. */
  paper: internal(Type.Unsafe<PaperQuestion[]>({ type: 'array' })),
  /** The rules of the exam when the attempt began. */
  passing_score: internal(Type.Integer()),
  on_expiry: internal(OnExpiry),
  duration_minutes: internal(nullable(Type.Integer())),
  closes_at: internal(nullable(DateTime)),
  grace_minutes: internal(Type.Integer()),
  marking: internal(Marking),
  extension_minutes: defaulted(Type.Integer()),
  /** The numbers of answered and of right questions; null before it is graded. */
  answered: internal(nullable(Type.Integer())),
  correct: internal(nullable(Type.Integer())),
  /** Whether people have yet to grade answers. */
  grading: defaulted(Grading, { tracked: true }),
  /** Percent, by the answers that people do not grade; null once the score is final. */
  certain_score: defaulted(nullable(Type.Integer())),
  /** The number of answers that the score does not contain yet. */
  ungraded: defaulted(Type.Integer()),
  /** From then on the grades do not change until the score is computed. */
  released_at: defaulted(nullable(DateTime)),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    exam_attempts: TableOf<typeof attemptRecord>
  }
}
