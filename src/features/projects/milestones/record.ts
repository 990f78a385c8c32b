import { type Static, Type } from 'typebox'
import { CalendarDate, DateTime, Id, Line, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import { defineRecord, internal, optional, readOnly, required, type TableOf } from '#database/record.ts'

export const MilestoneStatus = withDescription(
  oneOf('not_started', 'in_progress', 'in_review', 'completed', 'blocked'),
  'How far the milestone is.',
)
type MilestoneStatus = Static<typeof MilestoneStatus>

const Order = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Its place in the list, after the last one unless given. Equal ones are ordered by id.',
})

/** Specification, "Milestone". */
export const milestoneRecord = defineRecord('milestones', {
  id: readOnly(Id),
  project_id: internal(Id),
  title: required(Line(200)),
  description: optional(Text(5_000), ''),
  due_date: required(CalendarDate),
  status: optional(MilestoneStatus, 'not_started'),
  completion_criteria: optional(Text(2_000), ''),
  completed_at: readOnly(nullable(DateTime), { tracked: true }),
  order: optional(Order, undefined, { answer: Type.Integer() }),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    milestones: TableOf<typeof milestoneRecord>
    milestone_changes: {
      id: TableOf<typeof milestoneRecord>['id']
      milestone_id: number
      changed_by: number
      from_status: MilestoneStatus
      to_status: MilestoneStatus
      notes: string
      changed_at: string
    }
  }
}
