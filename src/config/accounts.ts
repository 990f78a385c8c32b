/** Settings of accounts: who may sign up, how users sign in, and who needs a second factor. */

import { isEmail, normalizeEmail } from '#core/email.ts'
import type { Settings } from '#core/settings.ts'

export interface AccountSettings {
  /** `open`: anybody; `invited`: by an invitation; `closed`: only administrators invite. */
  signUp: 'open' | 'invited' | 'closed'
  /** The domains whose addresses may sign up, in lower case; empty for all. */
  signUpDomains: readonly string[]
  /** Roles that may only set up a second factor until they have one. */
  requireTwoFactor: readonly (typeof roles)[number][]
  /** Whether users sign in with passwords; otherwise through providers and with passkeys. */
  passwordSignIn: boolean
}

const domainPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/

export type Role = (typeof roles)[number]

/** Returns whether the text is a domain in lower case. */
export const isDomain = (text: string): boolean => domainPattern.test(text)

export function readAccountSettings(settings: Settings): AccountSettings {
  const signUp = settings.oneOf('SIGN_UP', ['open', 'invited', 'closed'], 'open')
  const signUpDomains = (settings.list('SIGN_UP_DOMAINS') ?? []).map((name) => name.toLowerCase())
  for (const name of signUpDomains)
    if (!isDomain(name)) settings.errors.push(`SIGN_UP_DOMAINS must list domains, like example.edu, not "${name}".`)
  if (signUp !== 'open' && signUpDomains.length > 0)
    settings.errors.push(`SIGN_UP_DOMAINS needs SIGN_UP=open: with ${signUp}, no address signs up by itself.`)
  return {
    signUp,
    signUpDomains,
    requireTwoFactor: readRequiredRoles(settings),
    passwordSignIn: settings.flag('PASSWORD_SIGN_IN', true),
  }
}

export const roles = ['student', 'learner', 'researcher', 'recruiter', 'admin'] as const

function readRequiredRoles(settings: Settings): AccountSettings['requireTwoFactor'] {
  const names = settings.list('REQUIRE_TWO_FACTOR') ?? []
  for (const name of names)
    if (!roles.some((role) => role === name))
      settings.errors.push(`REQUIRE_TWO_FACTOR must list roles (${roles.join(', ')}), not "${name}".`)
  return roles.filter((role) => names.includes(role))
}

/** Returns the first administrator; null without one. */
export function readAdministrator(settings: Settings, least: number): { email: string; password: string } | null {
  const input = settings.optional('ADMIN_EMAIL')
  const email = input === undefined ? undefined : normalizeEmail(input)
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
