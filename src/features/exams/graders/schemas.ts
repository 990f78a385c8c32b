import { type Static, Type } from 'typebox'
import { DateTime, Id, Paging, withDescription } from '#core/schema.ts'

/** Who grades answers of an exam beside its owner. */
export const Grader = Type.Object(
  {
    id: Id,
    user: withDescription(Type.Object({ id: Id, name: Type.String({ description: 'The name.' }) }), 'The account.'),
    added_at: withDescription(DateTime, 'When the grader was added.'),
  },
  { title: 'ExamGrader' },
)
export type Grader = Static<typeof Grader>

export const NewGrader = Type.Object({ user_id: withDescription(Id, 'The person.') })
export type NewGrader = Static<typeof NewGrader>

export const GraderQuery = Type.Object(Paging)
export type GraderQuery = Static<typeof GraderQuery>
