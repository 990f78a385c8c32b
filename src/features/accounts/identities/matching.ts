import type { Profile } from '#adapters/identity/provider.ts'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { ensure } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { createResearcher, setProvenOrcid } from '#features/researchers/index.ts'
import {
  createUser,
  findUserByEmail,
  getUser,
  markEmailVerified,
  type Role,
  setEmail,
  setPassword,
  updateUserRole,
} from '#features/users/index.ts'
import { verifyByMail } from '../email-verification/service.ts'
import { completeInvitation, ensureInvitationValid, redeemInvitation } from '../invitations/service.ts'
import { emailVerifications, passwordResets } from '../mailed-token-queries.ts'
import { passkeys } from '../passkeys/queries.ts'
import { identities, tokens } from '../queries.ts'
import type { SignedIn } from '../schemas.ts'
import { signIn, startSession } from '../sign-in.ts'
import { ensureMaySignUp } from '../sign-up.ts'
import { eraseSecondFactor } from '../two-factor/codes.ts'
import { mailIdentityChange } from '../warnings.ts'
import { identityTaken, otherIdentity, privilegedAccount, unprovenEmail, withoutEmail } from './problems.ts'
import type { LoggedInByProvider, SignedInByProvider } from './schemas.ts'

/** A user as the provider describes them. */
export interface IncomingIdentity {
  provider: string
  profile: Profile
}

/** Signs in the account with the identity, otherwise the account with the verified address, otherwise signs up. */
export const signInWithIdentity = (ctx: Context, arrival: IncomingIdentity, role: Role): Promise<LoggedInByProvider> =>
  runInTransaction(ctx, async (tx) => {
    const { provider, profile } = arrival
    const known = await identities.bySubject.maybe(tx, { provider, subject: profile.subject })
    if (known === null) return enterByEmail(tx, arrival, role)
    if (profile.email !== null) await identities.setEmail.run(tx, { id: known.id, email: profile.email })
    return enterAccount(tx, known.user_id, arrival)
  })

async function enterByEmail(tx: Transaction, arrival: IncomingIdentity, role: Role): Promise<LoggedInByProvider> {
  const { email, email_verified } = arrival.profile
  if (email === null) {
    // ORCID shares no address; the user adds one later.
    ensure(arrival.provider === 'orcid', withoutEmail)
    return signUp(tx, arrival, role)
  }
  const account = await findUserByEmail(tx, email)
  if (account === null) return signUp(tx, arrival, role)
  ensure(email_verified, unprovenEmail)
  ensure(mayOpen(tx, arrival.provider, (await getUser(tx, account.id)).role), privilegedAccount)
  await ensureInvitationValid(tx, account.id)
  if (account.email_verified_at === null) await removeUnverifiedOwner(tx, account.id, email)
  await completeInvitation(tx, account.id)
  await attachIdentity(tx, account.id, arrival)
  return enterAccount(tx, account.id, arrival)
}

/** A named provider that answers for no domain in particular may name any address: it opens no account whose role it cannot give. */
function mayOpen({ config }: Transaction, provider: string, role: Role): boolean {
  const named = config.oidcProviders.find(({ name }) => name === provider)
  return (
    role !== 'admin' ||
    named === undefined ||
    named.domains.length > 0 ||
    named.roles.some((one) => one.role === 'admin')
  )
}

/** Accepts an invitation with the identity, whatever its address is, because the link proves who was invited. */
export const acceptWithIdentity = (
  ctx: Context,
  arrival: IncomingIdentity,
  invitation: string,
): Promise<SignedInByProvider> =>
  runInTransaction(ctx, async (tx) => {
    const { provider, profile } = arrival
    const userId = await redeemInvitation(tx, invitation)
    const owner = await identities.bySubject.maybe(tx, { provider, subject: profile.subject })
    ensure(owner === null || owner.user_id === userId, identityTaken)
    if (owner === null) await attachIdentity(tx, userId, arrival)
    if (provider === 'orcid') await useOrcid(tx, userId)
    return openSession(tx, userId)
  })

/** Links the identity to the account of the actor. */
export const linkIdentity = (ctx: Context, arrival: IncomingIdentity): Promise<SignedInByProvider> =>
  runInTransaction(ctx, async (tx) => {
    const { provider, profile } = arrival
    const owner = await identities.bySubject.maybe(tx, { provider, subject: profile.subject })
    ensure(owner === null || owner.user_id === tx.actor.id, identityTaken)
    if (owner === null) await attachIdentity(tx, tx.actor.id, arrival)
    await confirmAddress(tx, tx.actor.id, profile)
    if (provider === 'orcid') await useOrcid(tx, tx.actor.id)
    return openSession(tx, tx.actor.id)
  })

