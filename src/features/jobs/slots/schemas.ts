import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { DateTime, Id, Paging, withCondition, withDescription } from '#core/schema.ts'
import { maxInterviewers } from '../interviews/schemas.ts'
import { slotRecord } from './record.ts'

export const InterviewSlot = Type.Object(slotRecord.answer, { title: 'InterviewSlot' })
export type InterviewSlot = Static<typeof InterviewSlot>

const Window = Type.Object({
  from: withDescription(DateTime, 'When the free time begins, which is when its first slot does.'),
  to: withDescription(DateTime, 'When it ends.'),
})

const { starts_at, timezone, location, interview_type, notes } = slotRecord.answer

/** Slots are made either at given times or one after the other in free time. */
function findTimeErrors(input: { starts?: string[]; free?: Partial<Static<typeof Window>>[] }): FieldErrors {
  const { starts } = input
  // Windows with an invalid time have a message already.
  const free = input.free?.flatMap(({ from, to }) => (from === undefined || to === undefined ? [] : { from, to }))
  if ((starts === undefined) === (free === undefined))
    return { starts: ['Give either the times in starts or the free time in free.'] }
  const times = [...(starts ?? []), ...(free ?? []).map(({ from }) => from)]
  if (!times.every((time) => time.endsWith(':00.000Z')))
    return { [starts ? 'starts' : 'free']: ['Slots begin at a whole minute.'] }
  if (free?.some(({ from, to }) => to <= from)) return { free: ['Free time ends after it has begun.'] }
  return {}
}

export const NewInterviewSlots = withCondition(
  Type.Object(
    {
      ...slotRecord.creation,
      interviewers: Type.Optional(
        Type.Array(Id, {
          minItems: 1,
          maxItems: maxInterviewers,
          uniqueItems: true,
          description: 'The owner of the post, its reviewers and members of its company; the owner unless given.',
        }),
      ),
      starts: Type.Optional(
        Type.Array(DateTime, {
          minItems: 1,
          maxItems: 100,
          uniqueItems: true,
          description: 'When the slots begin. All are refused if an interviewer is not free at one of them.',
        }),
      ),
      free: Type.Optional(
        Type.Array(Window, {
          minItems: 1,
          maxItems: 20,
          description:
            'Free time, instead of `starts`: slots one after the other, without those at which an interviewer is not free.',
        }),
      ),
    },
    { title: 'NewInterviewSlots' },
  ),
  findTimeErrors,
)
export type NewInterviewSlots = Static<typeof NewInterviewSlots>

export const SlotQuery = Type.Object({
  ...Paging,
  job_post_id: withDescription(Id, 'The job post.'),
  upcoming: Type.Optional(Type.Boolean({ description: 'Only those that are still to begin.' })),
})
export type SlotQuery = Static<typeof SlotQuery>

export const SlotInvitation = Type.Object(
  {
    application_id: Id,
    until: withDescription(DateTime, 'Until when a slot can be chosen and changed.'),
    invited_at: withDescription(DateTime, 'When the applicant was invited.'),
  },
  { title: 'SlotInvitation', description: 'That an applicant may choose a slot.' },
)
export type SlotInvitation = Static<typeof SlotInvitation>

export const NewSlotInvitation = Type.Object(
  {
    until: Type.Optional(
      withDescription(
        DateTime,
        'Until when a slot can be chosen and changed; 14 days from now unless given, at most 60.',
      ),
    ),
  },
  { title: 'NewSlotInvitation' },
)
export type NewSlotInvitation = Static<typeof NewSlotInvitation>

export const OfferedSlot = Type.Object(
  {
    id: Id,
    starts_at,
    minutes: slotRecord.answer.minutes,
    timezone,
    location,
    interview_type,
    notes,
    is_chosen: Type.Boolean({ description: 'Whether it is the one that the applicant has chosen.' }),
  },
  { title: 'OfferedSlot', description: 'A slot as its applicant sees it.' },
)
export type OfferedSlot = Static<typeof OfferedSlot>

export const OfferQuery = Type.Object(Paging)
export type OfferQuery = Static<typeof OfferQuery>

export const SlotChoice = Type.Object(
  { slot_id: withDescription(Id, 'The slot, one of those that are offered.') },
  { title: 'SlotChoice' },
)
export type SlotChoice = Static<typeof SlotChoice>
