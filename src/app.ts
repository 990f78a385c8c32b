/** The table of contents: every feature, registered by hand, in order. */

import { mailSchedules, sendMail, sweepMails } from './background/outbox.ts'
import type { Schedule } from './background/schedule.ts'
import type { Task } from './background/tasks.ts'
import type { Config } from './config.ts'
import { version } from './core/version.ts'
import { accounts, goodTokens, profileRoutes } from './features/accounts/index.ts'
import { activity } from './features/activity/index.ts'
import { certificates, countCertificates } from './features/certificates/index.ts'
import { countFinishedCourses, coursePayments, courses, coursesTaught } from './features/courses/index.ts'
import { exams } from './features/exams/index.ts'
import type { Feature } from './features/feature/index.ts'
import { files } from './features/files/index.ts'
import { jobs, openJobPosts } from './features/jobs/index.ts'
import { notificationPreferences, notifications } from './features/notifications/index.ts'
import { payments } from './features/payments/index.ts'
import { projects } from './features/projects/index.ts'
import { researchers, teamMembers } from './features/researchers/index.ts'
import { sandboxIdentityRoutes } from './features/sandbox-identity/index.ts'
import { search } from './features/search/index.ts'
import { subscriptionPayments, subscriptions } from './features/subscriptions/index.ts'
import { userFeature } from './features/users/index.ts'
import { sweepAttempts } from './http/attempts.ts'
import type { Conflicts, ErrorPages } from './http/errors.ts'
import { sweepRepeatableRequests } from './http/repeatable.ts'
import type { Routes } from './http/routes.ts'
import { errorPage } from './pages/error-page.ts'
import { hostedRoutes } from './pages/hosted/routes.ts'
import { contentSecurityPolicy } from './pages/layout.ts'
import { pageRoutes } from './pages/routes.ts'

/** What all features stand on. */
const platform: Feature = {
  tasks: [sendMail, sweepMails, sweepAttempts, sweepRepeatableRequests],
  schedules: [
    ...mailSchedules,
    { name: 'sweep_attempts', cron: '*/10 * * * *', task: sweepAttempts },
    { name: 'sweep_repeatable_requests', cron: '7 * * * *', task: sweepRepeatableRequests },
  ],
}

const features: readonly Feature[] = [
  platform,
  accounts,
  userFeature,
  researchers({
    completedCourses: countFinishedCourses,
    courses: coursesTaught,
    certificates: countCertificates,
  }),
  activity,
  notifications(goodTokens),
  notificationPreferences,
  files,
  // What plans limit, and features hold.
  subscriptions([openJobPosts, teamMembers]),
  // What there is to pay for.
  payments([subscriptionPayments, coursePayments]),
  jobs,
  exams,
  courses,
  search,
  certificates,
  projects,
]

const belongings = features.flatMap((feature) => feature.belongings ?? [])

export const createRoutes = (config: Config): Routes[] => [
  pageRoutes(config, version),
  hostedRoutes(config),
  sandboxIdentityRoutes(config),
  profileRoutes(belongings),
  ...features.flatMap(({ routes }) => routes ?? []),
]

/** How a browser sees refusals. */
export const createErrorPages = (config: Config): ErrorPages => ({
  page: errorPage(config),
  policy: contentSecurityPolicy,
})

export const schedules: readonly Schedule[] = features.flatMap((feature) => feature.schedules ?? [])

export const tasks: readonly Task[] = features.flatMap((feature) => feature.tasks ?? [])

export const conflicts: Conflicts = Object.assign({}, ...features.map((feature) => feature.conflicts))
