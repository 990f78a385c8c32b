import {
  buildLoginOptions,
  buildRegistrationOptions,
  type RelyingParty,
  readClientData,
  verifyLogin,
  verifyRegistration,
} from '#adapters/passkeys.ts'
import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { type PageQuery, page } from '#core/page.ts'
import { ensure } from '#core/problem.ts'
import { createRandomText, hashToken } from '#core/random.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { describeDevice } from '../new-devices.ts'
import { recordRefusal } from '../refused-sign-ins.ts'
import type { SignedIn } from '../schemas.ts'
import { startRecordedSession } from '../sign-in.ts'
import { ensureRecentSignIn } from '../step-up.ts'
import { mailCredentialChange, mailNewCredential } from '../warnings.ts'
import { invalidPasskey, lastLoginMethod, needsDomain, tooManyPasskeys } from './problems.ts'
import { passkeyChallenges, passkeys } from './queries.ts'
import { getRelyingParty } from './relying-party.ts'
import type { NewPasskey, Passkey, PasskeyChange, PasskeyLogin } from './schemas.ts'

const challengeValidFor = { minutes: 10 }
const maxPasskeys = 20

function requireRelyingParty({ config }: AnyContext): RelyingParty {
  const relyingParty = getRelyingParty(config)
  ensure(relyingParty !== null, needsDomain)
  return relyingParty
}

/** Creates a challenge that the passkey signs; only its hash is stored. */
async function createChallenge(ctx: Context, userId: number | null): Promise<string> {
  const challenge = createRandomText(32)
  const expires_at = addDuration(ctx.clock.now(), challengeValidFor)
  await passkeyChallenges.add.run(ctx, { challenge_hash: hashToken(challenge), user_id: userId, expires_at })
  return challenge
}

/** Uses up the challenge that the browser signed and returns it. Throws 422 unless it was created for the user. */
async function redeemChallenge(ctx: Context, clientDataJson: string, userId: number | null): Promise<string> {
  const challenge = readClientData(clientDataJson)?.challenge ?? ''
  const input = { challenge_hash: hashToken(challenge), now: ctx.clock.now() }
  const redeemed = await passkeyChallenges.redeem.maybe(ctx, input)
  ensure(redeemed !== null && redeemed.user_id === userId, invalidPasskey)
  return challenge
}

export async function beginPasskey(ctx: Context) {
  await ensureRecentSignIn(ctx)
  const relyingParty = requireRelyingParty(ctx)
  const user = await getUser(ctx, ctx.actor.id)
  const known = await passkeys.listByUser.all(ctx, { user_id: user.id })
  ensure(known.length < maxPasskeys, tooManyPasskeys)
  return buildRegistrationOptions(
    relyingParty,
    { handle: chooseUserHandle(ctx, known), name: user.email || user.name, displayName: user.name },
    { challenge: await createChallenge(ctx, user.id), known: known.map(({ credential_id }) => credential_id) },
  )
}

/** All passkeys of a user have one handle, so that a device lists the account once. It reveals nothing of the user. */
const chooseUserHandle = ({ config, actor }: Context, known: readonly { user_handle: string }[]): string =>
  known[0]?.user_handle ?? hashToken(`passkey user handle ${actor.id} ${config.appSecret}`)

export async function addPasskey(ctx: Context, { name, credential }: NewPasskey): Promise<Passkey> {
  await ensureRecentSignIn(ctx)
  const relyingParty = requireRelyingParty(ctx)
  const challenge = await redeemChallenge(ctx, credential.response.clientDataJSON, ctx.actor.id)
  const added = await verifyRegistration(relyingParty, credential, challenge)
  ensure(added !== null, invalidPasskey)
  return runInTransaction(ctx, async (tx) => {
    const user = await getUser(tx, tx.actor.id)
    const known = await passkeys.listByUser.all(tx, { user_id: user.id })
    ensure(known.length < maxPasskeys, tooManyPasskeys)
    const passkey = await passkeys.add.one(tx, {
      ...added,
      user_id: user.id,
      user_handle: chooseUserHandle(ctx, known),
      name: name || translate(describeDevice(tx.origin), tx.wording),
      now: tx.clock.now(),
    })
    const sentence = fill('Your account can now be used by signing in with the passkey “{name}”.', {
      name: passkey.name,
    })
    await mailNewCredential(tx, user, 'A passkey was added', sentence)
    await recordActivity(tx, 'passkey_added', { metadata: { passkey_id: passkey.id, name: passkey.name } })
    return passkey
  })
}

export const listPasskeys = (ctx: Context, query: PageQuery) =>
  page(ctx, query, (ctx, slice) => passkeys.ofUser.page(ctx, { user_id: ctx.actor.id, ...slice }))

export const renamePasskey = (ctx: Context, id: number, { name }: PasskeyChange): Promise<Passkey> =>
  passkeys.rename.one(ctx, { user_id: ctx.actor.id, id, name })

export async function removePasskey(ctx: Context, id: number): Promise<void> {
  await ensureRecentSignIn(ctx)
  await runInTransaction(ctx, async (tx) => {
    const { name } = await passkeys.remove.one(tx, { user_id: tx.actor.id, id })
    const user = await getUser(tx, tx.actor.id)
    ensure(user.login_methods.length > 0, lastLoginMethod)
    const sentence = fill('Signing in to your account with the passkey “{name}” is no longer possible.', { name })
    await mailCredentialChange(tx, user, 'A passkey was removed', sentence)
    await recordActivity(tx, 'passkey_removed', { metadata: { passkey_id: id, name } })
  })
}

export async function beginPasskeyLogin(ctx: Context) {
  const relyingParty = requireRelyingParty(ctx)
  return buildLoginOptions(relyingParty, await createChallenge(ctx, null))
}

/** Signs in with a passkey. It proves possession and the user, so that no second factor is asked for. */
export function logInWithPasskey(ctx: Context, login: PasskeyLogin): Promise<SignedIn> {
  const relyingParty = requireRelyingParty(ctx)
  return recordRefusal(ctx, 'passkey', () => verifyPasskeyLogin(ctx, relyingParty, login))
}

async function verifyPasskeyLogin(
  ctx: Context,
  relyingParty: RelyingParty,
  { credential }: PasskeyLogin,
): Promise<SignedIn> {
  const challenge = await redeemChallenge(ctx, credential.response.clientDataJSON, null)
  const passkey = await passkeys.byCredentialId.maybe(ctx, { credential_id: credential.id })
  ensure(passkey !== null, invalidPasskey)
  // WebAuthn level 3, 7.2, step 6: the passkey belongs to the user that the device names.
  const { userHandle } = credential.response
  ensure(userHandle === passkey.user_handle, invalidPasskey)
  const verified = await verifyLogin(relyingParty, credential, { challenge, passkey })
  ensure(verified !== null, invalidPasskey)
  return runInTransaction(ctx, async (tx) => {
    // The passkey may have been removed during the check.
    const used = await passkeys.use.run(tx, { id: passkey.id, ...verified, now: tx.clock.now() })
    ensure(used === 1, invalidPasskey)
    return startRecordedSession(tx, passkey.user_id, 'passkey', { passkey_id: passkey.id })
  })
}
