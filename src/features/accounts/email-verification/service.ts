import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createFieldProblem, createRuleViolation, createTooManyRequests, ensure } from '#core/problem.ts'
import { createRandomText, hashToken } from '#core/random.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getUser, removeEmail, removePendingEmail, setEmail, type User } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { writeMail } from '#platform/outbox.ts'
import { countUse } from '#platform/throttle.ts'
import { emailVerifications } from '../mailed-token-queries.ts'
import { identities } from '../queries.ts'
import type { EmailProof } from '../schemas.ts'
import { mailAccountChange } from '../warnings.ts'

const validFor = { days: 3 }

const invalidToken = createFieldProblem('token', 'This verification link is invalid or has expired. Ask for a new one.')
export const alreadyVerified = createRuleViolation('Your e-mail address is already verified.')
export const withoutEmail = createRuleViolation('Your account has no e-mail address; add one first.')
export const tooSoon = createFieldProblem('email', 'Please wait before retrying.')

/** Mails a link that verifies the address. */
export async function verifyByMail(
  tx: Transaction,
  { id, name, locale }: Pick<User, 'id' | 'name' | 'locale'>,
  email: string,
): Promise<void> {
  const now = tx.clock.now()
  // Many accounts may name the address of one person.
  const limit = { limit: tx.config.rateLimits.mailsPerRecipient, window: { days: 1 } }
  const wait = await countUse(tx, 'verification-mails', [email], limit)
  if (wait !== null) throw createTooManyRequests('Too many mails to this address today, please try again later.', wait)
  const token = createRandomText(32)
  await emailVerifications.add.run(tx, {
    user_id: id,
    email,
    token_hash: hashToken(token),
    now,
    expires_at: addDuration(now, validFor),
  })
  const { organizationName, frontendUrl } = tx.config
  await writeMail(tx, {
    to: email,
    locale,
    subject: fill('Confirm your e-mail address for {organization}', { organization: organizationName }),
    heading: 'Please confirm your e-mail address',
    paragraphs: [
      fill('Hello {name},', { name }),
      fill('Please confirm that {email} is your address. The link works for three days.', { email }),
      'If you did not ask for this, open the second link: it removes your address from that account.',
    ],
    button: { text: 'Confirm my address', url: `${frontendUrl}/verify-email?token=${token}` },
    secondLink: { text: 'This was not me', url: `${frontendUrl}/reject-email?token=${token}` },
  })
}

/** Returns the account and the address of a used or expired token, or throws 422. */
async function findUsed(tx: Transaction, token_hash: string): Promise<{ user: User; email: string }> {
  const used = await emailVerifications.byToken.maybe(tx, { token_hash })
  ensure(used !== null, invalidToken)
  return { user: await getUser(tx, used.user_id), email: used.email }
}

/**
 * Verifies an address by the token of the mail. A pending address becomes the address of the account. The second use of a link changes
 * nothing, and is told from the first by `isRepeated`.
 */
export function verifyEmail(ctx: Context, { token }: EmailProof) {
  return runInTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const token_hash = hashToken(token)
    const proof = await emailVerifications.use.maybe(tx, { token_hash, now })
    if (proof === null) {
      const { user, email } = await findUsed(tx, token_hash)
      ensure(user.email === email && user.email_verified, invalidToken)
      return { email, email_verified: true, pending_email: user.pending_email, isRepeated: true }
    }
    const user = await getUser(tx, proof.user_id)
    ensure(proof.email === user.email || proof.email === user.pending_email, invalidToken)

    if (proof.email !== user.email) await mailAccountChange(tx, user, proof.email)
    // An account without an address began at ORCID, whose identity has none either and stays.
    if (!user.email_verified && user.email !== '') {
      await identities.removeOthers.run(tx, { user_id: user.id, email: proof.email })
      await tx.emitEvidenceChanged(tx, { userIds: [user.id] })
    }
    await setEmail(tx, user, proof.email)
    await emailVerifications.removeOthers.run(tx, { user_id: user.id, email: proof.email })
    await emailVerifications.expire.run(tx, { user_id: user.id, email: proof.email, now })
    await recordActivity(tx, 'email_verified', { userId: user.id, metadata: { email: proof.email } })
    return { email: proof.email, email_verified: true, pending_email: null, isRepeated: false }
  })
}

/**
 * Removes an address that is not yet verified from its account, for the owner of the address who did not ask for it. The second use of a link
 * changes nothing.
 */
export function rejectEmail(ctx: Context, { token }: EmailProof): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const token_hash = hashToken(token)
    const proof = await emailVerifications.use.maybe(tx, { token_hash, now })
    if (proof === null) {
      const { user, email } = await findUsed(tx, token_hash)
      ensure(![user.email, user.pending_email].includes(email), invalidToken)
      return
    }
    const user = await getUser(tx, proof.user_id)
    if (proof.email === user.pending_email) await cancelPendingEmail(tx, user)
    else if (proof.email === user.email && !user.email_verified) await removeEmail(tx, user)
    await emailVerifications.expire.run(tx, { user_id: user.id, email: proof.email, now })
    await recordActivity(tx, 'email_rejected', { userId: user.id, metadata: { email: proof.email } })
  })
}

/** Calls off a change of the address that is not yet verified. */
export async function cancelPendingEmail(tx: Transaction, { id, pending_email }: User): Promise<void> {
  if (pending_email === null) return
  await removePendingEmail(tx, id)
  await emailVerifications.expire.run(tx, { user_id: id, email: pending_email, now: tx.clock.now() })
}

export async function sendVerificationAgain(ctx: Context): Promise<void> {
  const user = await getUser(ctx, ctx.actor.id)
  ensure(!user.email_verified || user.pending_email !== null, alreadyVerified)
  ensure(user.pending_email !== null || user.email !== '', withoutEmail)
  const once = { limit: 1, window: { seconds: 60 } }
  await runInTransaction(ctx, async (tx) => {
    ensure((await countUse(tx, 'email-resend', [String(user.id)], once)) === null, tooSoon)
    await verifyByMail(tx, user, user.pending_email ?? user.email)
  })
}
