import type { Config } from '#config.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import { createTranslate } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'
import type { ServiceState } from './schemas.ts'

type ShownSetting = ServiceState['settings'][number]
/** Advice is stated in English and translated at the end. */
type Setting = Omit<ShownSetting, 'advice'> & { advice: PlainTemplate | null }

const show = (value: unknown): string => (value === null || value === '' ? '' : String(value))

/** A setting; risky ones have advice. */
interface Risk {
  risk: Setting['risk']
  advice: PlainTemplate
  when: boolean
}

const warn = (when: boolean, advice: PlainTemplate): Risk => ({ risk: 'warning', advice, when })
const notice = (when: boolean, advice: PlainTemplate): Risk => ({ risk: 'notice', advice, when })

function setting(name: string, value: unknown, risk?: Risk): Setting {
  const { risk: level, advice } = risk?.when ? risk : ({ risk: 'none', advice: null } as const)
  return { setting: name, value: show(value), risk: level, advice }
}

/** An address without the password in it. */
function cutPassword(address: string): string {
  if (!URL.canParse(address)) return ''
  const url = new URL(address)
  if (url.password !== '') url.password = '***'
  return url.href
}

/** Returns the effective settings, without secrets, with advice where one is risky for a service that others reach. */
export function describeSettings(config: Config, wording: Localizer): ShownSetting[] {
  const write = createTranslate(wording)
  return [
    ...describePlaces(config),
    ...describeServices(config),
    ...describeAccounts(config),
    ...describeLimits(config),
    setting('LOG_LEVEL', config.logLevel),
  ].map((one) => ({ ...one, advice: one.advice === null ? '' : write(one.advice) }))
}

const describePlaces = ({
  environment,
  publicUrl,
  frontendUrl,
  dataDir,
  databaseUrl,
  ...config
}: Config): Setting[] => [
  setting(
    'NODE_ENV',
    environment,
    warn(environment !== 'production', 'A person who reaches the service can read all mails at /sandbox/mail.'),
  ),
  setting(
    'PUBLIC_URL',
    publicUrl,
    warn(
      environment === 'production' && !publicUrl.startsWith('https:'),
      'Serve it by https: otherwise tokens cross the network in the clear.',
    ),
  ),
  setting('FRONTEND_URL', frontendUrl),
  setting('HOSTED_PAGES', config.hostedPages),
  setting('TRUST_PROXY', config.trustProxy),
  setting(
    'CORS_ORIGINS',
    config.corsOrigins === null ? '*' : config.corsOrigins.join(', '),
    notice(config.corsOrigins === null, 'Name the origins of your frontends, so that other sites cannot call the API.'),
  ),
  setting('DATA_DIR', dataDir),
  setting(
    'DATABASE_URL',
    databaseUrl === null ? '' : cutPassword(databaseUrl),
    notice(databaseUrl === null, 'The embedded database serves one instance; make backups with npm run backup.'),
  ),
  setting('STORAGE', config.s3 === null ? 'folder' : 's3'),
  setting('APP_SECRET', '***'),
]

const describeServices = ({ smtpUrl, mailFrom, payments }: Config): Setting[] => [
  setting(
    'SMTP_URL',
    smtpUrl === null ? '' : cutPassword(smtpUrl),
    warn(smtpUrl === null, 'No mail leaves the service.'),
  ),
  setting('MAIL_FROM', mailFrom),
  setting(
    'PAYMENT_GATEWAYS',
    payments.map(({ kind }) => kind).join(','),
    notice(
      payments.some(({ kind }) => kind === 'sandbox'),
      'No money moves.',
    ),
  ),
]

const describeAccounts = (config: Config): Setting[] => [
  setting('OIDC_PROVIDERS', config.oidcProviders.map(({ name }) => name).join(', ')),
  setting('PASSWORD_SIGN_IN', config.passwordSignIn),
  setting('SIGN_UP', config.signUp),
  setting('SIGN_UP_DOMAINS', config.signUpDomains.join(', ')),
  setting(
    'PASSWORD_MIN_LENGTH',
    config.passwordMinLength,
    notice(config.passwordMinLength < 8, 'NIST SP 800-63B recommends at least 8 characters.'),
  ),
  setting(
    'PASSWORD_REFUSE_COMMON',
    config.passwordRefuseCommon,
    notice(!config.passwordRefuseCommon, 'Passwords like 123456 are accepted.'),
  ),
  setting(
    'REQUIRE_TWO_FACTOR',
    config.requireTwoFactor.join(', '),
    warn(!config.requireTwoFactor.includes('admin'), 'Administrators need no second factor.'),
  ),
  setting(
    'QUIET_PASSWORD_RESET',
    config.quietPasswordReset,
    notice(!config.quietPasswordReset, 'A password reset reveals whether an address has an account.'),
  ),
  setting('TOKEN_TTL_DAYS', config.tokenTtlDays, notice(config.tokenTtlDays > 90, 'A stolen token is valid for long.')),
  setting(
    'CERTIFICATE_AUTHORS',
    config.certificateAuthors,
    notice(
      config.certificateAuthors === 'any',
      'Every author may award certificates; "verified" asks for a verified identity.',
    ),
  ),
]

const describeLimits = ({ rateLimits: { api, auth, loginFailures, writesMb }, storageQuotaGb }: Config): Setting[] => [
  setting('RATE_LIMIT_API', api, warn(api === 0, 'One client can use the whole service up.')),
  setting('RATE_LIMIT_AUTH', auth, warn(auth === 0, 'One client can use the sign-in up.')),
  setting(
    'RATE_LIMIT_LOGIN_FAILURES',
    loginFailures,
    warn(loginFailures === 0 || loginFailures > 100, 'Passwords can be guessed quickly.'),
  ),
  setting('STORAGE_QUOTA_GB', storageQuotaGb, warn(storageQuotaGb === 0, 'One person can fill the disk.')),
  setting('WRITES_PER_DAY_MB', writesMb, warn(writesMb === 0, 'One person can fill the disk.')),
]
