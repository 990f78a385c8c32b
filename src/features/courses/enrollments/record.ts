import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { computed, defaulted, defineRecord, internal, readOnly, type TableOf } from '#database/record.ts'

export const EnrollmentStatus = withDescription(
  oneOf('active', 'completed', 'paused'),
  'How the learner stands; paused too while a payment is pending.',
)
export type EnrollmentStatus = Static<typeof EnrollmentStatus>

export const Percentage = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: 'Percent of the lessons, rounded down.',
})

export const enrollmentRecord = defineRecord('enrollments', {
  id: readOnly(Id),
  course_id: readOnly(Id),
  user_id: readOnly(Id),
  enrolled_at: readOnly(withDescription(DateTime, 'When the person enrolled.')),
  progress: computed(Percentage),
  status: readOnly(EnrollmentStatus, { tracked: true }),
  cohort_id: readOnly(
    nullable(Type.Integer({ description: 'The cohort of the course; null in a course without cohorts.' })),
    { tracked: true },
  ),
  last_accessed_at: internal(withDescription(DateTime, 'When the learner last opened it.')),
  completed_at: internal(nullable(DateTime), { tracked: true }),
  /** The greatest id of the lessons that the course had when it was completed. */
  lessons_up_to: internal(nullable(Type.Integer())),
  downloads: defaulted(Type.Integer()),
  /** Reserved while a payment is pending: it gives no access and is not counted. */
  awaiting_payment: defaulted(Type.Boolean(), { tracked: true }),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    enrollments: TableOf<typeof enrollmentRecord>
  }
}
