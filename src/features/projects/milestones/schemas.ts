import { type Static, Type } from 'typebox'
import { CalendarDate, DateTime, Id, Line, NonEmptyLine, nullable, oneOf, Text, withDescription } from '#core/schema.ts'

const MilestoneStatus = withDescription(
  oneOf('not_started', 'in_progress', 'in_review', 'completed', 'blocked'),
  'How far the milestone is.',
)

const optional = Type.Optional

/** Specification, "Milestone". */
export const Milestone = Type.Object(
  {
    id: Id,
    title: Type.String(),
    description: Type.String(),
    due_date: CalendarDate,
    status: MilestoneStatus,
    completion_criteria: Type.String(),
    completed_at: nullable(DateTime),
    order: Type.Integer(),
  },
  { title: 'Milestone' },
)
export type Milestone = Static<typeof Milestone>

const details = {
  description: optional(Text(5_000)),
  status: optional(MilestoneStatus),
  completion_criteria: optional(Text(2_000)),
  order: optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Its place in the list, after the last one unless given. Equal ones are ordered by id.',
    }),
  ),
}

export const NewMilestone = Type.Object(
  { title: Line(200), due_date: CalendarDate, ...details },
  { title: 'NewMilestone', description: 'Not started unless it says otherwise.' },
)
export type NewMilestone = Static<typeof NewMilestone>

export const MilestoneChange = Type.Object({
  title: optional(NonEmptyLine('title', 200)),
  due_date: optional(CalendarDate),
  ...details,
  notes: optional(nullable(Text(5_000, { description: 'Goes to the history of the milestone.' }))),
})
export type MilestoneChange = Static<typeof MilestoneChange>

export const MilestoneSummary = Type.Object({
  summary: Type.Object({
    total: Type.Integer({ description: 'How many milestones the project has.' }),
    completed: Type.Integer({ description: 'How many are completed.' }),
    in_progress: Type.Integer(),
    not_started: Type.Integer(),
  }),
})
export type MilestoneSummary = Static<typeof MilestoneSummary>

export const MilestoneWithHistory = Type.Object(
  {
    ...Milestone.properties,
    history: Type.Array(
      Type.Object({
        from: withDescription(MilestoneStatus, 'The status before.'),
        to: withDescription(MilestoneStatus, 'The status after.'),
        notes: Type.String(),
        changed_by: Type.Object({ id: Id, name: Type.String() }),
        changed_at: DateTime,
      }),
      { description: 'Moves to another status and notes, oldest first.' },
    ),
  },
  { title: 'MilestoneWithHistory' },
)
export type MilestoneWithHistory = Static<typeof MilestoneWithHistory>
