import { createHmac } from 'node:crypto'
import type { IdentityProvider, SignInRequest } from '#adapters/identity/provider.ts'
import { type Context, runInTransaction } from '#context.ts'
import { toNeighborhood } from '#core/ip-network.ts'
import { ensure, invalidFields, notFound, unauthenticated } from '#core/problem.ts'
import { createRandomText, hashToken } from '#core/random.ts'
import { isAllowedRedirectUri } from '#core/redirects.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getUser } from '#features/users/index.ts'
import { identities } from '../queries.ts'
import { recordRefusal } from '../refused-sign-ins.ts'
import { ensureRecentSignIn } from '../step-up.ts'
import { mailIdentityChange } from '../warnings.ts'
import { acceptWithIdentity, linkIdentity, signInWithIdentity } from './matching.ts'
import {
  foreignAddress,
  foreignRedirect,
  lastLoginMethod,
  linkNeedsSession,
  notConfigured,
  refusedCode,
  refusedCredential,
  unknownState,
  withoutEmail,
} from './problems.ts'
import { credentialNonces, signInStates } from './queries.ts'
import type {
  GoogleCredential,
  LoggedInByProvider,
  SignInAnswer,
  SignInBegun,
  SignInMethods,
  SignInStart,
} from './schemas.ts'

const stateValidFor = { minutes: 10 }

/** Returns how users can sign in and sign up. */
export const showSignInMethods = ({ config, identity }: Context): SignInMethods => ({
  sign_up: config.signUp,
  password: config.passwordSignIn,
  providers: identity.list().map(({ name, title }) => ({ name, label: title })),
})

/** Starts a sign-in and returns the address of the provider. 403 for `linkIdentity` unless a session begins it. */
export async function beginSignIn(ctx: Context, provider: string, start: SignInStart): Promise<SignInBegun> {
  const { action, redirect_uri } = start
  ensureKnown(ctx, provider)
  checkRedirectUri(ctx, start)
  if (action === 'link') await ensureMayBeginLink(ctx)
  const state = createRandomText(32)
  const url = await getProvider(ctx, provider).authorization(createRequest(ctx, state, redirect_uri))
  const now = ctx.clock.now()
  await signInStates.add.run(ctx, {
    state_hash: hashToken(state),
    provider,
    action,
    redirect_uri,
    user_id: action === 'link' ? ctx.actor.id : null,
    browser_hash: hashBrowser(ctx),
    now,
    expires_at: addDuration(now, stateValidFor),
  })
  return { url, state }
}

/** A sign-in is finished by the browser that began it, so that a user cannot be led to finish that of an attacker. */
const hashBrowser = ({ origin }: Context) =>
  hashToken(JSON.stringify([toNeighborhood(origin.address ?? ''), origin.userAgent]))

/** Throws 422 if the address is not allowed. */
export function checkRedirectUri(ctx: Context, { redirect_uri }: Partial<SignInStart>): void {
  ensure(redirect_uri === undefined || isAllowedRedirectUri(ctx.config, redirect_uri), foreignRedirect)
}

/**
 * Throws 403 without a signed-in user, or if the sign-in is not recent enough to add a way to sign in. A linkIdentity that
 * belonged to no account could be completed by another person on the same network.
 */
async function ensureMayBeginLink(ctx: Context): Promise<void> {
  ensure(ctx.actor.id > 0, linkNeedsSession)
  await ensureRecentSignIn(ctx)
}

/** Throws 401 without a signed-in user, and 403 if the sign-in is not recent enough to add a way to sign in. */
async function ensureMayCompleteLink(ctx: Context): Promise<void> {
  ensure(ctx.actor.id > 0, unauthenticated)
  await ensureRecentSignIn(ctx)
}

/** Finishes a sign-in with the authorization code. */
export async function completeSignIn(
  ctx: Context,
  provider: string,
  answer: SignInAnswer,
): Promise<LoggedInByProvider> {
  ensureKnown(ctx, provider)
  if (answer.action !== 'link') return recordRefusal(ctx, provider, () => redeemAnswer(ctx, provider, answer))
  await ensureMayCompleteLink(ctx)
  return redeemAnswer(ctx, provider, answer)
}

