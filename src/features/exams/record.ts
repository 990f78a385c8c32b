import { type Static, Type } from 'typebox'
import {
  DateTime,
  Id,
  Label,
  Line,
  Named,
  nullable,
  oneOf,
  Skills,
  Text,
  TimeZone,
  withDescription,
} from '#core/schema.ts'
import {
  computed,
  defaulted,
  defineRecord,
  hideableColumns,
  internal,
  optional,
  readOnly,
  required,
  type TableOf,
} from '#database/record.ts'
import { SafeExamBrowser, ShownExamBrowser } from './exam-browser-schemas.ts'
import { largestPool } from './questions/record.ts'
import { Section, SectionInput } from './section-schemas.ts'

export const PublicationStatus = oneOf('draft', 'published')
export type PublicationStatus = Static<typeof PublicationStatus>
export const OnExpiry = oneOf('grade', 'void')

export const ExamStatus = oneOf('available', 'upcoming', 'completed')
export type ExamStatus = Static<typeof ExamStatus>

const Duration = Type.Integer({ minimum: 1, maximum: 10_080, description: '60 unless given, at most a week.' })
const PassingScore = Type.Integer({ minimum: 0, maximum: 100, description: 'Percent; 70 unless given.' })
const MaxAttempts = Type.Integer({ minimum: 1, maximum: 1_000, description: '3 unless given.' })
const Shuffle = Type.Boolean({
  description: 'Questions and options in another order for each attempt; true unless given.',
})
const QuestionCount = Type.Integer({
  minimum: 1,
  maximum: largestPool,
  description: 'Draws so many from the pool; null for all.',
})

export const Marking = Type.Object(
  {
    partial_credit: withDescription(
      oneOf('none', 'proportional'),
      'Whether an answer that is partly right earns its part: of several options, the right ones without as many as were wrong; the ' +
        'options at their place, the pairs and the blanks that are right.',
    ),
    negative_marks: Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'Percent of the points that each wrong choice costs. A question never goes below 0 unless `negative_total`.',
    }),
    negative_total: Type.Boolean({ description: 'Whether a wrong choice can cost points of other questions.' }),
  },
  { description: 'How answers count that are partly right, or wrong choices.' },
)

const GraceMinutes = Type.Integer({
  minimum: 0,
  maximum: 30,
  description: 'The minutes after the end in which late answers count, for those who were writing; 2 unless given.',
})

export const Review = Type.Object(
  {
    when: withDescription(
      oneOf('never', 'after_submit', 'after_last', 'after_close'),
      'When learners see the review of an attempt that is over: `never`; `after_submit`, at once; `after_last`, when they have ' +
        'passed or have no attempts left; `after_close`, when `available_until` has passed and no attempt is in progress, without ' +
        'an end as `after_last`.',
    ),
    shows: Type.Array(oneOf('own_answers', 'marks', 'right_answers', 'explanations'), {
      maxItems: 4,
      uniqueItems: true,
      description: 'What the review shows to learners. Owner and administrators always see all of it.',
    }),
  },
  { description: 'When learners see the review of an attempt, and what it shows.' },
)
export type Review = Static<typeof Review>

const defaultReview: Review = { when: 'after_close', shows: ['own_answers', 'marks'] }

