/** Reads the environment into one validated, frozen object, or reports one message for each invalid setting. */

import { type AccountSettings, readAccountSettings, readAdministrator } from '#config/accounts.ts'
import { readAddresses } from '#config/addresses.ts'
import { readAppearance } from '#config/brand.ts'
import {
  type ConnectionSettings,
  type DataLocation,
  readConnectionSettings,
  readLocation,
} from '#config/data-location.ts'
import type { DocumentSettings } from '#config/documents.ts'
import {
  type IdentitySettings,
  type PaymentSettings,
  readIdentitySettings,
  readPaymentSettings,
} from '#config/external-services.ts'
import { readInstitutionsFile } from '#config/institutions.ts'
import { describeMisspelled } from '#config/misspelled-settings.ts'
import type { OidcProvider } from '#config/oidc-providers.ts'
import { type RegistryConfig, readRegistries } from '#config/registries.ts'
import { readOrCreateSecret, readSecret } from '#config/secret.ts'
import { readTelemetrySettings, type TelemetrySettings } from '#config/telemetry.ts'
import { readTimeouts, type Timeouts } from '#config/timeouts.ts'
import { OperatorError } from '#core/operator-error.ts'
import { Settings, type Variables } from '#core/settings.ts'
import { isTimezone } from '#core/time-zone.ts'
import type { Brand } from '#language/brand.ts'

export type Environment = 'development' | 'production' | 'test'

export interface RateLimits {
  /** Requests per minute per person, or per IP address without a valid token. */
  api: number
  /** Requests per minute to `/auth/*` per IP address. */
  auth: number
  /** Failed logins in ten minutes per e-mail address and IP address. */
  loginFailures: number
  /** Password resets (requests and completions) per minute per IP address. */
  password: number
  /** Uploads per minute per person; chunks are allowed five times as often. */
  upload: number
  /** Megabytes per day and person that requests save, besides files; 0 for no limit. */
  writesMb: number
  /** Payment methods per hour per user. A high rate would let stolen cards be tested. */
  paymentMethods: number
  /** Invitations to projects and teams per user and day. */
  invitations: number
  /** Imports from Crossref, DataCite and ORCID per hour per user. */
  registryImports: number
  /** Mails per recipient and day that the acts of others cause. */
  mailsPerRecipient: number
  /** Mails per day that the acts of one user cause. */
  mailsPerSender: number
}

/** A second factor that is printed at the start of a demonstration. */
export interface DemoSecondFactor {
  secret: string
  otpauth_url: string
  recovery_codes: string[]
}

/** The accounts of a demonstration. */
export interface Demo {
  password: string
  /** That of the administrator; null unless asked for. */
  secondFactor: DemoSecondFactor | null
  logins: readonly { role: string; name: string; email: string }[]
}

export interface Config
  extends ConnectionSettings,
    AccountSettings,
    Timeouts,
    Pick<DataLocation, 'dataDir' | 'databaseUrl' | 's3'> {
  environment: Environment
  host: string
  port: number
  /** The public address of the API with its base path, without a trailing slash. */
  publicUrl: string
  /** Empty, or like `/api`. */
  basePath: string
  /** Where the files of the system that was imported were, like `/storage`; null without one. */
  legacyFilePrefix: string | null
  /** The address that links in mails begin with. */
  frontendUrl: string
  /** Whether this service serves the pages that links in mails lead to. */
  hostedPages: boolean
  trustProxy: boolean | number | string
  /** Whether responses are compressed here; a proxy may do it instead. */
  compression: boolean
  /** Null for any origin. */
  corsOrigins: string[] | null
  appSecret: string
  tokenTtlDays: number
  organizationName: string
  brand: Brand
  /** The IANA time zone for users without one. */
  timezone: string
  admin: { email: string; password: string } | null
  documents: DocumentSettings
  /** Null for the sandbox mailbox. */
  smtpUrl: string | null
  /** An address, or a name with an address. */
  mailFrom: string
  payments: readonly PaymentSettings[]
  passwordMinLength: number
  /** Whether the commonest passwords and personal ones are refused. */
  passwordRefuseCommon: boolean
  quietPasswordReset: boolean
  /** Which authors' exams and courses may award certificates. */
  certificateAuthors: 'any' | 'verified'
  /** Whether job posts are public pages, with feeds and a sitemap. */
  publicPages: boolean
  /** The sites that may show the list of jobs in a frame; empty for none. */
  frameAncestors: string[]
  /** Whether documents that users name may be read from private networks. */
  allowPrivateAddresses: boolean
  /** The path of another list of institutions than the one that ships; null for that. */
  institutionsFile: string | null
  /** The addresses of the registries of scholarly works. */
  registries: RegistryConfig
  /** The number of users that one exam slot holds. */
  examSlotCapacity: number
  /** 0 disables a limit. */
  rateLimits: RateLimits
  logLevel: string
  /** Null without credentials: then the sandbox provider is used, and in production none. */
  identity: Record<'google' | 'linkedin' | 'orcid', IdentitySettings | null>
  /** Further providers, by the names that the operator chose. */
  oidcProviders: readonly OidcProvider[]
  /** Redirect addresses allowed for sign-ins; in development, this machine is allowed too. */
  oauthRedirectUris: string[]
  /** The gigabytes that one person may store; 0 for no limit. */
  storageQuotaGb: number
  /** Null unless this is a demonstration. */
  demo: Demo | null
  /** Null unless a collector is configured. */
  telemetry: TelemetrySettings | null
}

