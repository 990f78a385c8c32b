/**
 * A form that was sent when the session had ended waits in the browser, sealed, until its person has signed in again. It is no row, so that
 * callers without an account cannot fill the database, nothing of it is in a backup, and it is gone with the page. Only this service reads it, and opens it
 * for the account for which the form was made, for an hour.
 */

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { decryptSecret, encryptSecret } from '#adapters/secret-encryption.ts'
import { addDuration } from '#core/time.ts'

export type Fields = readonly (readonly [name: string, value: string])[]

/** A form that waits for the sign-in. */
export interface KeptForm {
  /** The path to which it was sent, without the base path. */
  path: string
  /** The path of the page on which it stood, without the base path. */
  page: string
  fields: Fields
  /** Whether it had a file, which is not kept. */
  hasFile: boolean
}

const lifetime = { hours: 1 }
/** The most characters of a sealed form, so that the form of the sign-in stays within the limit of all forms. */
const maxSealedLength = 56 * 1024

const getSubject = (accountId: number) => `kept form of user ${accountId}`

/** Returns the form as a text that only this service reads; null for one that is too long. */
export async function encryptForm(
  secret: string,
  form: KeptForm,
  accountId: number,
  now: string,
): Promise<string | null> {
  const content = { ...form, expiresAt: addDuration(now, lifetime) }
  const packed = deflateRawSync(JSON.stringify(content)).toString('base64')
  const sealed = await encryptSecret(secret, getSubject(accountId), packed)
  return sealed.length > maxSealedLength ? null : sealed
}

/** Opens a sealed form for an account; null when it is not theirs, not ours or too old. */
export async function decryptForm(secret: string, sealed: string, accountId: number, now: string) {
  const packed = await decryptSecret(secret, getSubject(accountId), sealed)
  if (packed === null) return null
  const form: KeptForm & { expiresAt: string } = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString())
  return form.expiresAt > now ? form : null
}
