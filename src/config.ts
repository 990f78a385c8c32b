/** The environment as one validated, frozen object, or one sentence for each setting that is wrong. */

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

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
}

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
  passwordMinLength: number
  quietPasswordReset: boolean
  /** 0 switches a limit off. */
  rateLimits: RateLimits
  logLevel: string
}

/** The environment cannot be used; the message names each wrong setting in a sentence of its own. */
export class ConfigurationError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'ConfigurationError'
  }
}

type Variables = Readonly<Record<string, string | undefined>>

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const secretLength = 32

export function readConfig(variables: Variables): Config {
  const wrong: string[] = []
  const environment = oneOf('NODE_ENV', ['development', 'production', 'test'], 'development')
  const production = environment === 'production'
  const host = given('HOST') ?? '127.0.0.1'
  const port = integer('PORT', 3000, 0, 65_535)
  const basePath = basePathOf(given('BASE_PATH') ?? '')
  const dataDir = resolve(given('DATA_DIR') ?? './data')
  const origin = url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const publicUrl = `${origin}${basePath}`
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'])
  const admin = administrator()

  if (production) {
    required('APP_SECRET', 'to sign links')
    required('PUBLIC_URL', 'because mails and pages link to it')
    required('SMTP_URL', 'to send mail')
  }
  const secret = given('APP_SECRET')
  if (secret !== undefined && secret.length < secretLength)
    wrong.push(`APP_SECRET must have at least ${secretLength} characters.`)

  const config = {
    environment,
    host,
    port,
    publicUrl,
    basePath,
    frontendUrl: url('FRONTEND_URL', ['http:', 'https:']) ?? publicUrl,
    trustProxy: trustProxy(given('TRUST_PROXY')),
    corsOrigins: list('CORS_ORIGINS'),
    dataDir,
    databaseUrl,
    tokenTtlDays: integer('TOKEN_TTL_DAYS', 30, 1, 3_650),
    organizationName: given('ORGANIZATION_NAME') ?? 'Research Platform',
    admin,
    smtpUrl,
    mailFrom: given('MAIL_FROM') ?? `no-reply@${hostOf(publicUrl)}`,
    passwordMinLength: integer('PASSWORD_MIN_LENGTH', 6, 6, 200),
    quietPasswordReset: flag('QUIET_PASSWORD_RESET', false),
    rateLimits: {
      api: integer('RATE_LIMIT_API', 6_000, 0),
      auth: integer('RATE_LIMIT_AUTH', 120, 0),
      loginFailures: integer('RATE_LIMIT_LOGIN_FAILURES', 10, 0),
      password: integer('RATE_LIMIT_PASSWORD', 20, 0),
    },
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
  }
  if (wrong.length > 0) throw new ConfigurationError(wrong)
  return Object.freeze({ ...config, appSecret: secret ?? keptSecret(dataDir) })

  function given(name: string): string | undefined {
    const value = variables[name]?.trim()
    return value === '' ? undefined : value
  }

  function required(name: string, why: string) {
    if (given(name) === undefined) wrong.push(`${name} must be set in production ${why}.`)
  }

  function integer(name: string, preset: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
    const value = given(name)
    if (value === undefined) return preset
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= least && number <= most) return number
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
    wrong.push(`${name} must be a whole number ${range}, not "${value}".`)
    return preset
  }

  function flag(name: string, preset: boolean): boolean {
    const value = given(name)?.toLowerCase()
    if (value === undefined) return preset
    if (['true', '1', 'yes', 'on'].includes(value)) return true
    if (['false', '0', 'no', 'off'].includes(value)) return false
    wrong.push(`${name} must be true or false, not "${value}".`)
    return preset
  }

  function oneOf<T extends string>(name: string, values: readonly T[], preset: T): T {
    const value = given(name)
    if (value === undefined) return preset
    const known = values.find((one) => one === value)
    if (known === undefined) wrong.push(`${name} must be one of ${values.join(', ')}, not "${value}".`)
    return known ?? preset
  }

  function url(name: string, protocols: readonly string[]): string | null {
    const value = given(name)
    if (value === undefined) return null
    // The value itself may hold a password, so it is not repeated.
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      wrong.push(`${name} must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}.`)
      return null
    }
    return value.replace(/\/+$/, '')
  }

  function list(name: string): string[] | null {
    const value = given(name)
    if (value === undefined || value === '*') return null
    return value.split(',').map((part) => part.trim()).filter((part) => part !== '')
  }

  function basePathOf(value: string): string {
    const path = value.replace(/\/+$/, '')
    if (path === '' || /^(\/[\w.~-]+)+$/.test(path)) return path
    wrong.push(`BASE_PATH must begin with a slash and hold letters, digits, ., _, ~ and - only, like /api.`)
    return ''
  }

  function trustProxy(value: string | undefined): boolean | number | string {
    if (value === undefined || value === 'false') return false
    if (value === 'true') return true
    if (/^\d+$/.test(value)) return Number(value)
    const names = ['loopback', 'linklocal', 'uniquelocal']
    const isNetwork = (part: string) => names.includes(part) || isIP(part.split('/')[0] ?? '') !== 0
    if (value.split(',').every((part) => isNetwork(part.trim()))) return value
    wrong.push('TRUST_PROXY must be true, false, a number of proxies, or a list of their addresses.')
    return false
  }

  function administrator(): Config['admin'] {
    const email = given('ADMIN_EMAIL')?.toLowerCase()
    const password = variables.ADMIN_PASSWORD
    if (email === undefined && !password) return null
    if (email !== undefined && password) {
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) wrong.push('ADMIN_EMAIL must be an e-mail address.')
      if (password.length < 6 || password.length > 200) wrong.push('ADMIN_PASSWORD must have 6 to 200 characters.')
      return { email, password }
    }
    wrong.push(`${email === undefined ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD'} is missing: the two go together.`)
    return null
  }
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
    throw new ConfigurationError([`The secret in DATA_DIR cannot be kept: ${why}. Set APP_SECRET or another DATA_DIR.`])
  }
}
