import { type Static, Type } from 'typebox'
import {
  DateTime,
  Id,
  Label,
  Line,
  NonEmptyLine,
  nullable,
  oneOf,
  Paging,
  Skills,
  Text,
  withDescription,
} from '#core/schema.ts'
import { largestPool, NestedQuestion, NewQuestion, Pool, Question } from '../questions/schemas.ts'

const PublicationStatus = oneOf('draft', 'published')
const OnExpiry = oneOf('grade', 'void')
const ExamStatus = withDescription(oneOf('available', 'upcoming', 'completed'), 'What the exam is to the caller.')
export type ExamStatus = Static<typeof ExamStatus>

const described = {
  id: Id,
  title: Type.String({ description: 'The title.' }),
  description: Type.String({ description: 'The description.' }),
  duration_minutes: Type.Integer({ description: 'The duration, in minutes.' }),
  passing_score: Type.Integer({ description: 'Percent.' }),
  max_attempts: Type.Integer({ description: 'The number of attempts that each person has.' }),
  attempts_used: Type.Integer({ description: 'Of the caller: submitted and expired ones.' }),
  questions_count: Type.Integer({ description: 'How many an attempt has.' }),
  category: Type.String({ description: 'The category, in free words.' }),
  available_from: withDescription(DateTime, 'The first moment at which the exam can be started; null for no limit.'),
  available_until: withDescription(
    nullable(DateTime),
    'The last moment at which the exam can be taken; null for no limit.',
  ),
  status: Type.Unsafe<ExamStatus>({
    ...ExamStatus,
    description:
      '`upcoming` before `available_from`; `completed` once the caller has passed or has no attempts left, or the ' +
      'window has closed; else `available`.',
  }),
  passed: nullable(
    Type.Boolean({
      description: 'True once the caller has passed, false after a failed attempt, null before any.',
    }),
  ),
  publication_status: withDescription(PublicationStatus, 'Whether it is published or a draft.'),
  skills: Type.Array(Type.String(), { description: 'The skills that passing it proves.' }),
}

/** Specification, "Exam (list item)". */
export const ExamItem = Type.Object(described, { title: 'ExamItem' })
export type ExamItem = Static<typeof ExamItem>

const detailed = {
  ...described,
  instructions: Type.String({ description: 'Instructions to read before the start.' }),
  can_take: Type.Boolean({ description: 'Whether the caller could start an attempt now.' }),
  attempts_remaining: Type.Integer({ description: 'The number of attempts left.' }),
  open_attempt_id: nullable(Type.Integer({ description: 'The attempt to go on with.' })),
  shuffle: Type.Boolean({ description: 'Whether each attempt has its own order of questions.' }),
  certificate_enabled: Type.Boolean({ description: 'Whether passing or completing it awards a certificate.' }),
  question_count: nullable(Type.Integer({ description: 'How many are drawn from the pool; null for all.' })),
  on_expiry: withDescription(
    OnExpiry,
    'What happens to an attempt whose time is over: its saved answers are graded, or it is void.',
  ),
  owner: withDescription(Type.Object({ id: Id, name: Type.String({ description: 'The name.' }) }), 'The owner.'),
  created_at: DateTime,
  updated_at: DateTime,
}

/** Specification, "Exam (detail)". */
export const Exam = Type.Object(detailed, { title: 'Exam' })
export type Exam = Static<typeof Exam>

/** What the author gets back. */
export const AuthoredExam = Type.Object(
  { ...detailed, questions: Type.Array(Question, { description: 'All questions, with their answers.' }) },
  { title: 'AuthoredExam' },
)
export type AuthoredExam = Static<typeof AuthoredExam>

const optional = Type.Optional

const settings = {
  description: withDescription(optional(Text(20_000)), 'The description.'),
  instructions: withDescription(optional(Text(20_000)), 'Instructions to read before the start.'),
  category: withDescription(optional(Label(100)), 'The category, in free words.'),
  duration_minutes: optional(
    Type.Integer({ minimum: 1, maximum: 10_080, description: '60 unless given, at most a week.' }),
  ),
  passing_score: optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Percent; 70 unless given.' })),
  max_attempts: optional(Type.Integer({ minimum: 1, maximum: 1_000, description: '3 unless given.' })),
  available_from: optional(Type.Unsafe<string>({ ...DateTime, description: 'Now unless given.' })),
  available_until: withDescription(
    optional(nullable(DateTime)),
    'The last moment at which the exam can be taken; null for no limit.',
  ),
  shuffle: optional(
    Type.Boolean({
      description: 'Questions and options in another order for each attempt; true unless given.',
    }),
  ),
  certificate_enabled: optional(Type.Boolean({ description: 'True unless given.' })),
  question_count: optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: largestPool,
        description: 'Draws so many from the pool; null for all.',
      }),
    ),
  ),
  on_expiry: optional(
    Type.Unsafe<Static<typeof OnExpiry>>({
      ...OnExpiry,
      description: 'Whether what was saved is graded when time runs out (`grade`, the default) or not.',
    }),
  ),
  publication_status: withDescription(optional(PublicationStatus), 'Whether it is published or a draft.'),
  skills: optional(Skills('The skills that passing it proves, in the words in which job posts ask for them.')),
}

export const NewExam = Type.Object(
  {
    title: withDescription(Line(200), 'The title.'),
    ...settings,
    questions: optional(Pool(NewQuestion, 'In their order.')),
  },
  { title: 'NewExam', description: 'It is published unless `publication_status` says otherwise.' },
)
export type NewExam = Static<typeof NewExam>

export const ExamChange = Type.Object({
  title: withDescription(optional(NonEmptyLine('title', 200)), 'The title.'),
  ...settings,
  questions: optional(
    Pool(NestedQuestion, 'One with an `id` replaces that question, one without is added, absent ones stay.'),
  ),
})
export type ExamChange = Static<typeof ExamChange>

export const ExamQuery = Type.Object({
  ...Paging,
  status: optional(ExamStatus),
  category: optional(Text(100, { description: 'The whole name, without regard to case and accents.' })),
  mine: optional(Type.Boolean({ description: 'Only those I wrote.' })),
})
export type ExamQuery = Static<typeof ExamQuery>
