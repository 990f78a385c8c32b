/** Settings of external services: storage, payments, identity providers. */

import { readOidcProviders } from '#config/oidc-providers.ts'
import { isRedirectUri } from '#core/redirects.ts'
import type { Settings } from '#core/settings.ts'
import { isCalendarDate } from '#core/time.ts'

export interface S3Config {
  /** Null for Amazon's own. */
  endpoint: string | null
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The public address of objects below `public/`; null for none. */
  publicUrl: string | null
}

/** The registration of this service at an identity provider. */
export interface IdentitySettings {
  issuer: string
  clientId: string
  /** Null for a public client, which can only verify ID tokens. */
  clientSecret: string | null
}

/** `apiBase` is null for Stripe's own servers. */
export type PaymentSettings =
  | { kind: 'sandbox' }
  | { kind: 'stripe'; secretKey: string; webhookSecret: string; apiBase: string | null }
  | { kind: 'pawapay'; token: string; apiBase: string }
  | {
      kind: 'daraja'
      consumerKey: string
      consumerSecret: string
      shortcode: string
      passkey: string
      till: string | null
      initiator: string
      securityCredential: string
      credentialDate: string
      apiBase: string
    }

export function readS3Settings(settings: Settings): S3Config {
  const requireSetting = (name: string): string => {
    const value = settings.optional(name)
    if (value === undefined) settings.errors.push(`${name} is missing: STORAGE is s3.`)
    return value ?? ''
  }
  return {
    endpoint: settings.url('S3_ENDPOINT', 'http:', 'https:'),
    bucket: requireSetting('S3_BUCKET'),
    region: settings.optional('S3_REGION') ?? 'us-east-1',
    accessKeyId: requireSetting('S3_ACCESS_KEY_ID'),
    secretAccessKey: requireSetting('S3_SECRET_ACCESS_KEY'),
    publicUrl: settings.url('S3_PUBLIC_URL', 'http:', 'https:'),
  }
}

/** The page that providers lead back to, for an installation without a frontend; also the name of its route. */
export const hostedCallbackPath = '/app/sign-in/callback'

/** The page of the console that providers lead back to. */
export const consoleCallbackPath = '/console/sign-in/callback'

/** Where this service serves pages to sign in by itself. */
interface OwnPages {
  publicUrl: string
  hostedPages: boolean
  isProduction: boolean
}

export function readIdentitySettings(
  settings: Settings,
  { publicUrl, hostedPages, isProduction: production }: OwnPages,
) {
  // A client without a secret only verifies ID tokens and needs no redirect addresses; one with a secret does.
  const secrets = ['GOOGLE_CLIENT_SECRET', 'LINKEDIN_CLIENT_SECRET', 'ORCID_CLIENT_SECRET', 'OIDC_PROVIDERS'].filter(
    (name) => settings.optional(name) !== undefined,
  )
  if (production && secrets.length > 0 && !hostedPages)
    settings.require('OAUTH_REDIRECT_URIS', `with ${secrets.join(' and ')}, because no sign-in could lead back`)
  return {
    identity: {
      google: readIdentityProvider(settings, production, 'GOOGLE', 'https://accounts.google.com'),
      linkedin: readIdentityProvider(settings, production, 'LINKEDIN', 'https://www.linkedin.com/oauth'),
      orcid: readIdentityProvider(settings, production, 'ORCID', 'https://orcid.org'),
    },
    oidcProviders: readOidcProviders(settings, production),
    oauthRedirectUris: [
      ...readRedirectUris(settings),
      `${publicUrl}${consoleCallbackPath}`,
      ...(hostedPages ? [`${publicUrl}${hostedCallbackPath}`] : []),
    ],
  }
}

function readIdentityProvider(settings: Settings, production: boolean, name: string, preset: string) {
  const protocols = production ? ['https:'] : ['https:', 'http:']
  const issuer = settings.url(`${name}_ISSUER`, ...protocols) ?? preset
  const clientId = settings.optional(`${name}_CLIENT_ID`)
  const clientSecret = settings.optional(`${name}_CLIENT_SECRET`) ?? null
  // Google's id alone verifies the tokens of its own button; the others have none.
  if (clientId !== undefined && clientSecret === null && name !== 'GOOGLE')
    settings.errors.push(`${name}_CLIENT_SECRET is missing: ${name}_CLIENT_ID needs it.`)
  if (clientId !== undefined) return { issuer, clientId, clientSecret }
  if (clientSecret !== null) settings.errors.push(`${name}_CLIENT_ID is missing: ${name}_CLIENT_SECRET belongs to it.`)
  return null
}

