import { type Static, Type } from 'typebox'
import {
  DateTime,
  Id,
  Label,
  Line,
  Named,
  nullable,
  oneOf,
  Text,
  TimeZone,
  Titled,
  withDescription,
} from '#core/schema.ts'
import {
  computed,
  defaulted,
  defineRecord,
  generated,
  internal,
  optional,
  readOnly,
  required,
  type TableOf,
} from '#database/record.ts'

const ClockTime = Type.String({
  format: 'time',
  maxLength: 16,
  examples: ['14:30'],
  description: '`HH:MM` or `HH:MM:SS`, as the clocks of `timezone` show it. Echoed as sent.',
})
const Day = Type.Unsafe<string>({
  ...DateTime,
  dateOnly: true,
  description:
    'Names the day: the one it is in `timezone` at this moment. Midnight in UTC names its own day, whatever the zone, ' +
    'and a day alone, `2026-11-21`, is read as that.',
})
const Zone = Type.Unsafe<string>({ ...TimeZone, description: 'An IANA name, UTC unless given.' })
const Duration = Type.Integer({ minimum: 5, maximum: 1_440, description: '60 unless given.' })

export const InterviewReply = withDescription(
  oneOf('accepted', 'declined', 'proposed'),
  'What the applicant answers to the invitation.',
)
export const Outcome = withDescription(
  oneOf('passed', 'failed', 'no_show'),
  'How the interview went, for those who judge the application.',
)

const Overlap = Type.Object(
  {
    interview_id: Id,
    interviewer: withDescription(Named, 'The person who holds the other interview.'),
    starts_at: Type.Unsafe<string>({ ...DateTime, description: 'When the other interview begins.' }),
    duration_minutes: Type.Integer({ description: 'The duration, in minutes.' }),
  },
  { title: 'InterviewOverlap', description: 'Another interview that an interviewer holds at the same time.' },
)
export type Overlap = Static<typeof Overlap>

export const Overlaps = Type.Array(Overlap, {
  description: 'A warning: other interviews of the interviewers at the same time, at most 50.',
})

const answerText = (description: string) => ({ answer: Type.String({ description }) })

/** The fields of an interview that the slot has from which it comes. */
export const appointment = {
  timezone: optional(Zone, 'UTC', answerText('The IANA name of the time zone.')),
  location: optional(
    Line(500, { description: 'An address, or a link to a call.' }),
    '',
    answerText('An address, or a link to a call.'),
  ),
  interview_type: optional(
    withDescription(Label(50, { examples: ['video', 'on-site'] }), 'The kind of interview, in free words.'),
    '',
    answerText('The kind of interview, in free words.'),
  ),
  notes: optional(nullable(Text(5_000, { description: 'For the applicant, who gets them by mail.' })), null, {
    answer: nullable(Type.String({ description: 'Remarks for the applicant.' })),
  }),
}

export const interviewRecord = defineRecord('interviews', {
  id: readOnly(Id),
  interview_id: computed(Type.Integer({ description: 'The same as `id`.' })),
  application_id: readOnly(Id),
  job_post: computed(withDescription(Titled, 'The job post.')),
  applicant: computed(
    Type.Object(
      { id: nullable(Id), name: Type.String({ description: 'The name.' }) },
      { description: 'A blind candidate has no `id`.' },
    ),
  ),
  interviewers: computed(withDescription(Type.Array(Named), 'The people who hold the interview.')),
  interview_date: required(Day, {
    answer: withDescription(DateTime, 'The day of the interview, at midnight in UTC.'),
    tracked: false,
  }),
  interview_time: required(ClockTime, { tracked: false }),
  timezone: appointment.timezone,
  starts_at: readOnly(withDescription(DateTime, 'The moment that date, time and zone mean.'), { tracked: true }),
  duration_minutes: optional(Duration, 60, { answer: Type.Integer({ description: 'The duration, in minutes.' }) }),
  location: appointment.location,
  interview_type: appointment.interview_type,
  notes: appointment.notes,
  answer: generated(
    nullable(
      withDescription(InterviewReply, 'What the applicant answered; null until then, and again when the time changes.'),
    ),
    { tracked: true },
  ),
  answered_at: generated(nullable(withDescription(DateTime, 'When the applicant answered; null until then.')), {
    tracked: true,
  }),
  proposed_times: generated(Type.Array(DateTime, { description: 'When the applicant could come instead.' }), {
    tracked: true,
  }),
  answer_message: generated(Type.String({ description: 'What the applicant adds.' }), { tracked: true }),
  outcome: generated(
    Type.Optional(nullable(withDescription(Outcome, 'To those who judge the application; null until it is decided.'))),
    { tracked: true },
  ),
  outcome_notes: generated(Type.Optional(Type.String({ description: 'To those who judge the application.' })), {
    tracked: true,
  }),
  overlaps: computed(Type.Optional(Overlaps)),
  slot_id: generated(nullable(withDescription(Id, 'The slot that the applicant chose; null for other interviews.')), {
    tracked: true,
  }),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  job_post_id: internal(Id),
  /** The UID and the sequence number of the calendar event (RFC 5545). */
  uid: internal(Type.String()),
  sequence: defaulted(Type.Integer()),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    interviews: TableOf<typeof interviewRecord>
  }
}
