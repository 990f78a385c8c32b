/** Reads the claims of a provider. Every value is checked. */

import { normalizeEmail } from '#core/email.ts'
import { buildText, hasHiddenCharacter, isBlank, removeHiddenCharacters } from '#core/text-normalization.ts'
import type { NamedProvider, Profile, ProvidedRole } from './provider.ts'

type Claims = Readonly<Record<string, unknown>>

const address = /^[^\s@"(),:;<>[\]\\]{1,64}@[^\s@]{1,189}$/u

const longestName = 200

/** What the claims of a provider that the operator named mean here. */
export type ClaimMeaning = Pick<NamedProvider, 'roleClaim' | 'roles' | 'domains'>

/** Returns the profile from the claims of an ID token and, if present, of the userinfo response. */
export function readProfile(claims: Claims & { sub: string }, more: Claims = {}, meaning?: ClaimMeaning): Profile {
  // The address and `email_verified` must come from the same source.
  const source = readEmail(more) === null ? claims : more
  const email = readEmail(source)
  const name = readName({ ...claims, ...more })
  const isOwn = isOwnAddress(email, meaning)
  return {
    subject: claims.sub,
    email,
    email_verified: email !== null && (isVerified(source) || (isOwn && source.email_verified === undefined)),
    name: name || email?.split('@')[0] || 'New member',
    role: meaning === undefined ? null : readRole({ ...claims, ...more }, meaning),
    isAdmitted: isOwn || (meaning?.domains ?? []).length === 0,
  }
}

const isVerified = ({ email_verified }: Claims) => email_verified === true || email_verified === 'true'

/** An address of the provider's own domains counts as verified unless the provider says otherwise; many say nothing. */
const isOwnAddress = (email: string | null, meaning: ClaimMeaning | undefined): boolean =>
  email !== null && (meaning?.domains ?? []).includes(email.slice(email.lastIndexOf('@') + 1))

/** The role of the first value, in the order of the setting, that the claim has. */
function readRole(claims: Claims, { roleClaim, roles }: ClaimMeaning): ProvidedRole | null {
  if (roleClaim === null) return null
  const parts = Object.hasOwn(claims, roleClaim) ? [roleClaim] : roleClaim.split('.')
  const claim = parts.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    claims,
  )
  const values = [claim].flat().filter((one) => typeof one === 'string')
  return roles.find(({ value }) => values.includes(value))?.role ?? null
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
