import { type Static, Type } from 'typebox'
import { Id, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'
import { Payment, previewFields } from '#features/payments/index.ts'
import { CohortChoice } from '../cohort-schemas.ts'
import { EnrollmentStatus, enrollmentRecord, Percentage } from './record.ts'

export const Enrollment = Type.Object(enrollmentRecord.answer, { title: 'Enrollment' })
export type Enrollment = Static<typeof Enrollment>

export const EnrolledCourse = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Of the enrollment.' }),
    course: withDescription(
      Type.Object({
        id: Id,
        title: Type.String({ description: 'The title.' }),
        description: Type.String({ description: 'The description.' }),
        thumbnail: Type.String({ description: 'Empty when there is none.' }),
      }),
      'The course.',
    ),
    progress: Percentage,
    enrolled_at: enrollmentRecord.fields.enrolled_at.schema,
    last_accessed_at: enrollmentRecord.fields.last_accessed_at.schema,
    status: EnrollmentStatus,
  },
  { title: 'EnrolledCourse' },
)
export type EnrolledCourse = Static<typeof EnrolledCourse>

export const EnrolledQuery = Type.Object({ ...Paging, status: Type.Optional(EnrollmentStatus) })
export type EnrolledQuery = Static<typeof EnrolledQuery>

export const NewEnrollment = Type.Object({
  payment_method_id: Type.Optional(nullable(withDescription(Id, 'One of mine; needed for a course that is not free.'))),
  cohort_id: Type.Optional(CohortChoice),
})
export type NewEnrollment = Static<typeof NewEnrollment>

export const EnrollmentPreview = Type.Object({
  ...previewFields,
  coupon_code: Type.Optional(nullable(Text(50, { description: 'Coupons are for plans, so any code is 422.' }))),
})
export type EnrollmentPreview = Static<typeof EnrollmentPreview>

export const Enrolled = Type.Object({
  enrollment: Enrollment,
  payment: Type.Optional(
    withDescription(
      Payment,
      'For a paid course. While it is pending the enrollment is `paused` and gives no access; it turns `active` ' +
        'when the money arrives, and goes when it does not.',
    ),
  ),
})
export type Enrolled = Static<typeof Enrolled>

export const EnrollmentChange = Type.Object({
  status: withDescription(oneOf('active', 'paused'), 'Whether the learner goes on or pauses.'),
})
export type EnrollmentChange = Static<typeof EnrollmentChange>

/** The details of a charge for a course. */
export const PurchaseDetails = Type.Object({ course_id: Id })

/** Learners whom the instructor or an administrator enrolls. */
export const NewLearners = Type.Object({
  user_ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, description: 'The people to enroll.' }),
  cohort_id: Type.Optional(CohortChoice),
})
export type NewLearners = Static<typeof NewLearners>

export const LearnerVerdict = Type.Object(
  {
    user_id: Type.Integer({ description: 'The person.' }),
    verdict: withDescription(
      oneOf('enrolled', 'already_enrolled', 'refused'),
      'Whether the person is enrolled now, was enrolled before, or is refused for the reason in `message`.',
    ),
    message: Type.String({ description: 'Why the person is refused; else empty.' }),
  },
  { title: 'LearnerVerdict' },
)
export type LearnerVerdict = Static<typeof LearnerVerdict>
