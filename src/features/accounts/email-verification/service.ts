import { renderMail } from '#adapters/mail/templates.ts'
import { type Context, inTransaction, type Transaction } from '#context.ts'
import { ensure, fieldProblem, ruleViolation } from '#core/problem.ts'
import { hashToken, randomText } from '#core/random.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getUser, setEmail } from '#features/users/index.ts'
import { queueMail } from '#platform/outbox.ts'
import { consume } from '#platform/throttle.ts'
import { emailVerifications } from '../queries.ts'
import type { EmailProof } from '../schemas.ts'
import { tellOfChange } from './warnings.ts'

const validFor = { days: 3 }

const invalidToken = fieldProblem('token', 'This verification link is invalid or has expired. Ask for a new one.')
export const alreadyVerified = ruleViolation('Your e-mail address is already verified.')
export const tooSoon = fieldProblem('email', 'Please wait before retrying.')

interface Addressee {
  id: number
  name: string
  email: string
}

/** Mails a link that verifies the address. */
export async function verifyByMail(tx: Transaction, { id, name, email }: Addressee): Promise<void> {
  const now = tx.clock.now()
  const token = randomText(32)
  await emailVerifications.add.run(tx, {
    user_id: id,
    email,
    token_hash: hashToken(token),
    now,
    expires_at: addDuration(now, validFor),
  })
  const { organizationName, frontendUrl } = tx.config
  const content = renderMail({
    organization: organizationName,
    heading: 'Please confirm your e-mail address',
    paragraphs: [
      `Hello ${name},`,
      `Please confirm that ${email} is your address. The link works for three days.`,
      'If you did not ask for this, you can ignore this mail.',
    ],
    button: { text: 'Confirm my address', url: `${frontendUrl}/verify-email?token=${token}` },
  })
  await queueMail(tx, {
    to: email,
    subject: `Confirm your e-mail address for ${organizationName}`,
    ...content,
  })
}

/** Verifies an address by the token of the mail. A pending address becomes the address of the account. */
export function verifyEmail(ctx: Context, { token }: EmailProof) {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const proof = await emailVerifications.redeem.maybe(tx, { token_hash: hashToken(token), now })
    ensure(proof !== null, invalidToken)
    const user = await getUser(tx, proof.user_id)
    ensure(proof.email === user.email || proof.email === user.pending_email, invalidToken)

    if (proof.email !== user.email) await tellOfChange(tx, user, proof.email)
    await setEmail(tx, user, proof.email)
    await emailVerifications.removeAll.run(tx, { user_id: user.id })
    await recordActivity(tx, 'email_verified', { userId: user.id, metadata: { email: proof.email } })
    return { email: proof.email, email_verified: true, pending_email: null }
  })
}

export async function resendVerification(ctx: Context): Promise<void> {
  const user = await getUser(ctx, ctx.actor.id)
  ensure(!user.email_verified || user.pending_email !== null, alreadyVerified)
  const once = { limit: 1, window: { seconds: 60 } }
  ensure((await consume(ctx, 'email-resend', [String(user.id)], once)) === null, tooSoon)
  await inTransaction(ctx, (tx) =>
    verifyByMail(tx, { id: user.id, name: user.name, email: user.pending_email ?? user.email }),
  )
}
