import { type Actor, type Context, getNetwork, runInTransaction } from '#context.ts'
import { isDiskFull } from '#core/disk-full.ts'
import { toNetwork } from '#core/ip-network.ts'
import { type PageQuery, page } from '#core/page.ts'
import { ensure, invalidFields, notFound, Problem } from '#core/problem.ts'
import { hashToken } from '#core/random.ts'
import { countSeconds } from '#core/time.ts'
import { hasUsedNetwork, recordActivity } from '#features/activity/index.ts'
import { createResearcher } from '#features/researchers/index.ts'
import {
  createUser,
  findCredentials,
  findDecoyHash,
  findUserByEmail,
  getUser,
  setPassword,
} from '#features/users/index.ts'
import { isApiKey } from '../api-keys/keys.ts'
import { cancelPendingEmail, verifyByMail } from '../email-verification/service.ts'
import { ensureMayUsePassword, ensurePasswordSignIn, passwordsDisabled } from '../password-sign-in.ts'
import { checkNewPassword, checkPassword } from '../passwords.ts'
import { tokens } from '../queries.ts'
import { recordRefusal } from '../refused-sign-ins.ts'
import type { Credentials, LoggedIn, SignedIn, SignUp } from '../schemas.ts'
import { signIn, startSession } from '../sign-in.ts'
import { factors } from '../sign-in-queries.ts'
import { ensureMaySignUp, isAwaitingVerification } from '../sign-up.ts'
import { loginChallenges } from '../two-factor/queries.ts'

export const emailTaken = invalidFields({ email: ['The email has already been taken.'] })
export const wrongCredentials = new Problem(401, 'These credentials do not match our records.')

/** Seconds between two updates of `last_used_at`. */
const useRecordedEvery = 5 * 60

export async function signUp(
  ctx: Context,
  { name, email, role = 'learner', password, timezone = '', locale = '' }: SignUp,
): Promise<SignedIn> {
  ensurePasswordSignIn(ctx)
  ensureMaySignUp(ctx, { email })
  await checkNewPassword(ctx, password, { name, email })
  await checkEmailIsFree(ctx, { email })
  const password_hash = await ctx.passwords.hash(password, 'normal', getNetwork(ctx))

  return runInTransaction(ctx, async (tx) => {
    const id = await createUser(tx, { name, email, role, password_hash, email_verified: false, timezone, locale })
    if (role === 'researcher') await createResearcher(tx, id)
    await verifyByMail(tx, await getUser(tx, id), email)
    await recordActivity(tx, 'signup', { userId: id })
    return startSession(tx, id)
  })
}

/** Throws 403 if the address may not sign up, so that closed doors do not tell who has an account, and 422 if it is taken. */
export async function checkNewAddress(ctx: Context, { email }: { email?: string }): Promise<void> {
  ensurePasswordSignIn(ctx)
  ensureMaySignUp(ctx, { email: email ?? null })
  await checkEmailIsFree(ctx, { email })
}

/** Throws 422 if another account has the address. */
async function checkEmailIsFree(ctx: Context, { email }: { email?: string | undefined }): Promise<void> {
  ensure(email === undefined || (await findUserByEmail(ctx, email)) === null, emailTaken)
}

export const logIn = (ctx: Context, credentials: Credentials): Promise<LoggedIn> =>
  recordRefusal(ctx, 'password', () => checkCredentials(ctx, credentials))

async function checkCredentials(ctx: Context, { email, password, link }: Credentials): Promise<LoggedIn> {
  ensureMayUsePassword(ctx, email, link)
  const user = await findUserByEmail(ctx, email)
  const network = toNetwork(ctx.origin.address ?? '')
  await checkPassword(ctx, password, {
    scope: 'login',
    key: [email, network],
    account: {
      key: [email],
      isKnownNetwork: async () => user !== null && (await hasUsedNetwork(ctx, user.id, network)),
    },
    hash: user?.password_hash ?? null,
    decoy: await findDecoyHash(ctx, email),
    wrong: wrongCredentials,
    tooMany: 'Too many failed logins, please try again later.',
  })
  if (user === null) throw wrongCredentials
  const stronger =
    user.password_hash !== null && ctx.passwords.isOutdated(user.password_hash)
      ? await ctx.passwords.hash(password, 'urgent', getNetwork(ctx))
      : null

  return runInTransaction(ctx, async (tx) => {
    // The password may have been changed, or the account deleted, during the check.
    const known = await findCredentials(tx, user.id)
    ensure(known !== null && known.password_hash === user.password_hash, wrongCredentials)
    ensure(tx.config.passwordSignIn || known.role === 'admin', passwordsDisabled)
    if (stronger !== null) await setPassword(tx, user.id, stronger)
    return signIn(tx, user.id, 'password')
  })
}

