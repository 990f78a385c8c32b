import { Type } from 'typebox'
import { DateTime, Id, Named, withDescription } from '#core/schema.ts'
import { computed, defineRecord, internal, optional, readOnly, required, type TableOf } from '#database/record.ts'
import { appointment } from '../interviews/record.ts'

const Interviewer = Named
const ChosenBy = Type.Object({ interview_id: Id, application_id: Id })

export const slotRecord = defineRecord(
  'interview_slots',
  {
    id: readOnly(Id),
    job_post_id: required(withDescription(Id, 'The job post whose applicants may choose the slot.')),
    interviewers: computed(withDescription(Type.Array(Interviewer), 'The people who hold the interview.')),
    starts_at: readOnly(withDescription(DateTime, 'When the interview begins.')),
    minutes: required(
      Type.Integer({ minimum: 5, maximum: 480, description: 'How long the interview takes, in minutes.' }),
    ),
    capacity: optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        description: 'How many applicants may choose the slot; 1 unless given.',
      }),
      1,
      { answer: Type.Integer({ description: 'How many applicants may choose the slot.' }) },
    ),
    taken: computed(Type.Integer({ description: 'How many applicants have chosen it.' })),
    interviews: computed(withDescription(Type.Array(ChosenBy), 'The interviews of those who have chosen it.')),
    ...appointment,
    created_at: readOnly(DateTime),
    user_id: internal(Id),
    updated_at: internal(DateTime),
  },
  { isFollowed: false },
)

declare module '#database/tables/index.ts' {
  interface Tables {
    interview_slots: TableOf<typeof slotRecord>
    interview_slot_people: { slot_id: number; user_id: number; starts_at: string }
    slot_invitations: { application_id: number; invited_by: number; invited_at: string; until: string }
  }
}
