/** The table of contents: every feature, registered by hand, in order. */

import packageJson from '../package.json' with { type: 'json' }
import { mailSchedules, sendMail, sweepMails } from './background/outbox.ts'
import type { Schedule } from './background/schedule.ts'
import type { Task } from './background/tasks.ts'
import type { Config } from './config.ts'
import {
  accountBelongings,
  emailTaken,
  emailVerificationRoutes,
  goodTokens,
  identityRoutes,
  passwordResetRoutes,
  profileRoutes,
  sessionRoutes,
  sweepExpiredTokens,
} from './features/accounts/index.ts'
import { activityBelongings } from './features/activity/index.ts'
import type { Belongings } from './features/belongings/index.ts'
import {
  certificateBelongings,
  certificateRoutes,
  countCertificates,
  verificationRoutes,
} from './features/certificates/index.ts'
import {
  alreadyEnrolled,
  announceCourse,
  compactCourseCounts,
  countFinishedCourses,
  courseBelongings,
  coursePayments,
  courseRoutes,
  coursesTaught,
} from './features/courses/index.ts'
import {
  alreadyBooked,
  attemptOpen,
  attemptRoutes,
  bookingRoutes,
  compactExamCounts,
  examBelongings,
  examRoutes,
  expireAttempts,
  materialRoutes,
  materialUploadRoutes,
  questionRoutes,
  remindOfClosing,
  remindOfExams,
} from './features/exams/index.ts'
import {
  chunkRoutes,
  chunkUploadRoutes,
  fileBelongings,
  fileRoutes,
  removeFolder,
  removeObjects,
  servingRoutes,
  sweepFiles,
  uploadRoutes,
} from './features/files/index.ts'
import {
  alreadyApplied,
  applicationRoutes,
  compactJobPostCounts,
  interviewRoutes,
  jobBelongings,
  jobPostRoutes,
  openJobPosts,
  submissionRoutes,
} from './features/jobs/index.ts'
import {
  notificationBelongings,
  notificationRoutes,
  preferenceBelongings,
  preferenceRoutes,
  streamRoutes,
  sweepDismissedEvents,
  sweepStreamTickets,
} from './features/notifications/index.ts'
import {
  alreadyPaid,
  billingRoutes,
  forgetCustomer,
  paymentBelongings,
  paymentMethodRoutes,
  paymentRunning,
  paymentWebhookRoutes,
  refundCharge,
  removeFromGateway,
  sweepGatewayEvents,
} from './features/payments/index.ts'
import {
  alreadyCollaborates,
  collaboratorRoutes,
  compactProjectCounts,
  milestoneRoutes,
  projectBelongings,
  projectRoutes,
  scopeDocumentRoutes,
  versionRoutes,
  versionTaken,
  versionUploadRoutes,
} from './features/projects/index.ts'
import {
  type Achievements,
  alreadyInTeam,
  researcherBelongings,
  researcherRoutes,
  teamMembers,
} from './features/researchers/index.ts'
import { sandboxIdentityRoutes } from './features/sandbox-identity/index.ts'
import { searchBelongings, searchRoutes, sweepSearches } from './features/search/index.ts'
import { foldSearchIndex } from './features/search-index/index.ts'
import {
  advanceSubscription,
  type Counted,
  codeTaken,
  couponRoutes,
  findDueSubscriptions,
  planRoutes,
  planTaken,
  subscriptionBelongings,
  subscriptionPayments,
  subscriptionRoutes,
} from './features/subscriptions/index.ts'
import { avatarRoutes, compactUserCounts, userRoutes } from './features/users/index.ts'
import { sweepAttempts } from './http/attempts.ts'
import type { Conflicts } from './http/errors.ts'
import { sweepRepeatableRequests } from './http/repeatable.ts'
import type { Routes } from './http/routes.ts'
import { pageRoutes } from './pages/routes.ts'

export const version: string = packageJson.version

/** What the features keep about a person. */
const belongings: readonly Belongings[] = [
  accountBelongings,
  researcherBelongings,
  activityBelongings,
  notificationBelongings,
  fileBelongings,
  subscriptionBelongings,
  paymentBelongings,
  jobBelongings,
  examBelongings,
  courseBelongings,
  searchBelongings,
  certificateBelongings,
  projectBelongings,
  preferenceBelongings,
]

/** What plans limit and features hold. */
const counted: readonly Counted[] = [openJobPosts, teamMembers]

/** What there is to pay for. */
const purposes = [subscriptionPayments, coursePayments]

/** What researchers show of courses and certificates. */
const achievements: Achievements = {
  completedCourses: countFinishedCourses,
  courses: coursesTaught,
  certificates: countCertificates,
}

