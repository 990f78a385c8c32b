/** The running service: opens the database, starts background work, creates the server, and stops it all in order. */

import { isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import { createGateways, joinGateways } from '#adapters/payments/gateways.ts'
import type { FollowerModule } from '#platform/followers/follower.ts'
import { createGatewayStore } from '#platform/gateway-store.ts'
import { extractText, type TextExtractor } from './adapters/document-text.ts'
import { createReachableUrl } from './adapters/identity/back-channel.ts'
import { getOrcidApi } from './adapters/identity/orcid-works.ts'
import { createIdentityProviders } from './adapters/identity/providers.ts'
import { createSmtpTransport, type MailTransport, mailboxTransport } from './adapters/mail/transport.ts'
import { createPasswords, type Passwords } from './adapters/passwords.ts'
import type { PaymentGateway } from './adapters/payments/gateway.ts'
import { createWorkRegistries } from './adapters/registries/registries.ts'
import type { Storage } from './adapters/storage/storage.ts'
import { createStorage } from './adapters/storage/storage-factory.ts'
import { alarms, conflicts, createErrorPages, createRoutes, emitters, followers, starts } from './app.ts'
import type { Config } from './config.ts'
import { type Actor, type Context, createSystemContext, type Platform } from './context.ts'
import { type Clock, MovableClock, systemClock } from './core/time.ts'
import { version } from './core/version.ts'
import type { Database } from './database/database.ts'
import { authenticate, createFirstAdmin, type FirstAdmin } from './features/accounts/index.ts'
import { getSandboxIssuer } from './features/sandbox-identity/index.ts'
import type { App, Routes } from './http/routes.ts'
import { createServer } from './http/server.ts'
import { startBackground } from './service/background.ts'
import { createServiceLogger } from './service/logger.ts'
import { openDatabase } from './service/open-database.ts'
import { logReplica, openLog } from './service/open-log.ts'
import { traceParts } from './service/tracing.ts'

/** For commands, whose work announces it as well, or builds what followers store anew. */
export { emitters, followers }

/** Parts that tests replace. */
export interface Overrides {
  openDatabase?: typeof openDatabase
  createServer?: typeof createServer
  clock?: Clock
  mail?: MailTransport
  passwords?: Passwords
  payments?: PaymentGateway | readonly PaymentGateway[]
  storage?: Storage
  extractText?: TextExtractor
  /** How long an identity provider may take. */
  identityTimeoutMs?: number
  /** How long one question to a registry of works may take. */
  registryTimeoutMs?: number
  logger?: Logger
  /** Milliseconds between two polls for tasks and schedules. */
  poll?: number
  /** Whether the followers of the journal run in a thread of their own; otherwise they run in the process. */
  hasFollowerThread?: boolean
  /** Additional followers. */
  followers?: readonly FollowerModule[]
  /** Additional routes. */
  routes?: readonly Routes[]
}

export interface Service {
  server: App
  context: Context
  /** The configured administrator, if this start created the account. */
  firstAdmin: FirstAdmin | null
  /** Creates the administrator of an empty database with a random password, which the caller prints. */
  createFirstAdmin(options: { isShown: boolean }): Promise<FirstAdmin | null>
  /** Runs due tasks and those that they queue. */
  settle(): Promise<void>
  /** Ends running requests, then background work, then the database. */
  stop(): Promise<void>
}

/** Opens the database, starts background work and creates the server; the caller makes it listen. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const { telemetry, logger, closeLog } = await openLog(config, overrides.logger)
  const db = await (overrides.openDatabase ?? openDatabase)(config)
  if (db.replica) logReplica(db.replica, logger)
  const platform: Platform = {
    ...traceParts(telemetry, {
      ...(await createPlatformParts(config, overrides, { logger, db, ownOrigin: () => getOwnOrigin(server) })),
      db,
    }),
    wake: () => background.wake(),
    runDueWork: () => background.runDueWork(),
    findNextDue: () => background.findNextDue(),
    ...emitters,
  }
  const background = startBackground(platform, { ...overrides, telemetry })
  const context = createSystemContext(platform)
  const firstAdmin = config.admin === null ? null : await createFirstAdmin(context)
  await startFeatures(context)
  const server = await (overrides.createServer ?? createServer)(platform, {
    ...createServerParts(config),
    logger,
    authenticate,
    routes: [...createRoutes(config), ...(overrides.routes ?? [])],
    telemetry,
    followers: background.startFollowers(),
  })

  return {
    server,
    context,
    firstAdmin,
    createFirstAdmin: (options) => createFirstAdmin(context, options),
    settle: () => background.settle(),
    async stop() {
      await server.close()
      await background.stop()
      platform.mail.close()
      await db.close()
      await closeLog()
    },
  }
}

async function startFeatures(context: Context) {
  for (const start of starts) await start(context)
  performance.mark('features')
}

const createServerParts = (config: Config) => ({ alarms, conflicts, errorPages: createErrorPages(config), version })

/** Creates a server without background work, whose requests with a token are those of the actor; it does not listen. */
export const createServerOf = (actor: Actor, platform: Platform): Promise<App> =>
  createServer(platform, {
    ...createServerParts(platform.config),
    logger: createServiceLogger(platform.config),
    authenticate: async () => actor,
    followers: null,
    routes: createRoutes(platform.config),
  })

interface ServiceParts {
  logger: Logger
  /** The address at which the service calls itself. */
  ownOrigin: () => string | null
  db: Database
}

/** Creates the clock, the log and the adapters. */
async function createPlatformParts(
  config: Config,
  {
    clock = createClock(config),
    mail,
    passwords,
    payments,
    storage,
    extractText: extract,
    identityTimeoutMs,
    registryTimeoutMs,
  }: Overrides,
  { logger, ownOrigin, db }: ServiceParts,
): Promise<Omit<Platform, 'db' | 'wake' | 'runDueWork' | 'findNextDue' | keyof typeof emitters>> {
  return {
    config,
    clock,
    log: logger,
    mail: mail ?? createMailTransport(config),
    passwords: passwords ?? createPasswords(),
    storage: storage ?? createStorage(config),
    extractText: extract ?? extractText,
    payments:
      payments === undefined
        ? await createGateways(config, clock, createGatewayStore({ db, clock, config }))
        : joinGateways([payments].flat()),
    identity: createIdentityProviders({
      clock,
      log: logger,
      settings: config.identity,
      named: config.oidcProviders,
      timeoutMs: identityTimeoutMs,
      sandboxIssuer: getSandboxIssuer(config),
      orcidApi: config.registries.orcid,
      ownOrigin,
      insecure: config.environment !== 'production',
    }),
    registries: createRegistries(config, { logger, ownOrigin, timeoutMs: registryTimeoutMs }),
  }
}

/** Outside production, the doubles of this service stand in for registries that no setting names. */
function createRegistries(
  config: Config,
  { logger, ownOrigin, timeoutMs }: Pick<ServiceParts, 'logger' | 'ownOrigin'> & { timeoutMs: number | undefined },
) {
  const { registries, identity, environment, publicUrl, allowPrivateAddresses } = config
  const issuer = identity.orcid?.issuer ?? getSandboxIssuer(config)
  const isSandbox = environment !== 'production'
  return createWorkRegistries({
    addresses: { ...registries, orcid: registries.orcid ?? (issuer === null ? null : getOrcidApi(issuer)) },
    allowPrivate: isSandbox || allowPrivateAddresses,
    toReachableUrl: createReachableUrl(isSandbox ? `${publicUrl}/sandbox` : null, ownOrigin),
    log: logger,
    timeoutMs,
  })
}

/** In development, the clock can be advanced. */
export const createClock = ({ environment }: Config): Clock =>
  environment === 'production' ? systemClock : new MovableClock()

/** Returns the address at which the service calls itself, once it listens. */
function getOwnOrigin(server: App): string | null {
  const [own] = server.addresses()
  if (own === undefined || typeof own === 'string') return null
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const host = everywhere[own.address] ?? own.address
  return `http://${isIPv6(host) ? `[${host}]` : host}:${own.port}`
}

const createMailTransport = ({ smtpUrl, mailFrom }: Config) =>
  smtpUrl === null ? mailboxTransport : createSmtpTransport(smtpUrl, mailFrom)
