import { buildOtpauthUrl, createTotpSecret } from '#adapters/one-time-passwords.ts'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { hashToken } from '#core/random.ts'
import { recordActivity } from '#features/activity/index.ts'
import { findUser, getUser } from '#features/users/index.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { countUse } from '#platform/throttle.ts'
import { recordRefusal } from '../refused-sign-ins.ts'
import type { SignedIn } from '../schemas.ts'
import { startRecordedSession } from '../sign-in.ts'
import { factors } from '../sign-in-queries.ts'
import { ensureRecentSignIn, ensureStepUp } from '../step-up.ts'
import { mailCredentialChange, mailNewCredential, mailWrongCodes } from '../warnings.ts'
import { checkCode, encryptTotpSecret, replaceRecoveryCodes } from './codes.ts'
import { alreadyEnabled, challengeEnded, notEnabled, ownNeedsCode, wrongCode } from './problems.ts'
import { loginChallenges, recoveryCodes, twoFactorSecrets } from './queries.ts'
import type { CodeProof, RecoveryCodes, SecondStep, TwoFactorSetup, TwoFactorState } from './schemas.ts'

export async function showTwoFactor(ctx: Context): Promise<TwoFactorState> {
  const mine = { user_id: ctx.actor.id }
  const secret = await twoFactorSecrets.byUser.maybe(ctx, mine)
  const { recovery_codes_left } = await factors.of.one(ctx, mine)
  const enabled_at = secret?.enabled_at ?? null
  return { enabled: enabled_at !== null, enabled_at, recovery_codes_left }
}

/** Creates a secret for the authenticator app. It has no effect until a code is sent to `enableTwoFactor`. */
export async function setUpTwoFactor(ctx: Context): Promise<TwoFactorSetup> {
  await ensureRecentSignIn(ctx)
  const user = await getUser(ctx, ctx.actor.id)
  const secret = createTotpSecret()
  const encrypted_secret = await encryptTotpSecret(ctx, user.id, secret)
  const now = ctx.clock.now()
  ensure((await twoFactorSecrets.begin.run(ctx, { user_id: user.id, encrypted_secret, now })) === 1, alreadyEnabled)
  const otpauth_url = buildOtpauthUrl(secret, {
    issuer: ctx.config.organizationName,
    account: user.email || user.name,
  })
  const { renderQrCodeSvg } = await import('#adapters/qr-code.ts')
  return { secret, otpauth_url, qr_svg: renderQrCodeSvg(otpauth_url) }
}

/** Turns the second factor on with the first code of the app, and returns the recovery codes. */
export async function enableTwoFactor(ctx: Context, { code }: CodeProof): Promise<RecoveryCodes> {
  await ensureRecentSignIn(ctx)
  const { id } = ctx.actor
  const known = await factors.of.one(ctx, { user_id: id })
  ensure(!known.has_second_factor, alreadyEnabled)
  const found = await checkCode(ctx, { userId: id, isSetup: true }, code)
  return runInTransaction(ctx, async (tx) => {
    await found.use(tx)
    ensure((await twoFactorSecrets.enable.run(tx, { user_id: id, now: tx.clock.now() })) === 1, alreadyEnabled)
    const recovery_codes = await replaceRecoveryCodes(tx, id)
    const user = await getUser(tx, id)
    const sentence = 'Signing in to your account now needs a code of your authenticator app as well.'
    await mailNewCredential(tx, user, 'Your second factor is turned on', sentence)
    await recordActivity(tx, 'two_factor_enabled')
    return { recovery_codes }
  })
}

export async function disableTwoFactor(ctx: Context, { code }: CodeProof): Promise<void> {
  await ensureRecentSignIn(ctx)
  const { id } = ctx.actor
  const found = await checkCode(ctx, { userId: id }, code)
  await runInTransaction(ctx, async (tx) => {
    await found.use(tx)
    await removeSecondFactor(tx, id)
  })
}

