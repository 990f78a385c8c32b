import { type Static, Type } from 'typebox'
import { DateTime, Named, nullable, Text, withDescription } from '#core/schema.ts'
import { MilestoneStatus, milestoneRecord } from './record.ts'

export const Milestone = Type.Object(milestoneRecord.answer, { title: 'Milestone' })
export type Milestone = Static<typeof Milestone>

export const NewMilestone = Type.Object(milestoneRecord.creation, {
  title: 'NewMilestone',
  description: 'Not started unless it says otherwise.',
})
export type NewMilestone = Static<typeof NewMilestone>

export const MilestoneChange = Type.Object({
  ...milestoneRecord.change,
  notes: Type.Optional(nullable(Text(5_000, { description: 'Goes to the history of the milestone.' }))),
})
export type MilestoneChange = Static<typeof MilestoneChange>

export const MilestoneSummary = Type.Object({
  summary: withDescription(
    Type.Object({
      total: Type.Integer({ description: 'How many milestones the project has.' }),
      completed: Type.Integer({ description: 'How many are completed.' }),
      in_progress: Type.Integer({ description: 'The number in progress.' }),
      not_started: Type.Integer({ description: 'The number not started.' }),
    }),
    'The number of milestones in each state.',
  ),
})
export type MilestoneSummary = Static<typeof MilestoneSummary>

export const MilestoneWithHistory = Type.Object(
  {
    ...Milestone.properties,
    history: Type.Array(
      Type.Object({
        from: withDescription(MilestoneStatus, 'The status before.'),
        to: withDescription(MilestoneStatus, 'The status after.'),
        notes: Type.String({ description: 'Remarks, in free words.' }),
        changed_by: withDescription(Named, 'Who changed it.'),
        changed_at: withDescription(DateTime, 'When it was changed.'),
      }),
      { description: 'Moves to another status and notes, oldest first.' },
    ),
  },
  { title: 'MilestoneWithHistory' },
)
export type MilestoneWithHistory = Static<typeof MilestoneWithHistory>
