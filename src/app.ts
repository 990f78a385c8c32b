/** The table of contents: every feature, registered by hand, in order. */

import { isIPv6 } from 'node:net'
import { type Logger, pino } from 'pino'
import packageJson from '../package.json' with { type: 'json' }
import { identityProviders } from './adapters/identity/providers.ts'
import { type MailTransport, mailboxTransport, smtpTransport } from './adapters/mail/transport.ts'
import { createPasswords, type Passwords } from './adapters/passwords.ts'
import type { PaymentGateway } from './adapters/payments/gateway.ts'
import { openGateway } from './adapters/payments/open.ts'
import { createStorage } from './adapters/storage/create.ts'
import { mailSchedules, sendMail, sweepMails } from './background/outbox.ts'
import { type Schedule, startSchedules } from './background/schedule.ts'
import type { Task } from './background/tasks.ts'
import { startWorker } from './background/worker.ts'
import type { Config } from './config.ts'
import { type Context, type Platform, systemContext } from './context.ts'
import { type Clock, systemClock } from './core/time.ts'
import { openDatabase } from './database/index.ts'
import {
  accountBelongings,
  authenticate,
  createFirstAdmin,
  emailTaken,
  emailVerificationRoutes,
  type FirstAdmin,
  identityRoutes,
  passwordResetRoutes,
  profileRoutes,
  sessionRoutes,
  sweepExpiredTokens,
} from './features/accounts/index.ts'
import { activityBelongings } from './features/activity/index.ts'
import type { Belongings } from './features/belongings/index.ts'
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
  sweepDismissedEvents,
} from './features/notifications/index.ts'
import {
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
import { researcherBelongings } from './features/researchers/index.ts'
import { sandboxIdentityRoutes, sandboxIssuer } from './features/sandbox-identity/index.ts'
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
import type { App, Routes } from './http/routes.ts'
import { createServer } from './http/server.ts'
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
]

/** What plans limit and features hold. */
const counted: readonly Counted[] = [openJobPosts]

/** What there is to pay for. */
const purposes = [subscriptionPayments]

const routesOf = (config: Config): Routes[] => [
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
]

const schedules: readonly Schedule[] = [
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
]

const tasks = [
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
] as readonly Task[]

/** What a violated unique constraint means to the caller, by its name. */
const conflicts: Conflicts = {
  users_email_unique: emailTaken,
  plans_id_unique: planTaken,
  coupons_code_unique: codeTaken,
  charges_slot_unique: paymentRunning,
  job_applications_job_post_id_user_id_unique: alreadyApplied,
}

/** Parts that tests hold in their own hands. */
export interface Overrides {
  clock?: Clock
  mail?: MailTransport
  passwords?: Passwords
  payments?: PaymentGateway
  logger?: Logger
  /** Milliseconds between two looks for tasks and schedules. */
  poll?: number
  /** Routes beside those of the product. */
  routes?: readonly Routes[]
}

export interface Service {
  server: App
  context: Context
  /** Who was made administrator of an empty database. */
  firstAdmin: FirstAdmin | null
  /** Runs what is due now, and what that queues. */
  settle(): Promise<void>
  /** Ends running requests, then background work, then the database. */
  stop(): Promise<void>
}

/** Opens the database, starts background work and prepares the server; the caller lets it listen. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const logger = overrides.logger ?? serviceLogger(config)
  const db = await openDatabase(config)
  const clock = overrides.clock ?? systemClock
  const mail = overrides.mail ?? (await transportOf(config))
  const platform: Platform = {
    db,
    clock,
    config,
    log: logger,
    mail,
    passwords: overrides.passwords ?? createPasswords(),
    identity: identityProviders({
      clock,
      log: logger,
      settings: config.identity,
      sandboxIssuer: sandboxIssuer(config),
      ownOrigin: () => ownOrigin(server),
      insecure: config.environment !== 'production',
    }),
    storage: createStorage(config),
    payments: overrides.payments ?? openGateway(config.payments, clock, config.appSecret),
    wake: () => worker.wake(),
  }
  const polling = overrides.poll === undefined ? {} : { poll: overrides.poll }
  const worker = startWorker(platform, tasks, polling)
  const scheduler = startSchedules(platform, schedules, polling)
  const context = systemContext(platform)
  const firstAdmin = await createFirstAdmin(context)
  const routes = [...routesOf(config), ...(overrides.routes ?? [])]
  const server = await createServer(platform, { logger, authenticate, conflicts, routes, version })

  return {
    server,
    context,
    firstAdmin,
    async settle() {
      await scheduler.tick()
      await worker.settle()
    },
    async stop() {
      await server.close()
      await scheduler.stop()
      await worker.stop()
      mail.close()
      await db.close()
    },
  }
}

/** The address at which the service reaches itself, once it listens. */
function ownOrigin(server: App): string | null {
  const [own] = server.addresses()
  if (own === undefined || typeof own === 'string') return null
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const host = everywhere[own.address] ?? own.address
  return `http://${isIPv6(host) ? `[${host}]` : host}:${own.port}`
}

const transportOf = async ({ smtpUrl, mailFrom }: Config) =>
  smtpUrl === null ? mailboxTransport : smtpTransport(smtpUrl, mailFrom)

/** Events as JSON lines; what must not be seen is cut out by its name. */
export const serviceLogger = (config: Pick<Config, 'logLevel'>): Logger =>
  pino({
    level: config.logLevel,
    base: null,
    redact: {
      paths: ['*.password', '*.token', '*.authorization', '*.cookie', '*.card_number', '*.cvv', '*.secret'],
      censor: '[redacted]',
    },
    serializers: { err: pino.stdSerializers.err },
  })
