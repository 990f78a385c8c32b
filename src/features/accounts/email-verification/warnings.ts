import { renderMail } from '#adapters/mail/templates.ts'
import type { Transaction } from '#context.ts'
import type { User } from '#features/users/index.ts'
import { queueMail } from '#platform/outbox.ts'

/** Warns the current address of a pending change, while the owner can still prevent it. */
export const warnOfChange = (tx: Transaction, user: User, email: string): Promise<void> =>
  warn(tx, user, 'Your e-mail address is about to change', [
    `Somebody, hopefully you, asked that ${email} become the address of your account. It does once the link is opened ` +
      'that we sent there; until then everything stays as it is.',
    'If it was not you, ask for a password reset with this address. It calls the change off and signs out everywhere.',
  ])

/** Tells the former address that it no longer belongs to the account. */
export const tellOfChange = (tx: Transaction, user: User, email: string): Promise<void> =>
  warn(tx, user, 'Your e-mail address has changed', [
    `The address of your account is ${email} now. This one can no longer be used to sign in.`,
    `If it was not you, please write to ${tx.config.organizationName} at once.`,
  ])

/** Tells the owner of the account that the password was changed, by themselves, by a reset or by an administrator. */
export const announcePasswordChange = (tx: Transaction, user: User): Promise<void> =>
  warn(tx, user, 'Your password has changed', [
    'The password of your account was changed, and other sessions were ended.',
    'If it was not you, ask for a password reset with this address. It ends all sessions and unlinks all providers.',
  ])

/** Tells the owner of the account that a provider was linked or unlinked. */
export const announceIdentityChange = (
  tx: Transaction,
  user: User,
  provider: string,
  change: 'linked' | 'unlinked',
): Promise<void> =>
  warn(tx, user, `A way to sign in was ${change}`, [
    change === 'linked'
      ? `Your account can now be used by signing in through ${providerNames[provider] ?? provider}.`
      : `Signing in to your account through ${providerNames[provider] ?? provider} is no longer possible.`,
    'If it was not you, ask for a password reset with this address. It ends all sessions and unlinks all providers.',
  ])

const providerNames: Record<string, string> = { google: 'Google', linkedin: 'LinkedIn' }

/** An unverified address may belong to another person, who must learn nothing about the account. */
async function warn(tx: Transaction, user: User, heading: string, sentences: string[]): Promise<void> {
  if (!user.email_verified) return
  const { organizationName } = tx.config
  const paragraphs = [`Hello ${user.name},`, ...sentences]
  const content = renderMail({ organization: organizationName, heading, paragraphs })
  await queueMail(tx, { to: user.email, subject: `${heading} at ${organizationName}`, ...content })
}