export const routesOf = (config: Config): Routes[] => [
  pageRoutes(config, version),
  sessionRoutes,
  emailVerificationRoutes,
  passwordResetRoutes,
  userRoutes,
  profileRoutes(belongings),
  notificationRoutes,
  identityRoutes,
  sandboxIdentityRoutes(config),
  avatarRoutes,
  uploadRoutes,
  chunkUploadRoutes,
  chunkRoutes,
  fileRoutes,
  servingRoutes,
  planRoutes,
  couponRoutes,
  subscriptionRoutes(counted),
  paymentMethodRoutes,
  billingRoutes,
  paymentWebhookRoutes(purposes),
  jobPostRoutes,
  submissionRoutes,
  applicationRoutes,
  interviewRoutes,
  courseRoutes,
  researcherRoutes(achievements),
  searchRoutes,
  certificateRoutes,
  verificationRoutes,
  projectRoutes,
  versionUploadRoutes,
  versionRoutes,
  milestoneRoutes,
  collaboratorRoutes,
  scopeDocumentRoutes,
  examRoutes,
  questionRoutes,
  attemptRoutes,
  bookingRoutes,
  materialRoutes,
  materialUploadRoutes,
  preferenceRoutes,
  streamRoutes(goodTokens),
]

export const schedules: readonly Schedule[] = [
  ...mailSchedules,
  { name: 'sweep-attempts', cron: '*/10 * * * *', task: sweepAttempts },
  { name: 'sweep-repeatable-requests', cron: '7 * * * *', task: sweepRepeatableRequests },
  { name: 'sweep-expired-tokens', cron: '17 * * * *', task: sweepExpiredTokens },
  { name: 'sweep-dismissed-events', cron: '27 4 * * *', task: sweepDismissedEvents },
  { name: 'compact-user-counts', cron: '*/5 * * * *', task: compactUserCounts },
  { name: 'sweep-files', cron: '37 * * * *', task: sweepFiles },
  { name: 'due-subscriptions', cron: '* * * * *', task: findDueSubscriptions },
  { name: 'sweep-gateway-events', cron: '40 4 * * *', task: sweepGatewayEvents },
  { name: 'compact-job-post-counts', cron: '*/5 * * * *', task: compactJobPostCounts },
  { name: 'compact-course-counts', cron: '*/5 * * * *', task: compactCourseCounts },
  { name: 'sweep-searches', cron: '*/5 * * * *', task: sweepSearches },
  { name: 'compact-project-counts', cron: '*/5 * * * *', task: compactProjectCounts },
  { name: 'expire-attempts', cron: '* * * * *', task: expireAttempts },
  { name: 'remind-of-exams', cron: '* * * * *', task: remindOfExams },
  { name: 'compact-exam-counts', cron: '*/5 * * * *', task: compactExamCounts },
  { name: 'sweep-stream-tickets', cron: '47 * * * *', task: sweepStreamTickets },
]

export const tasks = [
  sendMail,
  sweepMails,
  sweepAttempts,
  sweepRepeatableRequests,
  sweepExpiredTokens,
  compactUserCounts,
  sweepDismissedEvents,
  removeObjects,
  removeFolder,
  sweepFiles,
  findDueSubscriptions,
  advanceSubscription,
  ...purposes.map(({ settle }) => settle),
  refundCharge,
  removeFromGateway,
  forgetCustomer,
  sweepGatewayEvents,
  compactJobPostCounts,
  compactCourseCounts,
  announceCourse,
  foldSearchIndex,
  sweepSearches,
  compactProjectCounts,
  expireAttempts,
  remindOfExams,
  remindOfClosing,
  compactExamCounts,
  sweepStreamTickets,
] as readonly Task[]

/** What a violated unique constraint means to the caller, by its name. */
export const conflicts: Conflicts = {
  users_email_unique: emailTaken,
  plans_id_unique: planTaken,
  coupons_code_unique: codeTaken,
  charges_slot_unique: paymentRunning,
  charges_covers_unique: alreadyPaid,
  enrollments_course_id_user_id_unique: alreadyEnrolled,
  job_applications_job_post_id_user_id_unique: alreadyApplied,
  researcher_team_researcher_id_user_id_unique: alreadyInTeam,
  project_versions_project_id_version_number_unique: versionTaken,
  project_collaborators_project_id_user_id_unique: alreadyCollaborates,
  exam_attempts_exam_id_user_id_unique: attemptOpen,
  exam_bookings_slot_id_user_id_unique: alreadyBooked,
}
