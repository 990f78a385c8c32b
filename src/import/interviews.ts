/** Interviews of applicants. */

import { Type } from 'typebox'
import { CalendarDate, DateTime, Id, nullable, oneOf, TimeZone } from '#core/schema.ts'
import { prepareBulkInsert } from '#database/query/bulk.ts'
import { calculateStart } from '#features/jobs/index.ts'
import { applicationFacts, postFacts } from './appointment-queries.ts'
import { findFacts } from './facts.ts'
import { type ImportTable, optional } from './table.ts'

const addInterviewers = prepareBulkInsert(
  'interviewers',
  { interview_id: 'integer', application_id: 'integer', user_id: 'integer' },
  ['interview_id', 'user_id'],
)
const addPeople = prepareBulkInsert(
  'interview_people',
  { user_id: 'integer', starts_at: 'timestamp', interview_id: 'integer' },
  ['interview_id', 'user_id'],
)

export const interviews: ImportTable = {
  name: 'interviews',
  description: 'One interview a line. No one is invited.',
  columns: {
    id: Id,
    application_id: Id,
    interview_date: CalendarDate,
    interview_time: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$',
      description: '`HH:MM` or `HH:MM:SS`, as the clocks of `timezone` show it.',
    }),
    timezone: optional(Type.Unsafe<string>({ ...TimeZone, description: 'An IANA name, UTC unless given.' })),
    duration_minutes: optional(Type.Integer({ minimum: 5, maximum: 1_440, description: '60 unless given.' })),
    location: optional(Type.String({ maxLength: 500, line: true })),
    interview_type: optional(Type.String({ maxLength: 50, line: true, description: 'In free words.' })),
    notes: optional(nullable(Type.String({ maxLength: 5_000, description: 'Remarks for the applicant.' }))),
    interviewer_ids: optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        description: 'Who leads the interview; the owner of the job post unless given.',
      }),
    ),
    answer: optional(nullable(oneOf('accepted', 'declined', 'proposed'))),
    answered_at: optional(nullable(DateTime)),
    answer_message: optional(Type.String({ maxLength: 2_000 })),
    proposed_times: optional(
      Type.Array(DateTime, { maxItems: 10, description: 'When the applicant could come instead.' }),
    ),
    outcome: optional(nullable(oneOf('passed', 'failed', 'no_show'))),
    outcome_notes: optional(Type.String({ maxLength: 5_000, description: 'For those who judge the application.' })),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { application_id: 'job_applications', interviewer_ids: 'users' },
  following: { job_post_id: 'application_id' },
  stored: {
    id: 'integer',
    application_id: 'integer',
    job_post_id: 'integer',
    interview_date: 'timestamp',
    interview_time: 'text',
    timezone: 'text',
    starts_at: 'timestamp',
    duration_minutes: 'integer',
    location: 'text',
    interview_type: 'text',
    notes: 'text',
    uid: 'text',
    sequence: 'integer',
    answer: 'text',
    answered_at: 'timestamp',
    proposed_times: 'json',
    answer_message: 'text',
    outcome: 'text',
    outcome_notes: 'text',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  async complete(databases, rows) {
    const applicationIds = rows.map(({ application_id }) => application_id)
    const applications = await findFacts(databases, applicationFacts.byIds, applicationIds)
    const postIds = [...applications.values()].map(({ job_post_id }) => job_post_id)
    const posts = await findFacts(databases, postFacts.byIds, postIds)
    for (const row of rows) {
      const { job_post_id, user_id } = applications.get(row.application_id) ?? {}
      const owner = posts.get(job_post_id ?? 0)?.user_id
      const interviewer_ids = row.interviewer_ids ?? [owner]
      const interview_date = `${row.interview_date}T00:00:00.000Z`
      const { interview_time, timezone = 'UTC' } = row
      const starts_at = calculateStart({ interview_date, interview_time, timezone })
      const people = new Set([user_id, owner, ...interviewer_ids])
      Object.assign(row, { job_post_id, interviewer_ids, interview_date, timezone, starts_at, people })
    }
    return new Map()
  },
  convert: (row, { now, config }) => ({
    ...row,
    duration_minutes: row.duration_minutes ?? 60,
    location: row.location ?? '',
    interview_type: row.interview_type ?? '',
    notes: row.notes ?? null,
    uid: `imported-${row.id}@${new URL(config.publicUrl).hostname}`,
    sequence: 0,
    answer: row.answer ?? null,
    answered_at: row.answer ? (row.answered_at ?? row.updated_at ?? now) : null,
    proposed_times: row.proposed_times ?? [],
    answer_message: row.answer_message ?? '',
    outcome: row.outcome ?? null,
    outcome_notes: row.outcome_notes ?? '',
    created_at: row.created_at ?? now,
    updated_at: row.updated_at ?? row.created_at ?? now,
  }),
  async derive(tx, rows) {
    const interviewers = rows.flatMap(({ id, application_id, interviewer_ids }) =>
      interviewer_ids.map((user_id: number) => ({ interview_id: id, application_id, user_id })),
    )
    const people = rows.flatMap(({ id, starts_at, people }) =>
      [...people].map((user_id) => ({ interview_id: id, starts_at, user_id })),
    )
    await addInterviewers.all(tx, { rows: interviewers })
    await addPeople.all(tx, { rows: people })
  },
}
