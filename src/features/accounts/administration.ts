import type { Context, Transaction } from '#context.ts'
import { addDuration } from '#core/time.ts'
import { getUser, setSuspension, type User } from '#features/users/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { retryAfterSeconds } from '#platform/throttle.ts'
import { apiKeys } from './api-keys/queries.ts'
import { presentKey } from './api-keys/service.ts'
import { passkeys } from './passkeys/queries.ts'
import { getAccountLimit } from './passwords.ts'
import { tokens } from './queries.ts'
import { loginChallenges } from './two-factor/queries.ts'
import { mailAboutAdminAct } from './warnings.ts'

/** More are not shown on the page of a person. */
const maxShown = 100

/** Returns how the account is used: its sessions, API keys and passkeys, and whether it is locked. */
export async function describeAccess(ctx: Context, user: User) {
  const mine = { user_id: user.id, now: ctx.clock.now(), limit: maxShown, offset: 0 }
  const wait = await retryAfterSeconds(ctx, 'login-account', [user.email], getAccountLimit(ctx))
  return {
    sessions: (await tokens.sessions.slice(ctx, { ...mine, token_id: 0 })).map(
      ({ current: _, user_agent: __, ...session }) => session,
    ),
    api_keys: (await apiKeys.ofUser.slice(ctx, mine)).map(presentKey),
    passkeys: (await passkeys.listByUser.all(ctx, { user_id: user.id })).length,
    locked_until: wait === null ? null : addDuration(ctx.clock.now(), { seconds: wait }),
  }
}

/** Ends one session of a user, and returns whether there was one with the id. */
export async function endOneSession(tx: Transaction, userId: number, id: number): Promise<boolean> {
  const ended = await tokens.remove.run(tx, { user_id: userId, id })
  tx.signal(userId)
  return ended === 1
}

/** Ends all sessions of a user. API keys stay. */
export async function endAllSessions(tx: Transaction, userId: number): Promise<void> {
  await tokens.removeSessions.run(tx, { user_id: userId, except: 0 })
  await loginChallenges.removeAll.run(tx, { user_id: userId })
  tx.signal(userId)
}

/** Suspends the account: sessions end, API keys do not work meanwhile, and the person is told. */
export async function suspendAccount(tx: Transaction, user: User, reason: string): Promise<void> {
  await setSuspension(tx, user, reason)
  await endAllSessions(tx, user.id)
  await mailAboutAdminAct(tx, user, 'Your account is suspended', [
    'An administrator has suspended your account. You cannot sign in, and others do not see what you have published.',
    ...describeReason(reason),
  ])
}

/** Ends the suspension; API keys work again. */
export async function restoreAccount(tx: Transaction, userId: number): Promise<void> {
  const user = await getUser(tx, userId)
  await setSuspension(tx, user, null)
  await mailAboutAdminAct(tx, user, 'Your account can be used again', [
    'An administrator has ended the suspension of your account. What you had published is visible again.',
  ])
}

const describeReason = (reason: string): Sentence[] =>
  reason === '' ? [] : [fill('The reason is: {reason}', { reason })]
