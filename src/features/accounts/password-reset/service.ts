import { type AnyContext, type Context, getNetwork, runInTransaction, type Transaction } from '#context.ts'
import { toNetwork } from '#core/ip-network.ts'
import { createFieldProblem, createTooManyRequests, ensure, invalidFields } from '#core/problem.ts'
import { createRandomText, hashToken } from '#core/random.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { findUserByEmail, getUser, markEmailVerified, removePendingEmail, setPassword } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { writeMail } from '#platform/outbox.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { countUse } from '#platform/throttle.ts'
import { tooSoon } from '../email-verification/service.ts'
import { completeInvitation, isInvitationExpired } from '../invitations/service.ts'
import { emailVerifications, passwordResets } from '../mailed-token-queries.ts'
import { passkeys } from '../passkeys/queries.ts'
import { ensurePasswordSignIn } from '../password-sign-in.ts'
import { checkNewPassword } from '../passwords.ts'
import { identities, lastingAccess, tokens } from '../queries.ts'
import type { PasswordReset, ResetRequest } from '../schemas.ts'
import { loginChallenges } from '../two-factor/queries.ts'
import { mailPasswordChange } from '../warnings.ts'

/** Specification, "Limits": tokens are valid for 60 minutes, one request per 60 seconds. */
const validFor = { minutes: 60 }
const onceAMinute = { limit: 1, window: { seconds: 60 } }

const unknownEmail = invalidFields({ email: ['We cannot find a user with that e-mail address.'] })
const invalidToken = createFieldProblem(
  'token',
  'This password reset token is invalid or has expired. Ask for a new one.',
)

export async function requestPasswordReset(ctx: Context, { email }: ResetRequest): Promise<void> {
  ensurePasswordSignIn(ctx)
  await limitByAddress(ctx)
  if (ctx.config.quietPasswordReset) return askQuietly(ctx, email)
  ensure((await findUserByEmail(ctx, email)) !== null, unknownEmail)
  await runInTransaction(ctx, async (tx) => {
    ensure(await isFirstIn(tx, email), tooSoon)
    await sendResetLink(tx, email)
  })
}

/** Looks the account up in a background task, so that the response time does not reveal whether it exists. */
async function askQuietly(ctx: Context, email: string): Promise<void> {
  if (await isFirstIn(ctx, email)) await runInTransaction(ctx, (tx) => addTask(tx, mailResetLink, { email }))
}

export const mailResetLink = defineTask<{ email: string }>({
  kind: 'mail_reset_link',
  handle: (ctx, { email }) => runInTransaction(ctx, (tx) => sendResetLink(tx, email)),
})

const isFirstIn = async (ctx: AnyContext, email: string) =>
  (await countUse(ctx, 'forgot-password', [email], onceAMinute)) === null

/** Mails a link if the address belongs to an account. */
export async function sendResetLink(tx: Transaction, email: string): Promise<void> {
  const user = await findUserByEmail(tx, email)
  if (user === null || (await isInvitationExpired(tx, user.id))) return
  const now = tx.clock.now()
  const token = createRandomText(32)
  const { name, locale } = await getUser(tx, user.id)
  const added = {
    user_id: user.id,
    email,
    token_hash: hashToken(token),
    now,
    expires_at: addDuration(now, validFor),
  }
  await passwordResets.add.run(tx, added)
  const { organizationName, frontendUrl } = tx.config
  await writeMail(tx, {
    to: email,
    locale,
    subject: fill('Reset your {organization} password', { organization: organizationName }),
    heading: 'Choose a new password',
    paragraphs: [
      fill('Hello {name},', { name }),
      'Somebody, hopefully you, asked to reset your password. The link works once, for one hour.',
      'If it was not you, you can ignore this mail; your password stays as it is.',
    ],
    button: {
      text: 'Choose a new password',
      url: `${frontendUrl}/reset-password?token=${token}&email=${encodeURIComponent(email)}`,
    },
  })
}

export async function resetPassword(ctx: Context, { token, email, password }: PasswordReset): Promise<void> {
  ensurePasswordSignIn(ctx)
  await limitByAddress(ctx)
  await checkNewPassword(ctx, password, { email })
  const user = await findUserByEmail(ctx, email)
  ensure(user !== null, ctx.config.quietPasswordReset ? invalidToken : unknownEmail)
  const token_hash = hashToken(token)
  const asked = await passwordResets.valid.maybe(ctx, { token_hash, now: ctx.clock.now() })
  ensure(asked !== null && asked.user_id === user.id && asked.email === email, invalidToken)
  await checkNewPassword(ctx, password, await getUser(ctx, user.id))
  const password_hash = await ctx.passwords.hash(password, 'urgent', getNetwork(ctx))

  await runInTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    ensure((await passwordResets.redeem.maybe(tx, { token_hash, now })) !== null, invalidToken)
    await setPassword(tx, user.id, password_hash)
    // The link proves that the user owns the address.
    if (user.email_verified_at === null) await markEmailVerified(tx, user.id)
    await completeInvitation(tx, user.id)
    // An intruder may have linked identities, added passkeys and set a pending address, which would survive the new
    // password. The second factor stays: a mailbox alone must not be enough to enter such an account.
    await identities.removeAll.run(tx, { user_id: user.id })
    await tx.emitEvidenceChanged(tx, { userIds: [user.id] })
    await passkeys.removeAll.run(tx, { user_id: user.id })
    await loginChallenges.removeAll.run(tx, { user_id: user.id })
    await removePendingEmail(tx, user.id)
    await emailVerifications.removeAll.run(tx, { user_id: user.id })
    await passwordResets.removeAll.run(tx, { user_id: user.id })
    await tokens.removeAll.run(tx, { user_id: user.id })
    // So may a calendar's address and webhooks. The owner can enable webhooks again.
    await lastingAccess.removeCalendar.run(tx, { user_id: user.id })
    await lastingAccess.disableWebhooks.run(tx, { user_id: user.id, now })
    tx.signal(user.id)
    await mailPasswordChange(tx, await getUser(tx, user.id))
    await recordActivity(tx, 'password_reset', { userId: user.id })
  })
}

async function limitByAddress(ctx: Context) {
  const limit = { limit: ctx.config.rateLimits.password, window: { minutes: 1 } }
  const wait = await countUse(ctx, 'password-reset', [toNetwork(ctx.origin.address ?? '')], limit)
  if (wait !== null) throw createTooManyRequests('Too many requests, please slow down.', wait)
}
