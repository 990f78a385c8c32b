import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'
import { gradeFields } from '../grades/schemas.ts'

const optional = Type.Optional

const Reason = Type.String({ minLength: 1, maxLength: 2_000 })
const State = oneOf('open', 'answered')

/** An objection of a learner to a grade. */
export const Appeal = Type.Object(
  {
    id: Id,
    attempt_id: withDescription(
      Id,
      'The attempt; for those who grade with anonymous grading, the number by which the queue names it.',
    ),
    question_id: withDescription(Id, 'The question.'),
    reason: Type.String({ description: 'What the learner objects.' }),
    state: withDescription(State, 'Whether it waits for an answer.'),
    created_at: withDescription(
      nullable(DateTime),
      'When it was made; null for those who grade with anonymous grading.',
    ),
    answer: Type.String({ description: 'What the grader answers; empty before.' }),
    points_before: Type.Number({ description: 'The points of the grade when it was made.' }),
    points_after: nullable(Type.Number({ description: 'The points after the answer; null before.' })),
    answered_at: withDescription(nullable(DateTime), 'When it was answered; null before.'),
  },
  { title: 'ExamAppeal' },
)
export type Appeal = Static<typeof Appeal>

export const NewAppeal = Type.Object({
  question_id: withDescription(Id, 'The question, whose answer a grader graded.'),
  reason: withDescription(Reason, 'What is wrong with the grade.'),
})
export type NewAppeal = Static<typeof NewAppeal>

export const AppealQuery = Type.Object(Paging)
export type AppealQuery = Static<typeof AppealQuery>

export const GraderAppealQuery = Type.Object({
  ...Paging,
  state: optional(withDescription(State, 'Those that wait for an answer, or have one. All unless given.')),
})
export type GraderAppealQuery = Static<typeof GraderAppealQuery>

export const AppealAnswer = Type.Object(
  {
    ...gradeFields,
    answer: Text(5_000, { description: 'Why the grade changes, or does not.' }),
  },
  {
    title: 'ExamAppealAnswer',
    description: 'Without `points` and `rubric` the grade stays. It never becomes lower.',
  },
)
export type AppealAnswer = Static<typeof AppealAnswer>
