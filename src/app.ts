/** The table of contents: every feature, registered by hand, in order. */

import { type Logger, pino } from 'pino'
import packageJson from '../package.json' with { type: 'json' }
import { type MailTransport, mailboxTransport, smtpTransport } from './adapters/mail/transport.ts'
import { createPasswords, type Passwords } from './adapters/passwords.ts'
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
  passwordResetRoutes,
  profileRoutes,
  sessionRoutes,
  sweepExpiredTokens,
} from './features/accounts/index.ts'
import { activityBelongings } from './features/activity/index.ts'
import type { Belongings } from './features/belongings/index.ts'
import { notificationBelongings, notificationRoutes } from './features/notifications/index.ts'
import {
  type Achievements,
  alreadyInTeam,
  researcherBelongings,
  researcherRoutes,
} from './features/researchers/index.ts'
import {
  type SearchAllowance,
  searchBelongings,
  searchRoutes,
  sweepSearches,
} from './features/search/index.ts'
import { foldSearchIndex } from './features/search-index/index.ts'
import { compactUserCounts, userRoutes } from './features/users/index.ts'
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
  searchBelongings,
]

/** What researchers show of courses and certificates, and what their plan allows. */
const achievements: Achievements = {
  completedCourses: async () => 0,
  courses: async () => [],
  certificates: async () => 0,
  allowTeamMember: async () => undefined,
}

/** Called for each search that counts; throws when the person's plan allows no more. */
const allowSearch: SearchAllowance = async () => undefined

const routesOf = (config: Config): Routes[] => [
  pageRoutes(config, version),
  sessionRoutes,
  emailVerificationRoutes,
  passwordResetRoutes,
  userRoutes,
  profileRoutes(belongings),
  notificationRoutes,
  researcherRoutes(achievements),
  searchRoutes(allowSearch),
]

const schedules: readonly Schedule[] = [
  ...mailSchedules,
  { name: 'sweep-attempts', cron: '*/10 * * * *', task: sweepAttempts },
  { name: 'sweep-repeatable-requests', cron: '7 * * * *', task: sweepRepeatableRequests },
  { name: 'sweep-expired-tokens', cron: '17 * * * *', task: sweepExpiredTokens },
  { name: 'compact-user-counts', cron: '*/5 * * * *', task: compactUserCounts },
  { name: 'sweep-searches', cron: '*/5 * * * *', task: sweepSearches },
]

const tasks = [
  sendMail,
  sweepMails,
  sweepAttempts,
  sweepRepeatableRequests,
  sweepExpiredTokens,
  compactUserCounts,
  foldSearchIndex,
  sweepSearches,
] as readonly Task[]

/** What a violated unique constraint means to the caller, by its name. */
const conflicts: Conflicts = {
  users_email_unique: emailTaken,
  researcher_team_researcher_id_user_id_unique: alreadyInTeam,
}

/** Parts that tests hold in their own hands. */
export interface Overrides {
  clock?: Clock
  mail?: MailTransport
  passwords?: Passwords
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
  const mail = overrides.mail ?? (await transportOf(config))
  const platform: Platform = {
    db,
    clock: overrides.clock ?? systemClock,
    config,
    log: logger,
    mail,
    passwords: overrides.passwords ?? createPasswords(),
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
