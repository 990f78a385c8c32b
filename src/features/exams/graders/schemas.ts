import { type Static, Type } from 'typebox'
import { DateTime, Id, Named, Paging, Titled, withDescription } from '#core/schema.ts'

/** Who grades answers of an exam beside its owner. */
export const Grader = Type.Object(
  {
    id: Id,
    user: withDescription(Named, 'The account.'),
    added_at: withDescription(DateTime, 'When the grader was added.'),
  },
  { title: 'ExamGrader' },
)

/** An exam whose answers a person grades beside its owner. */
export const GradingExam = Type.Object(
  {
    id: withDescription(Id, 'The grader, as `DELETE /exams/{id}/graders/{grader_id}` takes it.'),
    exam: withDescription(Titled, 'The exam.'),
    added_at: withDescription(DateTime, 'When I became a grader.'),
    waiting: Type.Boolean({ description: 'Whether answers of others have no grade yet.' }),
  },
  { title: 'GradingExam' },
)
export type GradingExam = Static<typeof GradingExam>

export const GraderQuery = Type.Object(Paging)
export type GraderQuery = Static<typeof GraderQuery>
