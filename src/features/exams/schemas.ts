import { type Static, Type } from 'typebox'
import { Paging, Text, withDescription } from '#core/schema.ts'
import { NestedQuestion, NewQuestion, Pool, Question } from './questions/schemas.ts'
import { ExamStatus, examRecord } from './record.ts'

/** Specification, "Exam (detail)". */
export const Exam = Type.Object(examRecord.answer, { title: 'Exam' })
export type Exam = Static<typeof Exam>

/** Specification, "Exam (list item)". */
export const ExamItem = Type.Omit(
  Exam,
  [
    ...([
      'instructions',
      'can_take',
      'attempts_remaining',
      'open_attempt_id',
      'shuffle',
      'certificate_enabled',
    ] as const),
    ...([
      'question_count',
      'on_expiry',
      'grace_minutes',
      'safe_exam_browser',
      'timezone',
      'marking',
      'access',
      'sections',
      'review',
      'anonymous_grading',
      'owner',
      'created_at',
      'updated_at',
    ] as const),
  ],
  { title: 'ExamItem' },
)
export type ExamItem = Static<typeof ExamItem>

/** What the author gets back. */
export const AuthoredExam = Type.Object(
  { ...examRecord.answer, questions: Type.Array(Question, { description: 'All questions, with their answers.' }) },
  { title: 'AuthoredExam' },
)
export type AuthoredExam = Static<typeof AuthoredExam>

const optional = Type.Optional

export const NewExam = Type.Object(
  { ...examRecord.creation, questions: optional(Pool(NewQuestion, 'In their order.')) },
  { title: 'NewExam', description: 'It is published unless `publication_status` says otherwise.' },
)
export type NewExam = Static<typeof NewExam>

export const ExamChange = Type.Object({
  ...examRecord.change,
  questions: optional(
    Pool(NestedQuestion, 'One with an `id` replaces that question, one without is added, absent ones stay.'),
  ),
})
export type ExamChange = Static<typeof ExamChange>

export const ExamQuery = Type.Object({
  ...Paging,
  status: optional(withDescription(ExamStatus, 'What the exam is to the caller.')),
  category: optional(Text(100, { description: 'The whole name, without regard to case and accents.' })),
  mine: optional(Type.Boolean({ description: 'Only those I wrote.' })),
})
export type ExamQuery = Static<typeof ExamQuery>
