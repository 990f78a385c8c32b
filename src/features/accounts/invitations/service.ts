import { type AnyContext, type Context, getNetwork, runInTransaction, type Transaction } from '#context.ts'
import type { Rows, Slice } from '#core/page.ts'
import { createFieldProblem, createTooManyRequests, ensure } from '#core/problem.ts'
import { createRandomText, hashToken } from '#core/random.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { createResearcher } from '#features/researchers/index.ts'
import { createUser, getNames, getUser, markEmailVerified, type Role, setPassword } from '#features/users/index.ts'
import { fill, type Sentence, verbatim } from '#language/sentence.ts'
import { writeMail } from '#platform/outbox.ts'
import { countUse } from '#platform/throttle.ts'
import { passwordResets } from '../mailed-token-queries.ts'
import { ensurePasswordSignIn } from '../password-sign-in.ts'
import { checkNewPassword } from '../passwords.ts'
import type { SignedIn } from '../schemas.ts'
import { startSession } from '../sign-in.ts'
import { signUpByInvitation } from '../sign-up.ts'
import { invitations } from './queries.ts'
import type { InvitationAcceptance, InvitationDetails, InvitationLink } from './schemas.ts'

const validFor = { days: 14 }

export const invalidInvitation = createFieldProblem(
  'token',
  'This invitation is invalid, was used or has expired. Ask for a new one.',
)

export interface NewInvitation {
  name: string
  email: string
  role: Role
  /** A language tag; the language of the request if empty. */
  locale?: string
  message?: string
  /** The inviter; the actor unless given, for work in the background. */
  invitedBy?: number | null
}

/** Creates an account without a password and mails a link to its owner. Returns the id of the user. */
export async function inviteUser(
  tx: Transaction,
  { message = '', invitedBy = tx.actor.id, ...input }: NewInvitation,
): Promise<number> {
  const id = await createUser(tx, { ...input, password_hash: null, email_verified: false })
  if (input.role === 'researcher') await createResearcher(tx, id)
  const token = createRandomText(32)
  await invitations.add.run(tx, {
    user_id: id,
    invited_by: invitedBy || null,
    email: input.email,
    message,
    ...createLinkTimes(tx),
    token_hash: hashToken(token),
  })
  await mailInvitation(tx, id, { token, message, inviterId: invitedBy })
  return id
}

/** Mails a new link; the former one no longer works. Returns false without an invitation that waits. */
export async function renewInvitation(tx: Transaction, userId: number, message: string): Promise<boolean> {
  const token = createRandomText(32)
  const renewed = { user_id: userId, message, ...createLinkTimes(tx), token_hash: hashToken(token) }
  if ((await invitations.renew.run(tx, renewed)) === 0) return false
  await mailInvitation(tx, userId, { token, message, inviterId: tx.actor.id })
  return true
}

function createLinkTimes(tx: Transaction) {
  const now = tx.clock.now()
  return { now, expires_at: addDuration(now, validFor) }
}

interface InvitationMail {
  token: string
  message: string
  inviterId: number | null
}

async function mailInvitation(tx: Transaction, userId: number, { token, message, inviterId }: InvitationMail) {
  const { name, email, locale } = await getUser(tx, userId)
  const limit = { limit: tx.config.rateLimits.mailsPerRecipient, window: { days: 1 } }
  const wait = await countUse(tx, 'verification-mails', [email], limit)
  if (wait !== null) throw createTooManyRequests('Too many mails to this address today, please try again later.', wait)
  const { organizationName: organization, frontendUrl } = tx.config
  const inviter = (await getNames(tx, [inviterId ?? 0])).get(inviterId ?? 0) ?? organization
  const own: Sentence[] = message === '' ? [] : [verbatim(message)]
  await writeMail(tx, {
    to: email,
    locale,
    subject: fill('{inviter} invites you to {organization}', { inviter, organization }),
    heading: 'You are invited',
    paragraphs: [
      fill('Hello {name},', { name }),
      fill('{inviter} has created an account for you at {organization}. Open the link to choose how you sign in.', {
        inviter,
        organization,
      }),
      ...own,
      'The link works once, for 14 days. If you do not want the account, you can ignore this mail.',
    ],
    button: { text: 'Open my account', url: `${frontendUrl}/welcome?token=${token}` },
  })
}

/** Returns what the link is for. 422 for an invalid one. */
export async function showInvitation(ctx: Context, { token }: InvitationLink): Promise<InvitationDetails> {
  const found = await invitations.byToken.maybe(ctx, { token_hash: hashToken(token), now: ctx.clock.now() })
  ensure(found !== null, invalidInvitation)
  const { email, message, invited_by, expires_at } = found
  const { name } = await getUser(ctx, found.user_id)
  const names = await getNames(ctx, invited_by === null ? [] : [invited_by])
  return { name, email, message, expires_at, invited_by: names.get(invited_by ?? 0) ?? '' }
}

/** Sets the password of the account and signs in. The link proves that the user owns the address. */
export async function acceptInvitation(ctx: Context, { token, password }: InvitationAcceptance): Promise<SignedIn> {
  ensurePasswordSignIn(ctx)
  const { name, email } = await showInvitation(ctx, { token })
  await checkNewPassword(ctx, password, { name, email })
  const password_hash = await ctx.passwords.hash(password, 'normal', getNetwork(ctx))
  return runInTransaction(ctx, async (tx) => {
    const userId = await redeemInvitation(tx, token)
    await setPassword(tx, userId, password_hash)
    return startSession(tx, userId)
  })
}

/** Accepts the invitation by its link and returns the user, whose address it verifies. 422 for an invalid link. */
export async function redeemInvitation(tx: Transaction, token: string): Promise<number> {
  const redeemed = await invitations.redeem.maybe(tx, { token_hash: hashToken(token), now: tx.clock.now() })
  ensure(redeemed !== null, invalidInvitation)
  const { email, email_verified } = await getUser(tx, redeemed.user_id)
  ensure(email === redeemed.email, invalidInvitation)
  if (!email_verified) await markEmailVerified(tx, redeemed.user_id)
  await passwordResets.removeAll.run(tx, { user_id: redeemed.user_id })
  await recordActivity(tx, 'signup', { userId: redeemed.user_id, metadata: { invited: true } })
  return redeemed.user_id
}

/** Accepts the invitation of a user who has proven the address by a reset of the password or through a provider. */
export async function completeInvitation(tx: Transaction, userId: number): Promise<void> {
  const completed = await invitations.complete.run(tx, { user_id: userId, now: tx.clock.now() })
  if (completed === 1) await recordActivity(tx, 'signup', { userId, metadata: { invited: true } })
}

/** Returns whether the account waits for an invitation that has expired: no way leads into it until a new one is sent. */
export const isInvitationExpired = async (ctx: AnyContext, userId: number): Promise<boolean> =>
  (await invitations.expired.maybe(ctx, { user_id: userId, now: ctx.clock.now() })) !== null

/** Throws 403 if the account waits for an invitation that has expired. */
export async function ensureInvitationValid(tx: Transaction, userId: number): Promise<void> {
  ensure(!(await isInvitationExpired(tx, userId)), signUpByInvitation)
}

export type InvitationRow = Awaited<ReturnType<typeof invitations.open.slice>>[number]

/** Returns the invitations that wait for their users, the newest first. */
export const listOpenInvitations = (ctx: Context, slice: Slice): Promise<Rows<InvitationRow>> =>
  invitations.open.page(ctx, slice)

/** Returns the invitation of the user, accepted or not, or null. */
export const findInvitation = (ctx: AnyContext, userId: number) => invitations.byUser.maybe(ctx, { user_id: userId })
