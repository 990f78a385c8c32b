import { Type } from 'typebox'
import { CalendarDate, DateTime, Email, Id, Label, Line, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import {
  defaulted,
  defineRecord,
  generated,
  internal,
  optional,
  readOnly,
  required,
  type TableOf,
} from '#database/record.ts'

export const ApplicationStatus = withDescription(
  oneOf('applied', 'reviewing', 'shortlisted', 'rejected', 'hired'),
  'How far the application is.',
)

const Experience = Label(50, { description: 'How much experience the applicant has, in free words.' })
const Salary = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })

/** An answer as sent: in a form its question may be text, and the whole may be JSON. */
const GivenAnswer = Type.Unsafe<string | object>({
  type: ['string', 'object'],
  description:
    '`{question_id, answer}` as JSON, or a plain text, which answers the question of the same position in the job post.',
})

const answersDescription = { description: 'Answers to the questions of the post.' }

const StoredAnswers = Type.Array(
  Type.Object({
    question_id: nullable(Type.Integer()),
    question: Type.String({ description: 'As it was when it was answered.' }),
    answer: Type.String({ description: 'What the applicant answered.' }),
  }),
  answersDescription,
)

const Consent = Type.Boolean({
  const: true,
  sentence: 'You must agree to the processing of your data.',
  description: 'Must be true.',
})

/** What never changes after the application was submitted is not followed by the change feed. */
const fixed = { tracked: false }

export const applicationRecord = defineRecord('job_applications', {
  id: readOnly(Id),
  job_post_id: required(Id, fixed),
  user_id: readOnly(Id),
  first_name: required(withDescription(Line(100), 'The first name.')),
  last_name: required(withDescription(Line(100), 'The last name.')),
  email: required(withDescription(Email, 'The e-mail address.'), { answer: Type.String() }),
  phone: required(withDescription(Label(50), 'The telephone number.')),
  resume_id: readOnly(nullable(Id), { tracked: true }),
  cover_letter: optional(withDescription(Text(20_000), 'The cover letter.'), ''),
  experience_level: optional(Experience, '', fixed),
  available_date: optional(
    withDescription(nullable(CalendarDate), 'The first day on which the applicant could start.'),
    null,
    fixed,
  ),
  notice_period: optional(
    withDescription(Label(100), 'The notice period of the present job, in free words.'),
    '',
    fixed,
  ),
  salary_expectation: optional(
    withDescription(nullable(Salary), 'The expected salary a year, in the currency of the post; null when not stated.'),
    null,
    { ...fixed, answer: nullable(Type.Integer()) },
  ),
  remote_interested: optional(
    Type.Boolean({ description: 'Whether the applicant would work remotely.' }),
    false,
    fixed,
  ),
  additional_answers: optional(Type.Array(GivenAnswer, { maxItems: 100, ...answersDescription }), [], {
    answer: StoredAnswers,
  }),
  consent_data: required(Consent, { ...fixed, answer: Type.Boolean() }),
  consent_marketing: optional(
    Type.Boolean({ description: 'Whether the applicant agrees to marketing mails.' }),
    false,
    fixed,
  ),
  status: readOnly(ApplicationStatus, { tracked: true }),
  applied_at: readOnly(withDescription(DateTime, 'When the application was submitted.')),
  updated_at: readOnly(DateTime),
  /** A reserved place is submitted by itself when the requirements are met. Only the applicant sees a pending application. */
  pending: readOnly(Type.Boolean({ description: 'Whether it is a reserved place, which only the applicant sees.' }), {
    tracked: true,
  }),
  /** Submitted to a blind post: it is pending for all but its applicant until its batch reaches the judges. */
  sealed: readOnly(Type.Boolean(), { tracked: true }),
  /** The score of a blind candidate, as it was when the application reached the judges. Null for other applications. */
  blind_score: generated(nullable(Type.Integer())),
  /** In the order of submission, of a blind post in random order within a batch; null while pending. */
  candidate_number: generated(nullable(Type.Integer({ description: 'Within the post.' }))),
  /** When it was first shortlisted, from when a blind post shows who it is. */
  shortlisted_at: generated(nullable(DateTime), { tracked: true }),
  rejection_reason: generated(Type.String({ description: 'Of a rejection; empty without one.' }), { tracked: true }),
  rejection_letter: generated(Type.String({ description: 'What was written to the applicant with a rejection.' }), {
    tracked: true,
  }),
  resume_state: generated(
    withDescription(oneOf('pending', 'ready', 'unreadable'), 'Whether the words of the resume can be searched.'),
  ),
  tags: generated(Type.Optional(withDescription(Type.Array(Type.String()), 'To those who manage the post.')), {
    tracked: true,
  }),
  search_key: internal(Type.String()),
  /** The folded tags, in their order. */
  tag_keys: defaulted(Type.Array(Type.String())),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    job_applications: TableOf<typeof applicationRecord>
  }
}
