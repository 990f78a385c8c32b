/** Settings of accounts: who may sign up, and who needs a second factor. */

import type { Settings } from '#core/settings.ts'

export interface AccountSettings {
  /** `open`: anybody; `invited`: by an invitation; `closed`: only administrators invite. */
  signUp: 'open' | 'invited' | 'closed'
  /** The domains whose addresses may sign up, in lower case; empty for all. */
  signUpDomains: readonly string[]
  /** Roles that may only set up a second factor until they have one. */
  requireTwoFactor: readonly (typeof roles)[number][]
}

const domain = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/

export function readAccountSettings(settings: Settings): AccountSettings {
  const signUp = settings.oneOf('SIGN_UP', ['open', 'invited', 'closed'], 'open')
  const signUpDomains = (settings.list('SIGN_UP_DOMAINS') ?? []).map((name) => name.toLowerCase())
  for (const name of signUpDomains)
    if (!domain.test(name)) settings.errors.push(`SIGN_UP_DOMAINS must list domains, like example.edu, not "${name}".`)
  if (signUp !== 'open' && signUpDomains.length > 0)
    settings.errors.push(`SIGN_UP_DOMAINS needs SIGN_UP=open: with ${signUp}, no address signs up by itself.`)
  return { signUp, signUpDomains, requireTwoFactor: readRequiredRoles(settings) }
}

const roles = ['student', 'learner', 'researcher', 'recruiter', 'admin'] as const

function readRequiredRoles(settings: Settings): AccountSettings['requireTwoFactor'] {
  const names = settings.list('REQUIRE_TWO_FACTOR') ?? []
  for (const name of names)
    if (!roles.some((role) => role === name))
      settings.errors.push(`REQUIRE_TWO_FACTOR must list roles (${roles.join(', ')}), not "${name}".`)
  return roles.filter((role) => names.includes(role))
}
