import { createHmac } from 'node:crypto'
import type { AnyContext, Context, Transaction } from '#context.ts'
import { normalizeForm } from '#core/text-normalization.ts'
import { credentials } from './credential-queries.ts'
import { users } from './queries.ts'
import { getUser, updateSearchWords } from './service.ts'

/**
 * Returns the account with the normalized address, or null. An unverified address counts too. Addresses that earlier
 * versions stored in decomposed letters are found as well.
 */
export async function findUserByEmail(ctx: AnyContext, email: string) {
  const decomposed = normalizeForm(email, 'NFD')
  const found = await users.byEmail.maybe(ctx, { email })
  return found ?? (decomposed === email ? null : await users.byEmail.maybe(ctx, { email: decomposed }))
}

/** Returns the ids of the accounts with these normalized addresses, by address. */
export async function findUserIdsByEmail(ctx: AnyContext, emails: readonly string[]): Promise<Map<string, number>> {
  const rows = await users.byEmails.all(ctx, { emails })
  return new Map(rows.map(({ id, email }) => [email ?? '', id]))
}

/**
 * Returns the password hash of some account, the same one for the same address; null without accounts. What is verified
 * for an unknown address takes as long as it does for a known one, also while accounts have hashes of different costs.
 */
export async function findDecoyHash(ctx: Context, email: string): Promise<string | null> {
  const digest = createHmac('sha256', ctx.config.appSecret).update(`decoy ${email}`).digest()
  const found = await credentials.hashAt.maybe(ctx, { part: digest.readUInt32BE() / 2 ** 32 })
  return found?.password_hash ?? null
}

/** Returns what a sign-in or a change of the account is checked against, or null. */
export const findCredentials = (ctx: AnyContext, id: number) => users.credentials.maybe(ctx, { id })

/** Stores the hash of a new password; null leaves only the sign-in through a provider. */
export const setPassword = (tx: Transaction, id: number, password_hash: string | null) =>
  credentials.setPassword.run(tx, { id, password_hash, now: tx.clock.now() })

/** Makes a verified address the address of the account. Clears the pending address and the mark of a bounced one. */
export async function setEmail(tx: Transaction, { id, name }: { id: number; name: string }, email: string) {
  await credentials.setEmail.run(tx, { id, email, now: tx.clock.now() })
  await updateSearchWords(tx, id, { name, email })
  await tx.emitEmailVerified(tx, { user_id: id, email })
}

/** Removes an unverified address; its owner may use it for another account. */
export async function removeEmail(tx: Transaction, { id, name }: { id: number; name: string }) {
  await credentials.removeEmail.run(tx, { id, now: tx.clock.now() })
  await updateSearchWords(tx, id, { name, email: '' })
}

/** Marks the address of the account as verified. */
export async function markEmailVerified(tx: Transaction, id: number): Promise<void> {
  await credentials.verifyEmail.run(tx, { id, now: tx.clock.now() })
  const { email } = await getUser(tx, id)
  if (email !== '') await tx.emitEmailVerified(tx, { user_id: id, email })
}

export const removePendingEmail = (tx: Transaction, id: number) => credentials.forgetPendingEmail.run(tx, { id })
