import { type Static, Type } from 'typebox'
import { DateTime, Id, Label, Line, nullable, oneOf, Paging, Text, TimeZone, withDescription } from '#core/schema.ts'

const ClockTime = Type.String({
  format: 'time',
  examples: ['14:30'],
  description: '`HH:MM` or `HH:MM:SS`, as the clocks of `timezone` show it. Echoed as sent.',
})
const Day = Type.Unsafe<string>({
  ...DateTime,
  wholeDay: true,
  description:
    'Names the day: the one it is in `timezone` at this moment. Midnight in UTC names its own day, whatever the zone, ' +
    'and a day alone, `2026-11-21`, is read as that.',
})
const Zone = Type.Unsafe<string>({ ...TimeZone, description: 'An IANA name, UTC unless given.' })

const optional = Type.Optional

const details = {
  timezone: optional(Zone),
  duration_minutes: optional(Type.Integer({ minimum: 5, maximum: 1_440, description: '60 unless given.' })),
  location: optional(Line(500, { description: 'An address, or a link to a call.' })),
  interview_type: withDescription(
    optional(Label(50, { examples: ['video', 'on-site'] })),
    'The kind of interview, in free words.',
  ),
  notes: optional(nullable(Text(5_000, { description: 'For the applicant, who gets them by mail.' }))),
}

const mostInterviewers = 10

const interviewerIds = optional(
  Type.Array(Id, {
    maxItems: mostInterviewers,
    description: 'The owner of the post and reviewers of it; the owner unless given. Replaces all.',
  }),
)

const Outcome = withDescription(
  oneOf('passed', 'failed', 'no_show'),
  'How the interview went, for those who judge the application.',
)

export const NewInterview = Type.Object(
  { application_id: Id, interview_date: Day, interview_time: ClockTime, ...details, interviewer_ids: interviewerIds },
  { title: 'NewInterview' },
)
export type NewInterview = Static<typeof NewInterview>

export const InterviewChange = Type.Object({
  interview_date: optional(Day),
  interview_time: optional(ClockTime),
  ...details,
  interviewer_ids: interviewerIds,
  outcome: optional(nullable(Outcome)),
  outcome_notes: optional(Text(5_000, { description: 'For those who judge the application.' })),
})
export type InterviewChange = Static<typeof InterviewChange>

const Overlap = Type.Object(
  {
    interview_id: Id,
    interviewer: withDescription(
      Type.Object({ id: Id, name: Type.String({ description: 'The name.' }) }),
      'The person who holds the other interview.',
    ),
    starts_at: Type.Unsafe<string>({ ...DateTime, description: 'When the other interview begins.' }),
    duration_minutes: Type.Integer({ description: 'The duration, in minutes.' }),
  },
  { title: 'InterviewOverlap', description: 'Another interview that an interviewer holds at the same time.' },
)
export type Overlap = Static<typeof Overlap>

const overlaps = Type.Array(Overlap, {
  description: 'A warning: other interviews of the interviewers at the same time, at most 50.',
})

export const Scheduled = Type.Object({ interview_id: Id, overlaps })
export type Scheduled = Static<typeof Scheduled>

const mostProposed = 5
const Answer = withDescription(
  oneOf('accepted', 'declined', 'proposed'),
  'What the applicant answers to the invitation.',
)

/** The answer of an applicant to an invitation. */
export const InterviewAnswer = Type.Object(
  {
    answer: Answer,
    proposed_times: optional(
      Type.Array(DateTime, { maxItems: mostProposed, description: 'When the applicant could come instead.' }),
    ),
    message: optional(Text(2_000, { description: 'For the recruiter.' })),
  },
  { title: 'InterviewAnswer' },
)
export type InterviewAnswer = Static<typeof InterviewAnswer>

export const Interview = Type.Object(
  {
    id: Id,
    interview_id: Type.Integer({ description: 'The same as `id`.' }),
    application_id: Id,
    job_post: withDescription(
      Type.Object({ id: Id, title: Type.String({ description: 'The title.' }) }),
      'The job post.',
    ),
    applicant: Type.Object(
      { id: nullable(Id), name: Type.String({ description: 'The name.' }) },
      { description: 'A blind candidate has no `id`.' },
    ),
    interviewers: withDescription(
      Type.Array(Type.Object({ id: Id, name: Type.String({ description: 'The name.' }) })),
      'The people who hold the interview.',
    ),
    interview_date: withDescription(DateTime, 'The day of the interview, `YYYY-MM-DD`.'),
    interview_time: ClockTime,
    timezone: Type.String({ description: 'The IANA name of the time zone.' }),
    starts_at: Type.Unsafe<string>({ ...DateTime, description: 'The moment that date, time and zone mean.' }),
    duration_minutes: Type.Integer({ description: 'The duration, in minutes.' }),
    location: Type.String({ description: 'City, region or country, in free words.' }),
    interview_type: Type.String({ description: 'The kind of interview, in free words.' }),
    notes: withDescription(nullable(Type.String()), 'Remarks, in free words.'),
    answer: nullable(
      Type.Unsafe<InterviewAnswer['answer']>({
        ...Answer,
        description: 'What the applicant answered; null until then, and again when the time changes.',
      }),
    ),
    answered_at: nullable(
      Type.Unsafe<string>({ ...DateTime, description: 'When the applicant answered; null until then.' }),
    ),
    proposed_times: Type.Array(DateTime, { description: 'When the applicant could come instead.' }),
    answer_message: Type.String({ description: 'What the applicant adds.' }),
    outcome: Type.Optional(
      nullable(
        Type.Unsafe<Static<typeof Outcome>>({
          ...Outcome,
          description: 'To those who judge the application; null until it is decided.',
        }),
      ),
    ),
    outcome_notes: Type.Optional(Type.String({ description: 'To those who judge the application.' })),
    overlaps: Type.Optional(overlaps),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Interview' },
)
export type Interview = Static<typeof Interview>

export const InterviewQuery = Type.Object({
  ...Paging,
  upcoming: optional(Type.Boolean({ description: 'Only those that are still to begin.' })),
})
export type InterviewQuery = Static<typeof InterviewQuery>