/** The environment is invalid; the message has a line for each invalid setting. */
export class ConfigurationError extends OperatorError {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export function readConfig(variables: Variables): Config {
  const settings = new Settings(variables)
  const environment = settings.oneOf('NODE_ENV', ['development', 'production', 'test'], 'development')
  const { storage: _, ...place } = readLocation(settings)
  const addresses = readAddresses(settings, environment)
  const passwordMinLength = settings.integer('PASSWORD_MIN_LENGTH', 6, 6, 200)
  const config = {
    environment,
    ...addresses,
    ...place,
    ...readConnectionSettings(settings),
    ...readAccountSettings(settings),
    compression: settings.flag('COMPRESSION', true),
    tokenTtlDays: settings.integer('TOKEN_TTL_DAYS', 30, 1, 3_650),
    ...readAppearance(settings),
    timezone: readTimezone(settings),
    admin: readAdministrator(settings, passwordMinLength),
    smtpUrl: settings.url('SMTP_URL', 'smtp:', 'smtps:'),
    payments: readPaymentSettings(settings, environment === 'production'),
    passwordMinLength,
    passwordRefuseCommon: settings.flag('PASSWORD_REFUSE_COMMON', false),
    quietPasswordReset: settings.flag('QUIET_PASSWORD_RESET', false),
    allowPrivateAddresses: settings.flag('ALLOW_PRIVATE_ADDRESSES', false),
    certificateAuthors: settings.oneOf('CERTIFICATE_AUTHORS', ['any', 'verified'], 'any'),
    institutionsFile: readInstitutionsFile(settings),
    registries: readRegistries(settings, { ...addresses, isProduction: environment === 'production' }),
    examSlotCapacity: settings.integer('EXAM_SLOT_CAPACITY', 20, 1),
    rateLimits: readRateLimits(settings),
    ...readTimeouts(settings),
    logLevel: settings.oneOf('LOG_LEVEL', logLevels, 'info'),
    ...readIdentitySettings(settings, { ...addresses, isProduction: environment === 'production' }),
    storageQuotaGb: settings.integer('STORAGE_QUOTA_GB', 20, 0, 1_000_000),
    demo: null,
    telemetry: readTelemetrySettings(settings),
  }
  const appSecret = readSecret(settings)
  if (environment === 'production') requireForProduction(settings)
  if (!config.passwordSignIn && !hasProvider(config))
    settings.errors.push('PASSWORD_SIGN_IN=false needs a provider, because nobody could sign in for the first time.')
  settings.errors.push(...describeMisspelled(variables))
  if (settings.errors.length > 0) throw new ConfigurationError(settings.errors)
  return Object.freeze({ ...config, appSecret: appSecret ?? loadSecret(config.dataDir) })
}

/** Outside production, the sandbox stands in for providers. */
const hasProvider = ({
  environment,
  identity,
  oidcProviders,
}: Pick<Config, 'environment' | 'identity' | 'oidcProviders'>) =>
  environment !== 'production' || oidcProviders.length > 0 || Object.values(identity).some((one) => one !== null)

function requireForProduction(settings: Settings): void {
  settings.require('APP_SECRET', 'to sign links')
  settings.require('PUBLIC_URL', 'because mails and pages link to it')
  settings.require('SMTP_URL', 'to send mail')
  if (settings.list('PAYMENT_GATEWAYS') === null)
    settings.require('PAYMENT_GATEWAY', 'to "stripe", or to "sandbox", which takes no money')
}

/** Reads only where the data is stored: a backup needs no other setting, and a restore must not create a secret. */
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
  writesMb: settings.integer('WRITES_PER_DAY_MB', 500, 0),
  paymentMethods: settings.integer('RATE_LIMIT_PAYMENT_METHODS', 20, 0),
  invitations: settings.integer('INVITATIONS_PER_DAY', 50, 0),
  registryImports: settings.integer('RATE_LIMIT_REGISTRIES', 60, 0),
  mailsPerRecipient: settings.integer('MAILS_PER_RECIPIENT', 30, 0),
  mailsPerSender: settings.integer('MAILS_PER_SENDER', 300, 0),
})

function readTimezone(settings: Settings): string {
  const value = settings.optional('TIMEZONE') ?? 'UTC'
  if (!isTimezone(value)) settings.errors.push(`TIMEZONE must be an IANA name, like Europe/Berlin, not "${value}".`)
  return value
}

function loadSecret(dataDir: string): string {
  try {
    return readOrCreateSecret(dataDir)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError([`The secret in DATA_DIR cannot be used: ${why}. Set APP_SECRET or another DATA_DIR.`])
  }
}