async function redeemAnswer(
  ctx: Context,
  provider: string,
  { code, state, action, role, redirect_uri, iss, invitation }: SignInAnswer,
): Promise<LoggedInByProvider> {
  const source = getProvider(ctx, provider)
  const answered = {
    state_hash: hashToken(state),
    provider,
    action,
    redirect_uri,
    user_id: ctx.actor.id,
    browser_hash: hashBrowser(ctx),
    now: ctx.clock.now(),
  }
  // Redeemed before the provider is asked, so that one of two requests with the same state continues.
  ensure((await signInStates.redeem.maybe(ctx, answered)) !== null, unknownState)
  const answer = { code, iss: iss ?? undefined }
  const profile = await source.redeem(answer, createRequest(ctx, state, redirect_uri))
  ensure(profile !== null, refusedCode)
  ensure(profile.isAdmitted, profile.email === null ? withoutEmail : foreignAddress)
  const arrival = { provider, profile }
  if (action === 'link') return linkIdentity(ctx, arrival)
  return invitation ? acceptWithIdentity(ctx, arrival, invitation) : signInWithIdentity(ctx, arrival, role ?? 'learner')
}

/** Signs in with an ID token of Google Identity Services. */
export const verifyGoogleCredential = (ctx: Context, credential: GoogleCredential): Promise<LoggedInByProvider> =>
  recordRefusal(ctx, 'google', () => redeemCredential(ctx, credential))

async function redeemCredential(
  ctx: Context,
  { credential, id_token, token, nonce, role }: GoogleCredential,
): Promise<LoggedInByProvider> {
  const input = credential || id_token || token
  if (!input) throw invalidFields({ credential: ['The credential field is required.'] })
  const verified = await getProvider(ctx, 'google').verify(input)
  ensure(verified !== null && (!nonce || nonce === verified.nonce), refusedCredential)
  if (verified.nonce !== null) {
    const nonce_hash = hashToken(JSON.stringify([verified.nonce, verified.profile.subject]))
    const used = await credentialNonces.use.run(ctx, { nonce_hash, expires_at: verified.expires_at })
    ensure(used === 1, refusedCredential)
  }
  return signInWithIdentity(ctx, { provider: 'google', profile: verified.profile }, role ?? 'learner')
}

/** Unlinks the provider from the account of the actor, unless it is the last way to sign in. */
export async function unlinkProvider(ctx: Context, provider: string): Promise<void> {
  await ensureRecentSignIn(ctx)
  await runInTransaction(ctx, async (tx) => {
    const { id } = await identities.ofUser.one(tx, { user_id: tx.actor.id, provider })
    const user = await getUser(tx, tx.actor.id)
    const others = user.login_methods.filter(
      (one) => one !== provider && (one !== 'password' || tx.config.passwordSignIn),
    )
    ensure(others.length > 0, lastLoginMethod)
    await identities.remove.run(tx, { id })
    await tx.emitEvidenceChanged(tx, { userIds: [tx.actor.id] })
    await mailIdentityChange(tx, user, provider, 'unlinked')
    await recordActivity(tx, 'identity_unlinked', { metadata: { provider } })
  })
}

/** Throws 404 for a provider that is not configured. */
function ensureKnown({ config }: Context, provider: string): void {
  const isNamed = config.oidcProviders.some(({ name }) => name === provider)
  ensure(isNamed || Object.hasOwn(config.identity, provider), notFound)
}

function getProvider(ctx: Context, provider: string): IdentityProvider {
  const found = ctx.identity.get(provider)
  ensure(found !== null, notConfigured)
  return found
}

/** The secrets of a sign-in are derived from its state, so that no table stores them and any instance can finish it. */
function createRequest({ config }: Context, state: string, redirectUri: string): SignInRequest {
  const deriveSecret = (use: string) =>
    createHmac('sha256', config.appSecret).update(`sign-in ${use} ${state}`).digest('base64url')
  return { state, nonce: deriveSecret('nonce'), verifier: deriveSecret('verifier'), redirectUri }
}
