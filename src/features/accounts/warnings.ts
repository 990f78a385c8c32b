import type { Transaction } from '#context.ts'
import { createTooManyRequests } from '#core/problem.ts'
import type { User } from '#features/users/index.ts'
import { embed, fill, type PlainTemplate, type Sentence, type Value } from '#language/sentence.ts'
import { type NewMail, writeMail } from '#platform/outbox.ts'
import { countUse } from '#platform/throttle.ts'

const recoveryAdvice =
  'If it was not you, ask for a password reset with this address. It ends all sessions, API keys and passkeys, and unlinks all providers.'

/** Warns the current address of a pending change, while the owner can still prevent it. */
export const mailPendingChange = (tx: Transaction, user: User, email: string): Promise<void> =>
  warn(tx, user, {
    heading: 'Your e-mail address is about to change',
    sentences: [
      fill(
        'Somebody, hopefully you, asked that {email} become the address of your account. It does once the link is opened that we sent there; until then everything stays as it is.',
        { email },
      ),
      'If it was not you, ask for a password reset with this address. It calls the change off and signs out everywhere.',
    ],
  })

/** Tells the former address that it no longer belongs to the account. */
export const mailAccountChange = (tx: Transaction, user: User, email: string): Promise<void> =>
  warn(tx, user, {
    heading: 'Your e-mail address has changed',
    sentences: [
      fill('The address of your account is {email} now. This one can no longer be used to sign in.', { email }),
      fill('If it was not you, please write to {organization} at once.', { organization: tx.config.organizationName }),
    ],
  })

/** Tells the owner of the account that the password was changed, by themselves, by a reset or by an administrator. */
export const mailPasswordChange = (tx: Transaction, user: User): Promise<void> =>
  warn(tx, user, {
    heading: 'Your password has changed',
    sentences: ['The password of your account was changed, and other sessions were ended.', recoveryAdvice],
  })

/** Tells the owner of the account that a provider was linked or unlinked. */
export const mailIdentityChange = (
  tx: Transaction,
  user: User,
  provider: string,
  change: 'linked' | 'unlinked',
): Promise<void> =>
  warn(tx, user, {
    heading: change === 'linked' ? 'A way to sign in was linked' : 'A way to sign in was unlinked',
    sentences: [
      change === 'linked'
        ? fill('Your account can now be used by signing in through {provider}.', {
            provider: nameProvider(tx, provider),
          })
        : fill('Signing in to your account through {provider} is no longer possible.', {
            provider: nameProvider(tx, provider),
          }),
      recoveryAdvice,
    ],
  })

const providerNames: Record<string, string> = { google: 'Google', linkedin: 'LinkedIn', orcid: 'ORCID' }
const nameProvider = ({ config }: Transaction, provider: string): string =>
  providerNames[provider] ?? config.oidcProviders.find(({ name }) => name === provider)?.label ?? provider

const changesPerDay = 100

/**
 * Tells the owner of the account that a second factor, a passkey or an API key was added. Throws 429 after too many
 * additions, because each costs a mail; removals are limited by them.
 */
export async function mailNewCredential(
  tx: Transaction,
  user: User,
  heading: PlainTemplate,
  sentence: Sentence,
): Promise<void> {
  const limit = { limit: changesPerDay, window: { days: 1 } }
  const wait = await countUse(tx, 'new-credentials', [String(user.id)], limit)
  if (wait !== null) throw createTooManyRequests('Too many new credentials today, please try again later.', wait)
  await mailCredentialChange(tx, user, heading, sentence)
}

/** Tells the owner of the account that a second factor, a passkey or an API key was removed. */
export const mailCredentialChange = (
  tx: Transaction,
  user: User,
  heading: PlainTemplate,
  sentence: Sentence,
): Promise<void> => warn(tx, user, { heading, sentences: [sentence, recoveryAdvice] })

/** Tells the owner of the account that a sign-in passed the first step, but not the second factor. */
export const mailWrongCodes = (tx: Transaction, user: User): Promise<void> =>
  warn(tx, user, {
    heading: 'Wrong codes for your second factor',
    sentences: [
      'A sign-in with your password, or through a linked provider, was followed by five wrong codes. It was refused.',
      'If it was not you, another person knows your password or uses your account at the provider. Please change that password.',
    ],
  })

/** Tells the owner of the account about a sign-in from a new device, with a link that ends the session. */
export const mailNewDevice = (
  tx: Transaction,
  user: User,
  { device, address, endToken }: { device: Value; address: string; endToken: string },
): Promise<void> => {
  const time = { moment: tx.clock.now(), timezone: user.timezone ?? tx.config.timezone }
  return warn(tx, user, {
    heading: 'New sign-in to your account',
    sentences: [
      fill('{device} signed in to your account from the address {address}, {time}.', { device, address, time }),
      'If it was you, there is nothing to do. Otherwise end the session, then choose a new password.',
    ],
    button: { text: 'End this session', url: `${tx.config.frontendUrl}/end-session?token=${endToken}` },
    secondLink: { text: 'Choose a new password', url: `${tx.config.frontendUrl}/forgot-password` },
  })
}

/** Tells the owner of the account what an administrator did. */
export const mailAboutAdminAct = (
  tx: Transaction,
  user: User,
  heading: PlainTemplate,
  sentences: Sentence[],
): Promise<void> => warn(tx, user, { heading, sentences })

interface Warning extends Pick<NewMail, 'button' | 'secondLink'> {
  heading: PlainTemplate
  sentences: Sentence[]
}

/** An unverified address may belong to another person, who must learn nothing about the account. */
async function warn(tx: Transaction, user: User, { heading, sentences, ...links }: Warning): Promise<void> {
  if (!user.email_verified) return
  await writeMail(tx, {
    to: user.email,
    locale: user.locale,
    subject: fill('{heading} at {organization}', { heading: embed(heading), organization: tx.config.organizationName }),
    heading,
    paragraphs: [fill('Hello {name},', { name: user.name }), ...sentences],
    ...links,
  })
}