/** Returns the actor of an access token or API key; null when it is unknown, expired or revoked. */
export async function authenticate(ctx: Context, token: string): Promise<Actor | null> {
  const isSession = token.startsWith('rps_') && token.length === 47
  const input = isSession || isApiKey(token) ? { secret: token } : parseImportedToken(token)
  if (input === null) return null
  const now = ctx.clock.now()
  const holder = await tokens.holder.maybe(ctx, { token_hash: hashToken(input.secret), now })
  if (holder === null || (input.id !== undefined && input.id !== String(holder.token_id))) return null
  const { id, role, token_id, scopes, last_used_at, email_verified_at } = holder
  if (countSeconds(last_used_at, now) > useRecordedEvery)
    await tokens.use.run(ctx, { id: token_id, now }).catch(ignoreDiskFull)
  return {
    id,
    role,
    token_id,
    scopes,
    lacks_verified_email: await isAwaitingVerification(ctx, { id, email_verified_at }),
    lacks_second_factor: await lacksSecondFactor(ctx, { id, role }),
  }
}

interface GivenToken {
  /** The id that was given with it, which must be its own. */
  id?: string | undefined
  secret: string
}

/** Reads a token of Laravel Sanctum, which writes its id and a bar before the secret, and once wrote the secret alone; null for other texts. */
function parseImportedToken(token: string): GivenToken | null {
  const [, id, secret] = /^(?:(\d{1,19})\|)?([\w-]{40,200})$/.exec(token) ?? []
  return secret === undefined ? null : { id, secret }
}

/** Asked for the roles of `REQUIRE_TWO_FACTOR` only, so that the requests of others need no further query. */
async function lacksSecondFactor(ctx: Context, { id, role }: Pick<Actor, 'id' | 'role'>): Promise<boolean> {
  if (!ctx.config.requireTwoFactor.some((one) => one === role)) return false
  return !(await factors.of.one(ctx, { user_id: id })).has_second_factor
}

/** Reading still works on a full disk, although `last_used_at` is not updated. */
function ignoreDiskFull(error: unknown) {
  if (!isDiskFull(error)) throw error
}

export const logOut = (ctx: Context): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await tokens.remove.run(tx, { user_id: tx.actor.id, id: tx.actor.token_id })
    tx.signal(tx.actor.id)
    await recordActivity(tx, 'logout')
  })

export const logOutEverywhere = (ctx: Context): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await tokens.removeSessions.run(tx, { user_id: tx.actor.id, except: 0 })
    await loginChallenges.removeAll.run(tx, { user_id: tx.actor.id })
    await cancelPendingEmail(tx, await getUser(tx, tx.actor.id))
    tx.signal(tx.actor.id)
    await recordActivity(tx, 'logout', { description: 'Signed out everywhere' })
  })

export const listSessions = (ctx: Context, query: PageQuery) =>
  page(ctx, query, (ctx, slice) =>
    tokens.sessions.page(ctx, {
      user_id: ctx.actor.id,
      token_id: ctx.actor.token_id,
      now: ctx.clock.now(),
      ...slice,
    }),
  )

export const endSession = (ctx: Context, id: number): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    ensure((await tokens.remove.run(tx, { user_id: tx.actor.id, id })) === 1, notFound)
    tx.signal(tx.actor.id)
  })

/** Returns the tokens that are still valid. */
export async function findValidTokens(ctx: Context, ids: readonly number[]): Promise<Set<number>> {
  const good = await tokens.good.all(ctx, { ids, now: ctx.clock.now() })
  return new Set(good.map(({ id }) => id))
}
