/** The table of contents: every feature, registered by hand, in order. */

import type { Feature } from '#features/feature.ts'
import { auditLogGuard } from '#platform/audit/guard.ts'
import { signAuditLog } from '#platform/audit/verify.ts'
import { sweepIdempotencyKeys } from '#platform/idempotency.ts'
import { mailSchedules, sendMail, sweepMails } from '#platform/outbox.ts'
import type { Schedule } from '#platform/schedule.ts'
import type { Task } from '#platform/tasks.ts'
import { sweepThrottleWindows } from '#platform/throttle.ts'
import type { Config } from './config.ts'
import { version } from './core/version.ts'
import { accounts, findValidTokens, profileRoutes } from './features/accounts/index.ts'
import { activity } from './features/activity/index.ts'
import { administration, createAdministrationRoutes } from './features/administration/index.ts'
import { createCalendars } from './features/calendar/index.ts'
import { certificates, countCertificates } from './features/certificates/index.ts'
import { createChanges } from './features/changes/index.ts'
import { createCompanies } from './features/companies/index.ts'
import { countFinishedCourses, coursePayments, courses, listTaughtCourses } from './features/courses/index.ts'
import { evidence, listEvidenceOf } from './features/evidence/index.ts'
import { examFees, exams } from './features/exams/index.ts'
import { files } from './features/files/index.ts'
import { institutions } from './features/institutions/index.ts'
import { issuer } from './features/issuer/index.ts'
import { jobs, listOpenPostsOf, openJobPosts } from './features/jobs/index.ts'
import { createNotifications, notificationPreferences } from './features/notifications/index.ts'
import { createPayments } from './features/payments/index.ts'
import { projects } from './features/projects/index.ts'
import { questionBanks } from './features/question-banks/index.ts'
import { createResearchers, teamMembers } from './features/researchers/index.ts'
import { rosters } from './features/rosters/index.ts'
import { sandboxClock, sandboxClockRoutes } from './features/sandbox-clock/index.ts'
import { sandboxIdentityRoutes } from './features/sandbox-identity/index.ts'
import { sandboxRegistryRoutes } from './features/sandbox-registries/index.ts'
import { savedSearches } from './features/saved-searches/index.ts'
import { search } from './features/search/index.ts'
import { createSitemap } from './features/sitemap/index.ts'
import { sourcing } from './features/sourcing/index.ts'
import { createSubscriptions, subscriptionPayments } from './features/subscriptions/index.ts'
import { transcripts } from './features/transcripts/index.ts'
import { transparency } from './features/transparency/index.ts'
import { userFeature } from './features/users/index.ts'
import { webhooks } from './features/webhooks/index.ts'
import type { Conflicts, ErrorPages } from './http/errors.ts'
import type { Alarm } from './http/operations.ts'
import type { Routes } from './http/routes.ts'
import { consoleRoutes } from './pages/console/routes.ts'
import { createErrorPage } from './pages/error-page.ts'
import { hostedRoutes } from './pages/hosted/routes.ts'
import { createPolicy } from './pages/layout.ts'
import { pageRoutes } from './pages/routes.ts'
import { compactCounters } from './platform/counters.ts'
import type { FollowerModule } from './platform/followers/follower.ts'

/** The tasks and schedules of the platform, on which all features are built. */
const platform: Feature = {
  derivations: [auditLogGuard],
  tasks: [sendMail, sweepMails, compactCounters, sweepThrottleWindows, sweepIdempotencyKeys, signAuditLog],
  schedules: [
    ...mailSchedules,
    { name: 'compact_counters', cron: '*/5 * * * *', task: compactCounters },
    { name: 'sweep_throttle_windows', cron: '*/10 * * * *', task: sweepThrottleWindows },
    { name: 'sign_audit_log', cron: '2 0 * * *', task: signAuditLog },
    { name: 'sweep_idempotency_keys', cron: '7 * * * *', task: sweepIdempotencyKeys },
  ],
}

