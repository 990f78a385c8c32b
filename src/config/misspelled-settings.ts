/** Finds environment variables that look like misspelled settings. */

import { distance } from 'fastest-levenshtein'
import type { Variables } from '#core/settings.ts'

/** All settings; `test/contract/operations.once.test.ts` compares the list with the code. */
export const settingNames = [
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'ALLOW_PRIVATE_ADDRESSES',
  'APP_SECRET',
  'BASE_PATH',
  'BRAND_DIR',
  'CERTIFICATE_AUTHORS',
  'CLIENT_PATIENCE',
  'COMPRESSION',
  'CORS_ORIGINS',
  'CROSSREF_API_BASE',
  'DARAJA_API_BASE',
  'DARAJA_CONSUMER_KEY',
  'DARAJA_CONSUMER_SECRET',
  'DARAJA_CREDENTIAL_DATE',
  'DARAJA_INITIATOR',
  'DARAJA_PASSKEY',
  'DARAJA_SECURITY_CREDENTIAL',
  'DARAJA_SHORTCODE',
  'DARAJA_TILL',
  'DATABASE_CONNECTIONS',
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'DATACITE_API_BASE',
  'DATA_DIR',
  'DOCUMENT_LOGO',
  'DOCUMENT_SIGNATORY',
  'DOCUMENT_SIGNATURE',
  'EXAM_SLOT_CAPACITY',
  'FRAME_ANCESTORS',
  'FRONTEND_URL',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_ISSUER',
  'HOST',
  'HOSTED_PAGES',
  'INSTITUTIONS_FILE',
  'INVITATIONS_PER_DAY',
  'LEGACY_FILE_PREFIX',
  'LINKEDIN_CLIENT_ID',
  'LINKEDIN_CLIENT_SECRET',
  'LINKEDIN_ISSUER',
  'LOG_LEVEL',
  'MAILS_PER_RECIPIENT',
  'MAILS_PER_SENDER',
  'MAIL_FROM',
  'NODE_ENV',
  'OAUTH_REDIRECT_URIS',
  'OIDC_PROVIDERS',
  'ORCID_API_BASE',
  'ORCID_CLIENT_ID',
  'ORCID_CLIENT_SECRET',
  'ORCID_ISSUER',
  'ORGANIZATION_NAME',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_METRICS_EXPORTER',
  'OTEL_SDK_DISABLED',
  'OTEL_TRACES_EXPORTER',
  'PASSWORD_MIN_LENGTH',
  'PASSWORD_REFUSE_COMMON',
  'PASSWORD_SIGN_IN',
  'PAWAPAY_API_BASE',
  'PAWAPAY_TOKEN',
  'PAYMENT_GATEWAY',
  'PAYMENT_GATEWAYS',
  'PORT',
  'PUBLIC_PAGES',
  'PUBLIC_URL',
  'QUIET_PASSWORD_RESET',
  'RATE_LIMIT_API',
  'RATE_LIMIT_AUTH',
  'RATE_LIMIT_LOGIN_FAILURES',
  'RATE_LIMIT_PASSWORD',
  'RATE_LIMIT_PAYMENT_METHODS',
  'RATE_LIMIT_REGISTRIES',
  'RATE_LIMIT_UPLOAD',
  'REQUEST_TIMEOUT',
  'REQUIRE_TWO_FACTOR',
  'S3_ACCESS_KEY_ID',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'S3_PUBLIC_URL',
  'S3_REGION',
  'S3_SECRET_ACCESS_KEY',
  'SANDBOX',
  'SELLER_ADDRESS',
  'SELLER_NAME',
  'SELLER_TAX_ID',
  'SIGN_UP',
  'SIGN_UP_DOMAINS',
  'SMTP_URL',
  'STORAGE',
  'STORAGE_QUOTA_GB',
  'WRITES_PER_DAY_MB',
  'STREAM_HEARTBEAT',
  'STRIPE_API_BASE',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TAX_NAME',
  'TAX_NOTE',
  'TAX_RATE',
  'TAX_RATES',
  'TIMEZONE',
  'TOKEN_TTL_DAYS',
  'TRUST_PROXY',
] as const

/** Shorter names are too similar to variables of other programs. */
const minNameLength = 7
/** Wrong, missing, additional or swapped letters; a swap counts as two. */
const maxDistance = 2

/**
 * Returns a message for each variable that looks like a misspelled setting. Values are not repeated, because they may
 * be secrets.
 */
export function describeMisspelled(variables: Variables): string[] {
  const known = new Set<string>(settingNames)
  return Object.keys(variables)
    .filter((name) => /^[A-Z0-9_]+$/.test(name) && name.length >= minNameLength && !known.has(name))
    .flatMap((name) => {
      const meant = findNearestName(name)
      return meant === undefined ? [] : [`${name} is no setting; did you mean ${meant}? Rename or unset it.`]
    })
}

function findNearestName(name: string): string | undefined {
  const candidates = settingNames
    .filter((one) => one.length >= minNameLength)
    .map((one) => ({ one, mistakes: distance(one, name) }))
    .filter(({ mistakes }) => mistakes <= maxDistance)
  return candidates.toSorted((a, b) => a.mistakes - b.mistakes)[0]?.one
}