/** The profile gets the proven iD, and evidence the works of its record. */
async function useOrcid(tx: Transaction, userId: number): Promise<void> {
  await setProvenOrcid(tx, userId)
  await tx.emitEvidenceChanged(tx, { orcidUserId: userId })
}

async function enterAccount(tx: Transaction, userId: number, arrival: IncomingIdentity): Promise<LoggedInByProvider> {
  const { provider, profile } = arrival
  await confirmAddress(tx, userId, profile)
  if (provider === 'orcid') await useOrcid(tx, userId)
  await followRole(tx, userId, arrival)
  const signedIn = await signIn(tx, userId, provider)
  return signedIn.two_factor_required ? signedIn : withCompletion(signedIn)
}

/** The directory decides what its people are, at each sign-in. It takes the role from no administrator. */
async function followRole(tx: Transaction, userId: number, { provider, profile: { role } }: IncomingIdentity) {
  const before = await getUser(tx, userId)
  if (role === null || role === before.role || before.role === 'admin') return
  await updateUserRole(tx, before, role)
  if (role === 'researcher') await createResearcher(tx, userId)
  await recordActivity(tx, 'profile_updated', { userId, metadata: { user_id: userId, fields: ['role'], provider } })
}

async function signUp(tx: Transaction, arrival: IncomingIdentity, chosen: Role) {
  const { name, email, email_verified } = arrival.profile
  const role = arrival.profile.role ?? chosen
  ensureMaySignUp(tx, { email, isVerified: email_verified })
  const id = await createUser(tx, { name, email, role, password_hash: null, email_verified })
  await addIdentity(tx, id, arrival)
  if (role === 'researcher') await createResearcher(tx, id)
  if (email !== null && !email_verified) await verifyByMail(tx, await getUser(tx, id), email)
  await recordActivity(tx, 'signup', { userId: id, metadata: { provider: arrival.provider } })
  return openSession(tx, id)
}

const openSession = async (tx: Transaction, userId: number): Promise<SignedInByProvider> =>
  withCompletion(await startSession(tx, userId))

const withCompletion = (started: SignedIn): SignedInByProvider => ({
  ...started,
  requires_profile_completion: !started.user.profile_complete,
})

async function attachIdentity(tx: Transaction, userId: number, arrival: IncomingIdentity): Promise<void> {
  const { provider } = arrival
  ensure((await identities.ofUser.maybe(tx, { user_id: userId, provider })) === null, otherIdentity)
  await addIdentity(tx, userId, arrival)
  await mailIdentityChange(tx, await getUser(tx, userId), provider, 'linked')
  await recordActivity(tx, 'identity_linked', { userId, metadata: { provider } })
}

const addIdentity = (tx: Transaction, userId: number, { provider, profile }: IncomingIdentity) =>
  identities.add.run(tx, {
    user_id: userId,
    provider,
    subject: profile.subject,
    email: profile.email ?? '',
    now: tx.clock.now(),
  })

/**
 * Gives an account to the verified owner of its address. The account was created without proof of the address, so the
 * password, sessions and identities of its creator are removed.
 */
async function removeUnverifiedOwner(tx: Transaction, userId: number, email: string): Promise<void> {
  const theirs = { user_id: userId }
  await setPassword(tx, userId, null)
  await setEmail(tx, await getUser(tx, userId), email)
  await tokens.removeAll.run(tx, theirs)
  tx.signal(userId)
  await identities.removeAll.run(tx, theirs)
  await tx.emitEvidenceChanged(tx, { userIds: [userId] })
  await passkeys.removeAll.run(tx, theirs)
  await eraseSecondFactor(tx, userId)
  await passwordResets.removeAll.run(tx, theirs)
  await emailVerifications.removeAll.run(tx, theirs)
  await recordActivity(tx, 'email_verified', { userId, metadata: { email } })
}

/** Marks the address as verified when a linked provider has verified the same address. */
async function confirmAddress(tx: Transaction, userId: number, { email, email_verified }: Profile) {
  if (email === null || !email_verified) return
  const user = await getUser(tx, userId)
  if (user.email_verified || user.email !== email) return
  await markEmailVerified(tx, userId)
  await identities.removeOthers.run(tx, { user_id: userId, email })
  await tx.emitEvidenceChanged(tx, { userIds: [userId] })
  await emailVerifications.removeByUser.run(tx, { user_id: userId, email })
  await recordActivity(tx, 'email_verified', { userId, metadata: { email } })
}
