/** The environment as one validated, frozen object, or one sentence for each setting that is wrong. */

import { type DataLocation, readLocation } from '#config/data-location.ts'
import {
  type IdentitySettings,
  type PaymentSettings,
  readIdentitySettings,
  readPaymentSettings,
  readS3Settings,
  type S3Config,
} from '#config/external-services.ts'
import { readAddresses } from './config/addresses.ts'
import { type DocumentSettings, readDocumentSettings } from './config/documents.ts'
import { explainMisspelled } from './config/misspelled.ts'
import { readOrCreateSecret, secretLength } from './config/secret.ts'
import { isEmail } from './core/email.ts'
import { Settings, type Variables } from './core/settings.ts'
import { isTimezone } from './core/time-zone.ts'

export type Environment = 'development' | 'production' | 'test'

export interface RateLimits {
  /** Requests a minute for each token, or each address when there is none. */
  api: number
  /** Requests a minute to `/auth/*` for each address. */
  auth: number
  /** Failed logins in ten minutes for each e-mail and address. */
  loginFailures: number
  /** Password resets, asked for and done, a minute for each address. */
  password: number
  /** Uploads a minute for each token; chunks may come five times as often. */
  upload: number
  /** Payment methods an hour for each person; whoever tries out stolen cards would add many. */
  paymentMethods: number
}

/** Who can sign in to a demonstration. */
export interface Demo {
  password: string
  logins: readonly { role: string; name: string; email: string }[]
}

export interface Config {
  environment: Environment
  host: string
  port: number
  /** Where the outside reaches the API, base path included, without a trailing slash. */
  publicUrl: string
  /** Empty, or like `/api`. */
  basePath: string
  /** What links in mails begin with. */
  frontendUrl: string
  /** Whether this service has the pages itself that links in mails lead to. */
  hostedPages: boolean
  trustProxy: boolean | number | string
  /** Whether answers are compressed here; a proxy in front may do it instead. */
  compression: boolean
  /** Null for any origin. */
  corsOrigins: string[] | null
  dataDir: string
  /** Null for the embedded database in `dataDir`. */
  databaseUrl: string | null
  appSecret: string
  tokenTtlDays: number
  organizationName: string
  /** IANA name of the zone in which people are written to who chose none. */
  timezone: string
  admin: { email: string; password: string } | null
  /** Null for the sandbox mailbox. */
  documents: DocumentSettings
  smtpUrl: string | null
  mailFrom: string
  payments: PaymentSettings
  passwordMinLength: number
  quietPasswordReset: boolean
  /** How many people one slot of an exam holds. */
  examSlotCapacity: number
  /** 0 switches a limit off. */
  rateLimits: RateLimits
  logLevel: string
  /** Seconds a client may keep the service waiting. */
  clientPatience: number
  /** Seconds between two heartbeats of a stream of notifications. */
  streamHeartbeat: number
  /** Null without credentials: the sandbox provider, or in production none. */
  identity: { google: IdentitySettings | null; linkedin: IdentitySettings | null }
  /** Where sign-ins may lead back to, besides this machine in development. */
  oauthRedirectUris: string[]
  /** Null for the folder `files` in `dataDir`. */
  s3: S3Config | null
  /** Null for a real installation. */
  demo: Demo | null
}

