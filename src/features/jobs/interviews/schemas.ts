import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, Paging, Text } from '#core/schema.ts'

import { InterviewReply, interviewRecord, Outcome, Overlaps } from './record.ts'

const optional = Type.Optional

export const maxInterviewers = 10

const interviewerIds = optional(
  Type.Array(Id, {
    maxItems: maxInterviewers,
    description: 'The owner of the post and reviewers of it; the owner unless given. Replaces all.',
  }),
)

export const NewInterview = Type.Object(
  { application_id: Id, ...interviewRecord.creation, interviewer_ids: interviewerIds },
  { title: 'NewInterview' },
)
export type NewInterview = Static<typeof NewInterview>

export const InterviewChange = Type.Object({
  ...interviewRecord.change,
  interviewer_ids: interviewerIds,
  outcome: optional(nullable(Outcome)),
  outcome_notes: optional(Text(5_000, { description: 'For those who judge the application.' })),
})
export type InterviewChange = Static<typeof InterviewChange>

export const Scheduled = Type.Object({ interview_id: Id, overlaps: Overlaps })
export type Scheduled = Static<typeof Scheduled>

const maxProposed = 5
/** The answer of an applicant to an invitation. */
export const InterviewAnswer = Type.Object(
  {
    answer: InterviewReply,
    proposed_times: optional(
      Type.Array(DateTime, { maxItems: maxProposed, description: 'When the applicant could come instead.' }),
    ),
    message: optional(Text(2_000, { description: 'For the recruiter.' })),
  },
  { title: 'InterviewAnswer' },
)
export type InterviewAnswer = Static<typeof InterviewAnswer>

export const Interview = Type.Object(interviewRecord.answer, { title: 'Interview' })
export type Interview = Static<typeof Interview>

export const InterviewQuery = Type.Object({
  ...Paging,
  upcoming: optional(Type.Boolean({ description: 'Only those that are still to begin.' })),
})
export type InterviewQuery = Static<typeof InterviewQuery>
