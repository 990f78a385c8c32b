import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { DateTime, Id, nullable, oneOf, withCondition, withDescription } from '#core/schema.ts'
import { fill } from '#language/sentence.ts'
import { enrollmentRecord } from '../enrollments/record.ts'

const Percentage = Type.Integer({ minimum: 0, maximum: 100 })

export const CourseProgress = Type.Object(
  {
    enrollment_id: Id,
    course_id: Id,
    progress_percentage: withDescription(Percentage, 'The share that is completed, in whole percent, rounded down.'),
    lessons_completed: Type.Integer({ description: 'The number of completed lessons; in a request, their ids.' }),
    total_lessons: Type.Integer({ description: 'The number of lessons of the course.' }),
    time_spent_minutes: Type.Integer({ description: 'The time that the learner has spent, in minutes.' }),
    last_accessed_at: withDescription(DateTime, 'When the learner last opened it.'),
    completed_at: withDescription(nullable(DateTime), 'When it was completed; null while it is not.'),
    certificate_eligible: Type.Boolean({ description: 'Whether a certificate can be issued now.' }),
    cohort_id: enrollmentRecord.fields.cohort_id.schema,
  },
  { title: 'CourseProgress' },
)
export type CourseProgress = Static<typeof CourseProgress>

/** Maximum seconds that one request adds. */
export const maxSeconds = 86_400

const WatchedPercent = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: 'How much of the lesson the learner has watched so far, in percent. The greatest number counts.',
})

const reportFields = Type.Object(
  {
    lesson_id: Id,
    completed: Type.Optional(
      Type.Boolean({
        description:
          'Needed unless the lesson was `opened` or `watched_percent` is given. True is refused for a lesson that something else completes; ' +
          'false opens a lesson again that the learner has marked.',
      }),
    ),
    opened: Type.Optional(
      Type.Boolean({
        description: 'Whether the learner has opened the lesson, which completes one with the rule `opened`.',
      }),
    ),
    watched_percent: Type.Optional(WatchedPercent),
    time_spent_seconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: maxSeconds, description: 'Since the last report; it adds up.' }),
    ),
  },
  { examples: [{ lesson_id: 1, completed: true }] },
)
export type LessonReport = Static<typeof reportFields>

export const LessonReport = withCondition(
  reportFields,
  ({ completed, opened, watched_percent }: Partial<LessonReport>): FieldErrors =>
    completed === undefined && opened === undefined && watched_percent === undefined
      ? { completed: [fill('The {field} field is required.', { field: { field: 'completed' } })] }
      : {},
)

export const ReportedProgress = Type.Object({
  progress_percentage: withDescription(Percentage, 'The share that is completed, in whole percent, rounded down.'),
  lessons_completed: Type.Integer({ description: 'The number of completed lessons; in a request, their ids.' }),
})
export type ReportedProgress = Static<typeof ReportedProgress>

export const Completion = Type.Object({
  certificate_eligible: Type.Boolean({
    description: 'Whether every lesson is done and the course gives certificates.',
  }),
  certificate_url: withDescription(nullable(Type.String()), 'The URL of the certificate’s public page.'),
})
export type Completion = Static<typeof Completion>

/** What is out of range concerns its entry only, because a device that is refused as a whole never gets further. */
export const SyncEntry = Type.Object({
  lesson_id: Type.Integer({
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The lesson; an entry of one that the course does not have is skipped.',
  }),
  completed_at: Type.String({
    maxLength: 100,
    description:
      'A date-time by the clock of the device. A moment in the future is cut to the present; an entry without a valid ' +
      'date and time is skipped.',
    examples: ['2026-11-21T09:14:00.000Z'],
  }),
  time_spent_seconds: Type.Optional(
    nullable(
      Type.Number({
        description: 'For this completion. Fractions are cut, less than 0 counts as 0, and more than a day as a day.',
      }),
    ),
  ),
  watched_percent: Type.Optional(
    nullable(
      Type.Number({
        description:
          'How much of the lesson was watched, in percent; needed where that completes it. An entry of a lesson whose exam must be ' +
          'passed is skipped.',
      }),
    ),
  ),
})
export type SyncEntry = Static<typeof SyncEntry>

export const ProgressSync = Type.Object({
  lessons_completed: Type.Array(SyncEntry, {
    maxItems: 1_000,
    description: 'In any order. What was sent before, or twice, changes nothing.',
  }),
  last_sync_at: Type.Optional(withDescription(nullable(DateTime), 'When the device last synchronized its progress.')),
})
export type ProgressSync = Static<typeof ProgressSync>

export const SyncVerdict = Type.Object({
  lesson_id: Type.Integer(),
  result: withDescription(oneOf('applied', 'already', 'skipped'), 'What was done with the entry.'),
  reason: withDescription(nullable(Type.String()), 'The reason, in free words.'),
})
export type SyncVerdict = Static<typeof SyncVerdict>

export const SyncedProgress = Type.Object({
  synced_count: Type.Integer({ description: 'How many entries changed something.' }),
  updated_progress: withDescription(Percentage, 'The share that is completed now, in whole percent.'),
  results: Type.Array(SyncVerdict, { description: 'A verdict for each entry, in their order.' }),
})
export type SyncedProgress = Static<typeof SyncedProgress>
