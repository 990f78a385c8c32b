import { Type } from 'typebox'
import { CalendarDate, DateTime, Id, Line, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import { defineRecord, internal, optional, readOnly, required, type TableOf } from '#database/record.ts'

export const MilestoneStatus = withDescription(
  oneOf('not_started', 'in_progress', 'in_review', 'completed', 'blocked'),
  'How far the milestone is.',
)

const Order = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Its place in the list, after the last one unless given. Equal ones are ordered by id.',
})

/** Specification, "Milestone". */
export const milestoneRecord = defineRecord('milestones', {
  id: readOnly(Id),
  project_id: internal(Id),
  title: required(withDescription(Line(200), 'The title.')),
  description: optional(withDescription(Text(5_000), 'The description.'), ''),
  due_date: required(withDescription(CalendarDate, 'The due date, `YYYY-MM-DD`.')),
  status: optional(MilestoneStatus, 'not_started'),
  completion_criteria: optional(withDescription(Text(2_000), 'What must be done for completion, in free words.'), ''),
  completed_at: readOnly(withDescription(nullable(DateTime), 'When it was completed; null while it is not.'), {
    tracked: true,
  }),
  order: optional(Order, undefined, { answer: Type.Integer() }),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    milestones: TableOf<typeof milestoneRecord>
  }
}
