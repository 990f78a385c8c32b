/** OpenID Connect providers that the operator names, such as the directory of a university. */

import type { Settings } from '#core/settings.ts'
import { isDomain, type Role, roles } from './accounts.ts'

export interface OidcProvider {
  /** In the paths of sign-ins, such as `campus`. */
  name: string
  /** On buttons and in mails. */
  label: string
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  /** How the secret is sent to the token endpoint; null for what the provider says that it supports. */
  tokenAuthMethod: TokenAuthMethod | null
  scopes: string
  /** The claim that names what the person is, with dots for claims in claims; null for none. */
  roleClaim: string | null
  /** The role for each value of the claim; the first one that a person has counts. */
  roles: readonly { value: string; role: Role }[]
  /** The domains of addresses that may sign in, in lower case; empty for all. */
  domains: readonly string[]
}

/** OpenID Connect Core 1.0, section 9. */
const tokenAuthMethods = ['client_secret_basic', 'client_secret_post'] as const
type TokenAuthMethod = (typeof tokenAuthMethods)[number]

const reserved = ['google', 'linkedin', 'orcid', 'password', 'passkey']

export function readOidcProviders(settings: Settings, isProduction: boolean): OidcProvider[] {
  const names = settings.list('OIDC_PROVIDERS') ?? []
  const valid = names.filter((name) => {
    const isValid = /^[a-z][a-z0-9]{1,29}$/.test(name) && !reserved.includes(name)
    if (!isValid)
      settings.errors.push(
        `OIDC_PROVIDERS must list names of lower-case letters and digits, like campus, not "${name}"; ${reserved.join(', ')} are taken.`,
      )
    return isValid
  })
  if (new Set(valid).size < valid.length) settings.errors.push('OIDC_PROVIDERS may not list a name twice.')
  return [...new Set(valid)].map((name) => readOidcProvider(settings, name, isProduction))
}

function readOidcProvider(settings: Settings, name: string, isProduction: boolean): OidcProvider {
  const prefix = `OIDC_${name.toUpperCase()}`
  const issuer = settings.url(`${prefix}_ISSUER`, ...(isProduction ? ['https:'] : ['https:', 'http:']))
  const clientId = settings.optional(`${prefix}_CLIENT_ID`)
  for (const [suffix, value] of [
    ['ISSUER', issuer],
    ['CLIENT_ID', clientId],
  ] as const)
    if (!value && settings.optional(`${prefix}_${suffix}`) === undefined)
      settings.errors.push(`${prefix}_${suffix} is missing: OIDC_PROVIDERS names ${name}.`)
  const scopes = settings.optional(`${prefix}_SCOPES`) ?? 'openid email profile'
  if (!scopes.split(/\s+/).includes('openid')) settings.errors.push(`${prefix}_SCOPES must contain openid.`)
  const roleClaim = settings.optional(`${prefix}_ROLE_CLAIM`) ?? null
  const mapped = readRoles(settings, `${prefix}_ROLES`)
  if ((roleClaim === null) !== (mapped.length === 0))
    settings.errors.push(`${prefix}_ROLE_CLAIM and ${prefix}_ROLES go together.`)
  return {
    name,
    label: settings.optional(`${prefix}_LABEL`) ?? name,
    issuer: issuer ?? '',
    clientId: clientId ?? '',
    clientSecret: settings.optional(`${prefix}_CLIENT_SECRET`) ?? null,
    tokenAuthMethod: readTokenAuthMethod(settings, `${prefix}_TOKEN_AUTH_METHOD`),
    scopes,
    roleClaim,
    roles: mapped,
    domains: readDomains(settings, `${prefix}_DOMAINS`),
  }
}

function readTokenAuthMethod(settings: Settings, setting: string): TokenAuthMethod | null {
  const value = settings.optional(setting)
  const method = tokenAuthMethods.find((one) => one === value)
  if (value !== undefined && method === undefined)
    settings.errors.push(`${setting} must be ${tokenAuthMethods.join(' or ')}, not "${value}".`)
  return method ?? null
}

/** Pairs of a claim's value and a role, like `staff:researcher,student:student`. */
function readRoles(settings: Settings, setting: string): OidcProvider['roles'] {
  return (settings.list(setting) ?? []).flatMap((pair) => {
    const end = pair.lastIndexOf(':')
    const role = roles.find((one) => one === pair.slice(end + 1).trim())
    if (end > 0 && role !== undefined) return [{ value: pair.slice(0, end).trim(), role }]
    settings.errors.push(
      `${setting} must list values with roles (${roles.join(', ')}), like staff:researcher, not "${pair}".`,
    )
    return []
  })
}

function readDomains(settings: Settings, setting: string): string[] {
  const domains = (settings.list(setting) ?? []).map((name) => name.toLowerCase())
  for (const name of domains.filter((one) => !isDomain(one)))
    settings.errors.push(`${setting} must list domains, like example.edu, not "${name}".`)
  return domains
}
