import type { Transaction } from '#context.ts'
import { Problem } from '#core/problem.ts'
import { createRandomText, hashToken } from '#core/random.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { findSuspension, getUser } from '#features/users/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { translateToEnglish } from '#language/translation.ts'
import { recordFigure } from '#platform/figures.ts'
import { describeDevice, mailAboutNewDevice } from './new-devices.ts'
import { tokens } from './queries.ts'
import type { LoggedIn, SignedIn } from './schemas.ts'
import { factors } from './sign-in-queries.ts'
import { createChallenge } from './two-factor/challenges.ts'

export const accountSuspended = new Problem(403, 'This account is suspended.')

/** Answered only to a person who has proven who they are. */
const describeSuspension = (reason: string): Problem =>
  reason === ''
    ? accountSuspended
    : new Problem(403, fill('This account is suspended. The reason is: {reason}', { reason }))

async function ensureNotSuspended(tx: Transaction, userId: number): Promise<void> {
  const suspension = await findSuspension(tx, userId)
  if (suspension !== null) throw describeSuspension(suspension.reason)
}

/** The message of an answer to a login. */
export const describeLogin = (result: unknown): Sentence =>
  typeof result === 'object' && result !== null && 'challenge' in result
    ? 'Please enter a code of your authenticator app, or a recovery code.'
    : 'You are signed in.'

/** How the user proved who they are: `password`, `passkey`, or the name of a provider. */
export type LoginMethod = string

/**
 * Signs in a user who has proven the first factor: starts a session, or returns a challenge for the second factor if
 * the user has one.
 */
export async function signIn(tx: Transaction, userId: number, method: LoginMethod): Promise<LoggedIn> {
  await ensureNotSuspended(tx, userId)
  const { has_second_factor, ...known } = await factors.of.one(tx, { user_id: userId })
  if (has_second_factor) return createChallenge(tx, { user_id: userId, login_method: method, ...known })
  return startRecordedSession(tx, userId, method, method === 'password' ? {} : { provider: method })
}

/** Starts a session and records the login. The metadata say how the user signed in. */
export async function startRecordedSession(
  tx: Transaction,
  userId: number,
  method: LoginMethod,
  metadata: Record<string, unknown>,
): Promise<SignedIn> {
  const started = await startSession(tx, userId)
  await recordFigure(tx, `sign_ins.${method}.done`)
  await recordActivity(tx, 'login', { userId, metadata })
  return started
}

/** The sessions of an account. A new one is not refused, which would shut its owner out: the one that was used longest ago ends. */
export const sessionLimit = { most: 500 }

/** Creates an access token; only its hash is stored. */
export async function startSession(tx: Transaction, userId: number): Promise<SignedIn> {
  await ensureNotSuspended(tx, userId)
  const now = tx.clock.now()
  const token = `rps_${createRandomText(32)}`
  const expires_at = addDuration(now, { days: tx.config.tokenTtlDays })
  const { id } = await tokens.add.one(tx, {
    user_id: userId,
    token_hash: hashToken(token),
    device: translateToEnglish(describeDevice(tx.origin)),
    ip_address: tx.origin.address ?? '',
    user_agent: tx.origin.userAgent ?? '',
    now,
    expires_at,
  })
  await tokens.removeOldest.run(tx, { user_id: userId, ...sessionLimit })
  const user = await getUser(tx, userId)
  await mailAboutNewDevice(tx, user, id)
  return { token, token_type: 'Bearer', expires_at, user, two_factor_required: false }
}
