/** Reads what a provider says about a person; nothing of it is taken on trust. */

import type { Profile } from './provider.ts'

type Claims = Readonly<Record<string, unknown>>

const address = /^[^\s@"(),:;<>[\]\\]{1,64}@[^\s@]{1,189}$/u
const longestName = 200

/** The profile of the claims of an ID token and, where there is one, of the answer of the userinfo endpoint. */
export function readProfile(claims: Claims & { sub: string }, more: Claims = {}): Profile {
  // Address and proof come from one place: the word of one about an address says nothing about that of the other.
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

const cleanText = (value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').trim() : ''

function readEmail({ email }: Claims): string | null {
  const text = cleanText(email).toLowerCase()
  return address.test(text) ? text : null
}

const readName = ({ name, given_name, family_name }: Claims) =>
  (cleanText(name) || `${cleanText(given_name)} ${cleanText(family_name)}`.trim())
    .slice(0, longestName)
    .toWellFormed()
