import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'
import { examOutcome } from '#features/exams/index.ts'
import { UserSummary } from '#features/users/index.ts'
import { EnrollmentStatus, enrollmentRecord, Percentage } from '../enrollments/record.ts'

const Reason = oneOf('no_access', 'behind', 'failed_twice')
export type RiskReason = Static<typeof Reason>

const QuizResult = Type.Object(
  {
    exam_id: withDescription(Id, 'The exam of a lesson.'),
    title: Type.String({ description: 'The title of the exam.' }),
    ...examOutcome,
  },
  { title: 'QuizResult' },
)

export const CourseLearner = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Of the enrollment.' }),
    user: withDescription(UserSummary, 'The account.'),
    status: enrollmentRecord.fields.status.schema,
    cohort_id: enrollmentRecord.fields.cohort_id.schema,
    cohort_title: nullable(Type.String({ description: 'The title of the cohort; null without one.' })),
    progress: Percentage,
    lessons_completed: Type.Integer({ description: 'The number of completed lessons.' }),
    total_lessons: Type.Integer({ description: 'The number of lessons of the course.' }),
    time_spent_minutes: Type.Integer({ description: 'The time that the learner has spent, in minutes.' }),
    enrolled_at: enrollmentRecord.fields.enrolled_at.schema,
    last_accessed_at: enrollmentRecord.fields.last_accessed_at.schema,
    completed_at: withDescription(nullable(DateTime), 'When it was completed; null while it is not.'),
    due_at: withDescription(
      nullable(DateTime),
      'The first due date of all lessons that are not completed, which is past for a learner who is behind; null without one, and once the course is completed.',
    ),
    overdue_lessons: Type.Integer({
      description:
        'The number of lessons that are not completed though their due date is past; 0 once the course is completed.',
    }),
    at_risk: Type.Boolean({
      description:
        'Whether the learner needs help: there is a reason in `at_risk_reasons`. Never for one who pauses or has completed the course.',
    }),
    at_risk_reasons: Type.Array(Reason, {
      description:
        '`no_access`: for 14 days has neither reported progress nor begun a quiz, nor has the cohort begun since; `behind`: a due date is past; `failed_twice`: failed ' +
        'two attempts or more at the exam of a lesson, and passed none.',
    }),
    quizzes: Type.Array(QuizResult, {
      description:
        'Results at the exams of lessons, in the order of the lessons; exams without an attempt are left out.',
    }),
  },
  { title: 'CourseLearner' },
)
export type CourseLearner = Static<typeof CourseLearner>

const optional = Type.Optional

export const CourseLearnerQuery = Type.Object({
  ...Paging,
  status: optional(EnrollmentStatus),
  cohort_id: optional(withDescription(Id, 'Only learners in this cohort of the course.')),
  at_risk: optional(Type.Boolean({ description: 'Only learners who are at risk, or only the others.' })),
  search: optional(Text(200, { description: 'A part of the name, without regard to case and accents.' })),
  sort: optional(
    withDescription(
      oneOf('recent', 'oldest'),
      'By the last access: latest first (`recent`, the default), or longest ago first.',
    ),
  ),
})
export type CourseLearnerQuery = Static<typeof CourseLearnerQuery>
