import { type Static, Type } from 'typebox'
import { DateTime, Id, Line, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import {
  computed,
  defaulted,
  defineRecord,
  internal,
  optional,
  readOnly,
  required,
  type TableOf,
} from '#database/record.ts'

const Media = nullable(
  Type.String({
    format: 'web-address',
    spelling: 'address',
    maxLength: 2_000,
    description: 'What was uploaded here goes into the download.',
  }),
)
const MediaAnswer = { answer: nullable(Type.String({ description: 'Null while the lesson is locked.' })) }

const CompletionRule = oneOf('marked', 'opened', 'watched', 'passed')
export type CompletionRule = Static<typeof CompletionRule>

const completionDescription =
  'When the lesson completes: `marked`, by the learner; `opened`, when it is opened; `watched`, when `watched_percent` of it is watched; ' +
  '`passed`, when its exam is passed, which also is the rule of a lesson with an exam unless it is given.'

const WatchedPercent = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: 'The percentage that must be watched where the rule is `watched`; 90 unless given.',
})

const Completion = Type.Object(
  {
    rule: withDescription(CompletionRule, 'What completes the lesson.'),
    watched_percent: WatchedPercent,
  },
  { description: completionDescription },
)
export type Completion = Static<typeof Completion>

const CompletionInput = Type.Unsafe<Completion>(
  Type.Object(
    {
      rule: withDescription(CompletionRule, 'What completes the lesson.'),
      watched_percent: Type.Optional(WatchedPercent),
    },
    { description: completionDescription },
  ),
)

export const defaultCompletion: Completion = { rule: 'marked', watched_percent: 90 }

const Days = (minimum: number, description: string) => Type.Integer({ minimum, maximum: 3_650, description })

export const Order = Type.Integer({ minimum: 1, maximum: 1_000, description: 'Its place in the course, from 1.' })

/** A lesson, with the progress of the actor. */
export const lessonRecord = defineRecord('lessons', {
  id: readOnly(Id),
  title: required(withDescription(Line(200), 'The title.')),
  description: optional(withDescription(Text(5_000), 'The description.'), ''),
  duration_minutes: optional(Type.Integer({ minimum: 0, maximum: 100_000, description: '0 unless given.' }), 0, {
    answer: Type.Integer({ description: 'The duration, in minutes.' }),
  }),
  video_url: optional(Media, null, MediaAnswer),
  content_url: optional(Media, null, MediaAnswer),
  order: computed(Order),
  completed: computed(Type.Boolean({ description: 'Whether it is completed.' })),
  unlocked: computed(
    Type.Boolean({
      description:
        'Whether it is open to the learner: its day has come, and in a sequential course all lessons before it are completed.',
    }),
  ),
  content: optional(Text(100_000, { description: 'Markdown; goes into the download.' }), '', {
    answer: Type.String({ description: 'Markdown; empty while the lesson is locked.' }),
  }),
  exam_id: optional(
    nullable(
      withDescription(
        Id,
        'A published exam of the owner of the course, for practice or not. The lesson completes for a learner who passes it.',
      ),
    ),
    null,
    {
      answer: nullable(
        Type.Integer({ description: 'The exam to pass; null without one, and while the lesson is locked.' }),
      ),
    },
  ),
  completion: optional(CompletionInput, defaultCompletion, { answer: Completion }),
  available_after_days: optional(
    nullable(
      Days(
        0,
        'Opens so many days after the beginning: the start of the cohort, or else the enrollment. Null for at once.',
      ),
    ),
    null,
  ),
  due_after_days: optional(
    nullable(
      Days(
        1,
        'Is due so many days after the beginning: the start of the cohort, or else the enrollment. Null for never.',
      ),
    ),
    null,
  ),
  available_at: computed(
    withDescription(
      nullable(DateTime),
      'When it opens for the learner; null for at once, and for who is not enrolled.',
    ),
  ),
  due_at: computed(withDescription(nullable(DateTime), 'When it is due for the learner; null for never.')),
  course_id: internal(Id),
  /** The content as parts of HTML; see `renderMarkdown`. */
  rendered: defaulted(Type.String()),
  /** The place in the course, from 1. */
  position: internal(Type.Integer(), { tracked: true }),
  created_at: internal(DateTime),
  updated_at: internal(DateTime),
  removed_at: internal(nullable(DateTime), { tracked: true }),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    lessons: TableOf<typeof lessonRecord>
  }
}