/** The environment cannot be used; the message names each wrong setting in a sentence of its own. */
export class ConfigurationError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'ConfigurationError'
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export function readConfig(variables: Variables): Config {
  const settings = new Settings(variables)
  const environment = settings.oneOf('NODE_ENV', ['development', 'production', 'test'], 'development')
  const { dataDir, databaseUrl, storage } = readLocation(settings)
  const passwordMinLength = settings.integer('PASSWORD_MIN_LENGTH', 6, 6, 200)
  const config = {
    environment,
    ...readAddresses(settings),
    dataDir,
    databaseUrl,
    compression: settings.flag('COMPRESSION', true),
    tokenTtlDays: settings.integer('TOKEN_TTL_DAYS', 30, 1, 3_650),
    organizationName: settings.optional('ORGANIZATION_NAME') ?? 'Research Platform',
    timezone: readTimezone(settings),
    admin: readAdministrator(settings, passwordMinLength),
    documents: readDocumentSettings(settings),
    smtpUrl: settings.url('SMTP_URL', 'smtp:', 'smtps:'),
    payments: readPaymentSettings(settings),
    passwordMinLength,
    quietPasswordReset: settings.flag('QUIET_PASSWORD_RESET', false),
    examSlotCapacity: settings.integer('EXAM_SLOT_CAPACITY', 20, 1),
    rateLimits: readRateLimits(settings),
    clientPatience: settings.integer('CLIENT_PATIENCE', 60, 1, 3_600),
    streamHeartbeat: settings.integer('STREAM_HEARTBEAT', 25, 1, 3_600),
    logLevel: settings.oneOf('LOG_LEVEL', logLevels, 'info'),
    ...readIdentitySettings(settings, environment === 'production'),
    s3: storage === 's3' ? readS3Settings(settings) : null,
    demo: null,
  }
  const appSecret = readSecret(settings)
  if (environment === 'production') {
    settings.require('APP_SECRET', 'to sign links')
    settings.require('PUBLIC_URL', 'because mails and pages link to it')
    settings.require('SMTP_URL', 'to send mail')
    settings.require('PAYMENT_GATEWAY', 'to "stripe", or to "sandbox", which takes no money')
  }
  settings.errors.push(...explainMisspelled(variables))
  if (settings.errors.length > 0) throw new ConfigurationError(settings.errors)
  return Object.freeze({ ...config, appSecret: appSecret ?? loadSecret(dataDir) })
}

/** Where everything is kept, read alone: a backup needs no other setting, and a restore must not make a secret. */
export function readDataLocation(variables: Variables): DataLocation {
  const settings = new Settings(variables)
  const place = readLocation(settings)
  if (settings.errors.length > 0) throw new ConfigurationError(settings.errors)
  return place
}

const readRateLimits = (settings: Settings): RateLimits => ({
  api: settings.integer('RATE_LIMIT_API', 6_000, 0),
  auth: settings.integer('RATE_LIMIT_AUTH', 120, 0),
  loginFailures: settings.integer('RATE_LIMIT_LOGIN_FAILURES', 10, 0),
  password: settings.integer('RATE_LIMIT_PASSWORD', 20, 0),
  upload: settings.integer('RATE_LIMIT_UPLOAD', 240, 0),
  paymentMethods: settings.integer('RATE_LIMIT_PAYMENT_METHODS', 20, 0),
})

function readAdministrator(settings: Settings, least: number): Config['admin'] {
  const email = settings.optional('ADMIN_EMAIL')?.toLowerCase()
  const password = settings.verbatim('ADMIN_PASSWORD')
  if (email === undefined && password === undefined) return null
  if (email === undefined || password === undefined) {
    const missing = email === undefined ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD'
    settings.errors.push(`${missing} is missing: ADMIN_EMAIL and ADMIN_PASSWORD go together.`)
    return null
  }
  if (!isEmail(email)) settings.errors.push('ADMIN_EMAIL must be an e-mail address.')
  if (password.length < least || password.length > 200)
    settings.errors.push(`ADMIN_PASSWORD must have ${least} to 200 characters.`)
  return { email, password }
}

function readTimezone(settings: Settings): string {
  const value = settings.optional('TIMEZONE') ?? 'UTC'
  if (!isTimezone(value))
    settings.errors.push(`TIMEZONE must be an IANA name, like Europe/Berlin, not "${value}".`)
  return value
}

function readSecret(settings: Settings): string | undefined {
  const value = settings.optional('APP_SECRET')
  if (value !== undefined && value.length < secretLength)
    settings.errors.push(`APP_SECRET must have at least ${secretLength} characters.`)
  return value
}

function loadSecret(dataDir: string): string {
  try {
    return readOrCreateSecret(dataDir)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError([
      `The secret in DATA_DIR cannot be used: ${why}. Set APP_SECRET or another DATA_DIR.`,
    ])
  }
}