const ownFeatures: readonly Feature[] = [
  platform,
  administration,
  accounts,
  userFeature,
  createResearchers({
    completedCourses: countFinishedCourses,
    courses: listTaughtCourses,
    certificates: countCertificates,
    evidence: listEvidenceOf,
  }),
  institutions,
  // Before the activity, so that its salts are erased while its rows are there.
  transparency,
  activity,
  createNotifications(findValidTokens),
  notificationPreferences,
  createChanges(findValidTokens),
  webhooks,
  files,
  // Before the jobs, whose posts pass to other members when the account of one is deleted.
  createCompanies(listOpenPostsOf),
  // What plans limit, counted by the features that own it.
  createSubscriptions([openJobPosts, teamMembers]),
  // What users pay for.
  createPayments([subscriptionPayments, coursePayments, examFees]),
  // Before the jobs, whose rankings are read from what it has computed.
  evidence,
  // Before the jobs: what is kept of people who have not applied is erased before their applications are.
  sourcing,
  jobs,
  rosters,
  // Before the exams, which draw from them.
  questionBanks,
  exams,
  courses,
  search,
  savedSearches,
  issuer,
  certificates,
  transcripts,
  projects,
  sandboxClock,
]

/** The calendar and the sitemap show what the others have. */
const features: readonly Feature[] = [
  ...ownFeatures,
  createCalendars(ownFeatures.flatMap(({ calendar }) => calendar ?? [])),
  createSitemap(ownFeatures.flatMap(({ sitemap }) => sitemap ?? [])),
]

/** What the triggers of the database follow from. */
export const derivations = features.flatMap(({ derivations }) => derivations ?? [])

export const schedules: readonly Schedule[] = features.flatMap((feature) => feature.schedules ?? [])

const personalData = features.flatMap((feature) => feature.personalData ?? [])

/** What the features bring for administrators. */
const administered = {
  content: features.flatMap((feature) => feature.content ?? []),
  records: features.flatMap((feature) => feature.userRecords ?? []),
  schedules,
  personalData,
}

export const createRoutes = (config: Config): Routes[] => [
  pageRoutes(config, { version, offers: features.flatMap(({ offers }) => offers ?? []) }),
  hostedRoutes(config),
  consoleRoutes(config),
  sandboxIdentityRoutes(config),
  sandboxRegistryRoutes(config),
  sandboxClockRoutes(config),
  profileRoutes(personalData),
  ...createAdministrationRoutes(administered),
  ...features.flatMap(({ routes }) => routes ?? []),
]

/** How errors are shown in a browser. */
export const createErrorPages = (config: Config): ErrorPages => ({
  page: createErrorPage(config),
  policy: createPolicy(config.brand),
})

/** Lets the features react to a change of what users have proven, in their order. */
const emitEvidenceChanged: NonNullable<Feature['onEvidenceChanged']> = async (tx, change) => {
  for (const { onEvidenceChanged } of features) await onEvidenceChanged?.(tx, change)
}

/** Lets the features react to a verified address, in their order. */
const emitEmailVerified: NonNullable<Feature['onEmailVerified']> = async (tx, verified) => {
  for (const { onEmailVerified } of features) await onEmailVerified?.(tx, verified)
}

/** Lets the features react to a change of a company and its members, in their order. */
const emitCompanyChanged: NonNullable<Feature['onCompanyChanged']> = async (tx, change) => {
  for (const { onCompanyChanged } of features) await onCompanyChanged?.(tx, change)
}

/** How the features react to what others change. */
export const emitters = { emitEvidenceChanged, emitEmailVerified, emitCompanyChanged }

export const starts = features.flatMap((feature) => feature.start ?? [])

export const repeatedWork = features.flatMap(({ repeated }) => repeated ?? [])

export const followers: readonly FollowerModule[] = features.flatMap((feature) => feature.followers ?? [])

export const tasks: readonly Task[] = features.flatMap((feature) => feature.tasks ?? [])

export const alarms: readonly Alarm[] = features.flatMap((feature) => feature.alarms ?? [])

export const conflicts: Conflicts = Object.assign({}, ...features.map((feature) => feature.conflicts))