function readRedirectUris(settings: Settings): string[] {
  const name = 'OAUTH_REDIRECT_URIS'
  if (settings.optional(name) === '*') settings.errors.push(`${name} must name every address; * is not allowed.`)
  const uris = settings.list(name) ?? []
  for (const uri of uris.filter((one) => !isRedirectUri(one)))
    settings.errors.push(`${name} must list absolute addresses without credentials or fragment, not "${uri}".`)
  return uris
}

const gatewayKinds = ['sandbox', 'stripe', 'pawapay', 'daraja'] as const
type GatewayKind = (typeof gatewayKinds)[number]

const isGatewayKind = (name: string): name is GatewayKind => gatewayKinds.some((kind) => kind === name)

/** Reads which gateways there are, in the order in which one is chosen for a new payment method. */
function readGatewayKinds(settings: Settings, production: boolean): GatewayKind[] {
  const names = settings.list('PAYMENT_GATEWAYS')
  if (names === null) return [settings.oneOf('PAYMENT_GATEWAY', gatewayKinds, 'sandbox')]
  if (settings.optional('PAYMENT_GATEWAY') !== undefined)
    settings.errors.push('PAYMENT_GATEWAY must be left out: PAYMENT_GATEWAYS replaces it.')
  const kinds = [...new Set(names)].filter(isGatewayKind)
  if (kinds.length !== names.length || kinds.length === 0)
    settings.errors.push(`PAYMENT_GATEWAYS must list each of ${gatewayKinds.join(', ')} at most once.`)
  if (production && kinds.length > 1 && kinds.includes('sandbox'))
    settings.errors.push('PAYMENT_GATEWAYS must not name the sandbox beside others: it grants without money.')
  return kinds
}

export function readPaymentSettings(settings: Settings, production: boolean): PaymentSettings[] {
  const read: Record<GatewayKind, () => PaymentSettings> = {
    sandbox: () => ({ kind: 'sandbox' }),
    stripe: () => readStripeSettings(settings),
    pawapay: () => readPawapaySettings(settings),
    daraja: () => readDarajaSettings(settings),
  }
  return readGatewayKinds(settings, production).map((kind) => read[kind]())
}

/** Returns settings that the gateway cannot do without. */
const requireForGateway = (settings: Settings, gateway: GatewayKind, name: string): string => {
  const value = settings.optional(name)
  if (value === undefined) settings.errors.push(`${name} must be set when PAYMENT_GATEWAYS names ${gateway}.`)
  return value ?? ''
}

const readStripeSettings = (settings: Settings): PaymentSettings => ({
  kind: 'stripe',
  secretKey: requireForGateway(settings, 'stripe', 'STRIPE_SECRET_KEY'),
  webhookSecret: requireForGateway(settings, 'stripe', 'STRIPE_WEBHOOK_SECRET'),
  apiBase: settings.url('STRIPE_API_BASE', 'http:', 'https:'),
})

const readPawapaySettings = (settings: Settings): PaymentSettings => ({
  kind: 'pawapay',
  token: requireForGateway(settings, 'pawapay', 'PAWAPAY_TOKEN'),
  apiBase: settings.url('PAWAPAY_API_BASE', 'http:', 'https:') ?? 'https://api.pawapay.io',
})

function readDarajaSettings(settings: Settings): PaymentSettings {
  const read = (name: string) => requireForGateway(settings, 'daraja', name)
  const credentialDate = read('DARAJA_CREDENTIAL_DATE')
  if (credentialDate !== '' && !isCalendarDate(credentialDate))
    settings.errors.push('DARAJA_CREDENTIAL_DATE must be a day like 2026-11-26.')
  return {
    kind: 'daraja',
    consumerKey: read('DARAJA_CONSUMER_KEY'),
    consumerSecret: read('DARAJA_CONSUMER_SECRET'),
    shortcode: read('DARAJA_SHORTCODE'),
    passkey: read('DARAJA_PASSKEY'),
    till: settings.optional('DARAJA_TILL') ?? null,
    initiator: read('DARAJA_INITIATOR'),
    securityCredential: read('DARAJA_SECURITY_CREDENTIAL'),
    credentialDate,
    apiBase: settings.url('DARAJA_API_BASE', 'http:', 'https:') ?? 'https://api.safaricom.co.ke',
  }
}