export async function renewRecoveryCodes(ctx: Context, { code }: CodeProof): Promise<RecoveryCodes> {
  await ensureRecentSignIn(ctx)
  const { id } = ctx.actor
  const found = await checkCode(ctx, { userId: id }, code)
  return runInTransaction(ctx, async (tx) => {
    await found.use(tx)
    const recovery_codes = await replaceRecoveryCodes(tx, id)
    const sentence = 'New recovery codes were created for your account; the former ones no longer work.'
    await mailNewCredential(tx, await getUser(tx, id), 'You have new recovery codes', sentence)
    await recordActivity(tx, 'recovery_codes_created')
    return { recovery_codes }
  })
}

/**
 * Removes the second factor of a user who has lost it. For administrators, but not for their own: a stolen session must
 * not be enough.
 */
export async function removeTwoFactorOf(ctx: Context, userId: number): Promise<void> {
  permit(ctx.actor.role === 'admin')
  ensure(userId !== ctx.actor.id, ownNeedsCode)
  await ensureStepUp(ctx)
  await runInTransaction(ctx, async (tx) => {
    ensure((await findUser(tx, userId)) !== null, notFound)
    await removeSecondFactor(tx, userId)
    describeAuditEvent(tx, { before: { two_factor_enabled: true }, after: { two_factor_enabled: false } })
    // The change leaves a trace in both logs.
    await recordActivity(tx, 'two_factor_disabled', {
      description: 'Removed the second factor of a user',
      metadata: { user_id: userId },
    })
  })
}

/** Removes the second factor, mails the owner and records it. Throws 422 if there is none. */
export async function removeSecondFactor(tx: Transaction, userId: number): Promise<void> {
  ensure((await twoFactorSecrets.remove.run(tx, { user_id: userId })) === 1, notEnabled)
  await recoveryCodes.removeAll.run(tx, { user_id: userId })
  await loginChallenges.removeAll.run(tx, { user_id: userId })
  const byOther = tx.actor.id !== userId
  const sentence = byOther
    ? 'Signing in to your account no longer needs a second factor. An administrator removed it.'
    : 'Signing in to your account no longer needs a second factor.'
  await mailCredentialChange(tx, await getUser(tx, userId), 'Your second factor is turned off', sentence)
  await recordActivity(tx, 'two_factor_disabled', { userId, metadata: byOther ? { by_administrator: true } : {} })
}

/** Finishes a login with the second factor. Five wrong codes end it. */
export async function completeTwoFactor(ctx: Context, { challenge, code }: SecondStep): Promise<SignedIn> {
  const challenge_hash = hashToken(challenge)
  const attempt = await loginChallenges.attempt.maybe(ctx, { challenge_hash, now: ctx.clock.now() })
  ensure(attempt !== null, challengeEnded)
  const { user_id, login_method, attempts_left } = attempt
  const signIn = async () => {
    const found = await checkCode(ctx, { userId: user_id }, code)
    return runInTransaction(ctx, async (tx) => {
      ensure((await loginChallenges.redeem.run(tx, { challenge_hash })) === 1, challengeEnded)
      await found.use(tx)
      const method = login_method === 'password' ? {} : { provider: login_method }
      return startRecordedSession(tx, user_id, login_method, { ...method, second_factor: found.method })
    })
  }
  try {
    return await recordRefusal(ctx, login_method, signIn)
  } catch (error) {
    if (error === wrongCode && attempts_left === 0) await reportWrongCodes(ctx, user_id)
    throw error
  }
}

/** Warns the owner, at most once a day. */
async function reportWrongCodes(ctx: Context, userId: number): Promise<void> {
  const onceADay = { limit: 1, window: { days: 1 } }
  if ((await countUse(ctx, 'wrong-code-mails', [String(userId)], onceADay)) !== null) return
  await runInTransaction(ctx, async (tx) => {
    const user = await findUser(tx, userId)
    if (user !== null) await mailWrongCodes(tx, user)
  })
}
