import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import {
  goneMethod,
  otherCurrencyOfMethod,
  PurchasePreview,
  unconfirmedMethod,
  unknownMethod,
} from '#features/payments/index.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { alreadyEnrolled, notEnrolled } from './access.ts'
import { enrollLearners, notOffered, paidByAdmins } from './learners.ts'
import { couponForPlans, showEnrollmentPreview } from './preview.ts'
import {
  Enrolled,
  EnrolledCourse,
  EnrolledQuery,
  Enrollment,
  EnrollmentChange,
  EnrollmentPreview,
  LearnerVerdict,
  NewEnrollment,
  NewLearners,
} from './schemas.ts'
import { enroll, listEnrolled, updateEnrollment } from './service.ts'

export const enrollmentRoutes = routes('Courses', [
  route('GET /courses/enrolled', {
    config: { access: 'signed-in', scope: 'courses:read', csv: 'Enrollments' },
    operationId: 'listEnrolledCourses',
    summary: 'List the courses I am enrolled in',
    description: 'The newest enrollment first.',
    query: EnrolledQuery,
    response: respondsPage(EnrolledCourse),
    run: listEnrolled,
  }),
  route('POST /courses/:id/enroll', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'Your enrollment is received.' },
    summary: 'Enroll in a course',
    description:
      'The course must be published, its prerequisites completed with all their lessons, and its price paid with ' +
      'the named payment method. While a payment awaits confirmation, `payment.status` is `pending` and the enrollment is `paused` ' +
      'and gives no access; it becomes `active` when the payment arrives, and is removed when the payment ' +
      'fails.',
    body: NewEnrollment,
    response: responds(201, Enrolled, notFound, alreadyEnrolled, goneMethod, unconfirmedMethod, otherCurrencyOfMethod),
    run: enroll,
  }),
  route('POST /courses/:id/preview', {
    config: { access: 'signed-in', scope: 'billing:read', message: 'This is what it costs.' },
    summary: 'Show what a course would cost',
    description:
      'The total that `POST /courses/{id}/enroll` charges with the same payment method. Nothing is charged or stored, and neither seats nor ' +
      'prerequisites are looked at.',
    body: EnrollmentPreview,
    response: responds(
      200,
      PurchasePreview,
      notFound,
      alreadyEnrolled,
      notOffered,
      couponForPlans,
      unknownMethod,
      goneMethod,
      unconfirmedMethod,
      otherCurrencyOfMethod,
    ),
    run: showEnrollmentPreview,
  }),
  route('POST /courses/:id/enrollments', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The enrollments are saved.' },
    summary: 'Enroll others in a course',
    description:
      'For the instructor of a free course, as often as `INVITATIONS_PER_DAY` allows, and for administrators, who also enroll in paid ' +
      'courses without a payment. Prerequisites hold for everybody. Who is enrolled is notified.',
    body: NewLearners,
    response: responds(
      200,
      Type.Array(LearnerVerdict, { description: 'A verdict for each person, in the order of `user_ids`.' }),
      forbidden,
      notFound,
      notOffered,
      paidByAdmins,
    ),
    run: enrollLearners,
  }),
  route('PUT /courses/:id/enrollment', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The enrollment is saved.' },
    operationId: 'changeEnrollment',
    summary: 'Pause or resume a course',
    description: 'A completed course stays completed.',
    body: EnrollmentChange,
    response: responds(200, Enrollment, notEnrolled, notFound),
    run: updateEnrollment,
  }),
])