export const examRecord = defineRecord('exams', {
  id: readOnly(Id),
  title: required(withDescription(Line(200), 'The title.')),
  description: optional(withDescription(Text(20_000), 'The description.'), ''),
  duration_minutes: optional(Duration, 60, { answer: Type.Integer({ description: 'The duration, in minutes.' }) }),
  passing_score: optional(PassingScore, 70, { answer: Type.Integer({ description: 'Percent.' }) }),
  max_attempts: optional(MaxAttempts, 3, {
    answer: Type.Integer({ description: 'The number of attempts that each person has.' }),
  }),
  attempts_used: computed(Type.Integer({ description: 'Of the caller: submitted and expired ones.' })),
  questions_count: computed(Type.Integer({ description: 'How many an attempt has.' })),
  category: optional(withDescription(Label(100), 'The category, in free words.'), ''),
  available_from: optional(Type.Unsafe<string>({ ...DateTime, description: 'Now unless given.' }), undefined, {
    answer: withDescription(DateTime, 'The first moment at which the exam can be started.'),
  }),
  available_until: optional(
    withDescription(nullable(DateTime), 'The last moment at which the exam can be taken; null for no limit.'),
    null,
  ),
  timezone: optional(
    Type.Unsafe<string>({
      ...TimeZone,
      minLength: 1,
      description:
        'An IANA name, UTC unless given: the zone in which mails, notifications and pages show the dates of the exam, and in which ' +
        'slots are booked. Bookings that exist keep theirs.',
    }),
    'UTC',
    { answer: Type.String({ description: 'The IANA name of the time zone in which its dates are shown.' }) },
  ),
  status: computed(
    Type.Unsafe<ExamStatus>({
      ...ExamStatus,
      description:
        '`upcoming` before `available_from`; `completed` once the caller has passed or has no attempts left, or the ' +
        'window has closed; else `available`.',
    }),
  ),
  passed: computed(
    nullable(
      Type.Boolean({
        description: 'True once the caller has passed, false after a failed attempt, null before any.',
      }),
    ),
  ),
  publication_status: optional(withDescription(PublicationStatus, 'Whether it is published or a draft.'), 'published'),
  access: optional(
    withDescription(
      oneOf('everyone', 'invited'),
      'Who may take it: `everyone` who is signed in, or only the `invited` people on its roster; for all others it does not exist.',
    ),
    'everyone',
  ),
  skills: optional(Skills('The skills that passing it proves, in the words in which job posts ask for them.'), [], {
    answer: Type.Array(Type.String(), { description: 'The skills that passing it proves.' }),
  }),
  instructions: optional(withDescription(Text(20_000), 'Instructions to read before the start.'), ''),
  can_take: computed(Type.Boolean({ description: 'Whether the caller could start an attempt now.' })),
  attempts_remaining: computed(Type.Integer({ description: 'The number of attempts left.' })),
  open_attempt_id: computed(nullable(Type.Integer({ description: 'The attempt to go on with.' }))),
  shuffle: optional(Shuffle, true, {
    answer: Type.Boolean({ description: 'Whether each attempt has its own order of questions.' }),
  }),
  practice: optional(
    Type.Boolean({
      description:
        'Whether it only belongs to lessons: learners of these courses can take it; no list but its author’s own, with `mine`, ' +
        'has it; and it awards no certificate and proves no skill. Cannot change once there are attempts.',
    }),
    false,
    { answer: Type.Boolean({ description: 'Whether it only belongs to lessons, and is in no list.' }) },
  ),
  certificate_enabled: optional(Type.Boolean({ description: 'True unless given.' }), undefined, {
    answer: Type.Boolean({ description: 'Whether passing it awards a certificate.' }),
  }),
  question_count: optional(nullable(QuestionCount), null, {
    answer: nullable(Type.Integer({ description: 'How many are drawn from the pool; null for all.' })),
  }),
  on_expiry: optional(
    Type.Unsafe<Static<typeof OnExpiry>>({
      ...OnExpiry,
      description: 'Whether what was saved is graded when time runs out (`grade`, the default) or not.',
    }),
    'grade',
    {
      answer: withDescription(
        OnExpiry,
        'What happens to an attempt whose time is over: its saved answers are graded, or it is void.',
      ),
    },
  ),
  grace_minutes: optional(GraceMinutes, 2, {
    answer: Type.Integer({
      description: 'The minutes after the end in which late answers count, for those who were writing.',
    }),
  }),
  marking: optional(Marking, { partial_credit: 'none', negative_marks: 0, negative_total: false }),
  sections: optional(
    Type.Array(SectionInput, {
      maxItems: 50,
      description:
        'What an attempt is made of, in this order; a question comes once. Without sections it is the own questions, by ' +
        '`question_count` and `shuffle`, which sections replace.',
    }),
    [],
    { answer: Type.Array(Section, { description: 'What an attempt is made of; empty for the own questions.' }) },
  ),
  review: optional(Review, defaultReview),
  safe_exam_browser: optional(nullable(SafeExamBrowser), null, { answer: nullable(ShownExamBrowser) }),
  anonymous_grading: optional(
    Type.Boolean({
      description:
        'Whether those who grade do not see who wrote an answer. It applies to attempts that are submitted from then on; false unless given.',
    }),
    false,
    { answer: Type.Boolean({ description: 'Whether those who grade do not see who wrote an answer.' }) },
  ),
  owner: computed(withDescription(Named, 'The owner.')),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  user_id: internal(Id, { tracked: true }),
  /** The category as lists are filtered by it. */
  category_key: internal(Type.String()),
  /** The end of the window, or the end of time, by which lists are sorted. */
  closes_at: internal(DateTime),
  /** The number of questions to select from. */
  pool_size: defaulted(Type.Integer()),
  /** The number of questions that the sections give; null without sections. */
  section_size: defaulted(nullable(Type.Integer())),
  /** The end of the window for which reminders were sent. */
  reminded_for: internal(nullable(DateTime)),
  /** Set instead of a deletion when there are attempts. */
  deleted_at: internal(nullable(DateTime), { tracked: true }),
  ...hideableColumns,
})

declare module '#database/tables/index.ts' {
  interface Tables {
    exams: TableOf<typeof examRecord>
  }
}
