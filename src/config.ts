/** The environment as one validated, frozen object, or one sentence for each setting that is wrong. */

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { isRedirectAddress } from './core/redirects.ts'
import { Settings, type Variables } from './core/settings.ts'

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
}

export interface S3Config {
  /** Null for Amazon's own. */
  endpoint: string | null
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Where everybody can read what lies under `public/`; null for nowhere. */
  publicUrl: string | null
}

/** This service as a client of an identity provider. */
export interface IdentitySettings {
  issuer: string
  clientId: string
  /** Null for a client that has none, which is enough to verify ID tokens. */
  clientSecret: string | null
}

/** `apiBase` is null for Stripe's own servers. */
export type PaymentSettings =
  | { kind: 'sandbox' }
  | { kind: 'stripe'; secretKey: string; webhookSecret: string; apiBase: string | null }

export interface Config {
  environment: Environment
  host: string
  port: number
  /** Where the outside reaches the API, base path included, without a trailing slash. */
  publicUrl: string
  /** Empty, or like `/api`. */
  basePath: string
  frontendUrl: string
  trustProxy: boolean | number | string
  /** Null for any origin. */
  corsOrigins: string[] | null
  dataDir: string
  /** Null for the embedded database in `dataDir`. */
  databaseUrl: string | null
  appSecret: string
  tokenTtlDays: number
  organizationName: string
  admin: { email: string; password: string } | null
  /** Null for the sandbox mailbox. */
  smtpUrl: string | null
  mailFrom: string
  payments: PaymentSettings
  passwordMinLength: number
  quietPasswordReset: boolean
  /** 0 switches a limit off. */
  rateLimits: RateLimits
  logLevel: string
  /** Null without credentials: the sandbox provider, or in production none. */
  identity: { google: IdentitySettings | null; linkedin: IdentitySettings | null }
  /** Where sign-ins may lead back to, besides this machine in development. */
  oauthRedirectUris: string[]
  /** Null for the folder `files` in `dataDir`. */
  s3: S3Config | null
}

/** The environment cannot be used; the message names each wrong setting in a sentence of its own. */
export class ConfigurationError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'ConfigurationError'
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const secretLength = 32

export function readConfig(variables: Variables): Config {
  const settings = new Settings(variables)
  const environment = settings.oneOf('NODE_ENV', ['development', 'production', 'test'], 'development')
  const dataDir = resolve(settings.given('DATA_DIR') ?? './data')
  const config = {
    environment,
    ...addresses(settings),
    trustProxy: trustProxy(settings),
    corsOrigins: settings.list('CORS_ORIGINS'),
    dataDir,
    databaseUrl: settings.url('DATABASE_URL', 'postgres:', 'postgresql:'),
    tokenTtlDays: settings.integer('TOKEN_TTL_DAYS', 30, 1, 3_650),
    organizationName: settings.given('ORGANIZATION_NAME') ?? 'Research Platform',
    admin: administrator(settings),
    smtpUrl: settings.url('SMTP_URL', 'smtp:', 'smtps:'),
    payments: payments(settings),
    passwordMinLength: settings.integer('PASSWORD_MIN_LENGTH', 6, 6, 200),
    quietPasswordReset: settings.flag('QUIET_PASSWORD_RESET', false),
    rateLimits: rateLimits(settings),
    logLevel: settings.oneOf('LOG_LEVEL', logLevels, 'info'),
    ...identity(settings, environment),
    s3: s3(settings),
  }
  const appSecret = secret(settings)
  if (environment === 'production') {
    settings.require('APP_SECRET', 'to sign links')
    settings.require('PUBLIC_URL', 'because mails and pages link to it')
    settings.require('SMTP_URL', 'to send mail')
    settings.require('PAYMENT_GATEWAY', 'to "stripe", or to "sandbox", which takes no money')
  }
  if (settings.wrong.length > 0) throw new ConfigurationError(settings.wrong)
  return Object.freeze({ ...config, appSecret: appSecret ?? keptSecret(dataDir) })
}

function addresses(settings: Settings) {
  const host = settings.given('HOST') ?? '127.0.0.1'
  const port = settings.integer('PORT', 3000, 0, 65_535)
  const basePath = basePathOf(settings)
  const origin = settings.url('PUBLIC_URL', 'http:', 'https:')
  const publicUrl = `${origin ?? `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`}${basePath}`
  return {
    host,
    port,
    basePath,
    publicUrl,
    frontendUrl: settings.url('FRONTEND_URL', 'http:', 'https:') ?? publicUrl,
    mailFrom: settings.given('MAIL_FROM') ?? `no-reply@${hostOf(publicUrl)}`,
  }
}

function basePathOf(settings: Settings): string {
  const path = settings.given('BASE_PATH')?.replace(/\/+$/, '') ?? ''
  if (path === '' || /^(\/[\w.~-]+)+$/.test(path)) return path
  settings.wrong.push(
    'BASE_PATH must begin with a slash and hold letters, digits, ., _, ~ and - only, like /api.',
  )
  return ''
}

