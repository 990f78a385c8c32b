/** Who may create an account. */

import type { Settings } from '#core/settings.ts'

export interface SignUpSettings {
  /** `open`: anybody; `invited`: by an invitation; `closed`: only administrators invite. */
  signUp: 'open' | 'invited' | 'closed'
  /** The domains whose addresses may sign up, in lower case; empty for all. */
  signUpDomains: readonly string[]
}

const domain = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/

export function readSignUpSettings(settings: Settings): SignUpSettings {
  const signUp = settings.oneOf('SIGN_UP', ['open', 'invited', 'closed'], 'open')
  const signUpDomains = (settings.list('SIGN_UP_DOMAINS') ?? []).map((name) => name.toLowerCase())
  for (const name of signUpDomains)
    if (!domain.test(name)) settings.errors.push(`SIGN_UP_DOMAINS must list domains, like example.edu, not "${name}".`)
  if (signUp !== 'open' && signUpDomains.length > 0)
    settings.errors.push(`SIGN_UP_DOMAINS needs SIGN_UP=open: with ${signUp}, no address signs up by itself.`)
  return { signUp, signUpDomains }
}
