/** Interviews of applicants. */

import { Type } from 'typebox'
import { CalendarDate, Id } from '#core/schema.ts'
import { prepareBulkInsert } from '#database/query/bulk.ts'
import { calculateStart } from '#features/jobs/index.ts'
import { interviewRecord } from '#features/jobs/interviews/record.ts'
import { applicationFacts, postFacts } from './fact-queries.ts'
import { findFacts, listIds } from './facts.ts'
import { importOf } from './import-of.ts'
import { optional } from './table.ts'

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

export const interviews = importOf(interviewRecord, {
  description: 'One interview a line. No one is invited.',
  without: ['slot_id'],
  extra: {
    interview_date: CalendarDate,
    interview_time: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$',
      description: '`HH:MM` or `HH:MM:SS`, as the clocks of `timezone` show it.',
    }),
    interviewer_ids: optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        description: 'Who leads the interview; the owner of the job post unless given.',
      }),
    ),
  },
  bounds: { answer_message: 2_000, proposed_times: 10, outcome_notes: 5_000 },
  descriptions: { timezone: 'An IANA name, UTC unless given.', duration_minutes: '60 unless given.' },
  defaults: {
    ...{ answer_message: '', proposed_times: [], outcome_notes: '' },
    answered_at: ({ updated_at }, { now }) => updated_at ?? now,
  },
  computed: ['job_post_id', 'starts_at', 'uid', 'sequence'],
  references: { application_id: 'job_applications', interviewer_ids: 'users' },
  following: { job_post_id: 'application_id' },
  async complete(databases, rows) {
    const applications = await findFacts(databases, applicationFacts, listIds(rows, 'application_id'))
    const postIds = [...applications.values()].map(({ job_post_id }) => job_post_id)
    const posts = await findFacts(databases, postFacts, postIds)
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
  convert: (row, { config }) => ({
    uid: `imported-${row.id}@${new URL(config.publicUrl).hostname}`,
    sequence: 0,
    answered_at: row.answer ? row.answered_at : null,
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
})