const rateLimits = (settings: Settings): RateLimits => ({
  api: settings.integer('RATE_LIMIT_API', 6_000, 0),
  auth: settings.integer('RATE_LIMIT_AUTH', 120, 0),
  loginFailures: settings.integer('RATE_LIMIT_LOGIN_FAILURES', 10, 0),
  password: settings.integer('RATE_LIMIT_PASSWORD', 20, 0),
  upload: settings.integer('RATE_LIMIT_UPLOAD', 240, 0),
})

function s3(settings: Settings): S3Config | null {
  if (settings.oneOf('STORAGE', ['disk', 's3'], 'disk') === 'disk') return null
  const needed = (name: string): string => {
    const value = settings.given(name)
    if (value === undefined) settings.wrong.push(`${name} is missing: STORAGE is s3.`)
    return value ?? ''
  }
  return {
    endpoint: settings.url('S3_ENDPOINT', 'http:', 'https:'),
    bucket: needed('S3_BUCKET'),
    region: settings.given('S3_REGION') ?? 'us-east-1',
    accessKeyId: needed('S3_ACCESS_KEY_ID'),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
    publicUrl: settings.url('S3_PUBLIC_URL', 'http:', 'https:'),
  }
}

function trustProxy(settings: Settings): boolean | number | string {
  const value = settings.given('TRUST_PROXY')
  if (value === undefined || value === 'false') return false
  if (value === 'true') return true
  if (/^\d+$/.test(value)) return Number(value)
  const names = ['loopback', 'linklocal', 'uniquelocal']
  const isNetwork = (part: string) => names.includes(part) || isIP(part.split('/')[0] ?? '') !== 0
  if (value.split(',').every((part) => isNetwork(part.trim()))) return value
  settings.wrong.push('TRUST_PROXY must be true, false, a number of proxies, or a list of their addresses.')
  return false
}

function administrator(settings: Settings): Config['admin'] {
  const email = settings.given('ADMIN_EMAIL')?.toLowerCase()
  const password = settings.verbatim('ADMIN_PASSWORD')
  if (email === undefined && password === undefined) return null
  if (email === undefined || password === undefined) {
    const missing = email === undefined ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD'
    settings.wrong.push(`${missing} is missing: ADMIN_EMAIL and ADMIN_PASSWORD go together.`)
    return null
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) settings.wrong.push('ADMIN_EMAIL must be an e-mail address.')
  if (password.length < 6 || password.length > 200)
    settings.wrong.push('ADMIN_PASSWORD must have 6 to 200 characters.')
  return { email, password }
}

const identity = (settings: Settings, environment: Environment) => ({
  identity: {
    google: identityProvider(settings, environment, 'GOOGLE', 'https://accounts.google.com'),
    linkedin: identityProvider(settings, environment, 'LINKEDIN', 'https://www.linkedin.com/oauth'),
  },
  oauthRedirectUris: redirectUris(settings),
})

function identityProvider(settings: Settings, environment: Environment, name: string, preset: string) {
  const protocols = environment === 'production' ? ['https:'] : ['https:', 'http:']
  const issuer = settings.url(`${name}_ISSUER`, ...protocols) ?? preset
  const clientId = settings.given(`${name}_CLIENT_ID`)
  const clientSecret = settings.given(`${name}_CLIENT_SECRET`) ?? null
  if (clientId !== undefined) return { issuer, clientId, clientSecret }
  if (clientSecret !== null)
    settings.wrong.push(`${name}_CLIENT_ID is missing: ${name}_CLIENT_SECRET belongs to it.`)
  return null
}

function redirectUris(settings: Settings): string[] {
  const name = 'OAUTH_REDIRECT_URIS'
  if (settings.given(name) === '*') settings.wrong.push(`${name} must name every address; * is not allowed.`)
  const uris = settings.list(name) ?? []
  for (const uri of uris.filter((one) => !isRedirectAddress(one)))
    settings.wrong.push(`${name} must list absolute addresses without credentials or fragment, not "${uri}".`)
  return uris
}

function payments(settings: Settings): PaymentSettings {
  const kind = settings.oneOf('PAYMENT_GATEWAY', ['sandbox', 'stripe'], 'sandbox')
  const apiBase = settings.url('STRIPE_API_BASE', 'http:', 'https:')
  if (kind === 'sandbox') return { kind }
  const [secretKey, webhookSecret] = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'].map((name) => {
    const value = settings.given(name)
    if (value === undefined) settings.wrong.push(`${name} must be set when PAYMENT_GATEWAY is stripe.`)
    return value ?? ''
  })
  return { kind, secretKey: secretKey ?? '', webhookSecret: webhookSecret ?? '', apiBase }
}

function secret(settings: Settings): string | undefined {
  const value = settings.given('APP_SECRET')
  if (value !== undefined && value.length < secretLength)
    settings.wrong.push(`APP_SECRET must have at least ${secretLength} characters.`)
  return value
}

const hostOf = (address: string) => {
  const { hostname } = new URL(address)
  return hostname === '127.0.0.1' || hostname.startsWith('[') ? 'localhost' : hostname
}

/** The secret of an installation without `APP_SECRET`: made once, kept beside its data. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  try {
    if (existsSync(path)) return readFileSync(path, 'utf8').trim()
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const secret = randomBytes(32).toString('base64url')
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(path, 0o600)
    return secret
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError([
      `The secret in DATA_DIR cannot be kept: ${why}. Set APP_SECRET or another DATA_DIR.`,
    ])
  }
}
