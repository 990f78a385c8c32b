/** Reads the claims of a provider. Every value is checked. */

import { normalizeEmail } from '#core/email.ts'
import { buildText, hasHiddenCharacter, isBlank, removeHiddenCharacters } from '#core/text-normalization.ts'
import type { Profile } from './provider.ts'

type Claims = Readonly<Record<string, unknown>>

const address = /^[^\s@"(),:;<>[\]\\]{1,64}@[^\s@]{1,189}$/u

const longestName = 200

/** Returns the profile from the claims of an ID token and, if present, of the userinfo response. */
export function readProfile(claims: Claims & { sub: string }, more: Claims = {}): Profile {
  // The address and `email_verified` must come from the same source.
  const source = readEmail(more) === null ? claims : more
  const email = readEmail(source)
  const name = readName({ ...claims, ...more })
  return {
    subject: claims.sub,
    email,
    email_verified: email !== null && (source.email_verified === true || source.email_verified === 'true'),
    name: name || email?.split('@')[0] || 'New member',
  }
}

function cleanText(value: unknown): string {
  if (typeof value !== 'string') return ''
  const line = value.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  const text = buildText(removeHiddenCharacters(line)).trim()
  return isBlank(text) ? '' : text
}

function readEmail({ email }: Claims): string | null {
  const text = typeof email === 'string' ? normalizeEmail(email.toWellFormed()) : ''
  return address.test(text) && !hasHiddenCharacter(text) ? text : null
}

const readName = ({ name, given_name, family_name }: Claims) =>
  (cleanText(name) || `${cleanText(given_name)} ${cleanText(family_name)}`.trim()).slice(0, longestName).toWellFormed()
