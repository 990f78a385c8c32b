import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { type PageQuery, page } from '#core/page.ts'
import { createRuleViolation, ensure, notFound, refusesApiKeys } from '#core/problem.ts'
import {
  emailTaken,
  ensureStepUp,
  eraseAccount,
  findInvitation,
  inviteUser,
  listOpenInvitations,
  renewInvitation,
} from '#features/accounts/index.ts'
import type { PersonalData } from '#features/feature.ts'
import { findUserByEmail, getNames, getUser, type Role } from '#features/users/index.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import type { Invitation, InvitationRenewal, NewPerson } from './schemas.ts'

export const alreadyAccepted = createRuleViolation('This invitation is accepted already.')

/** Creates an account that waits for its owner, and mails the owner a link. */
export async function invitePerson(ctx: Context, input: NewPerson): Promise<Invitation> {
  const { name, email, role = 'learner', locale = '', message = '' } = input
  await ensureMayInvite(ctx, role)
  await checkAddress(ctx, input)
  return runInTransaction(ctx, async (tx) => {
    const id = await inviteUser(tx, { name, email, role, locale, message })
    describeAuditEvent(tx, { object: { kind: 'user', id }, before: null, after: { name, email, role } })
    return getInvitation(tx, id)
  })
}

/** An administrator is made like by a change of the role: after a recent sign-in, and never with an API key. */
export async function ensureMayInvite(ctx: Context, role: Role): Promise<void> {
  if (role !== 'admin') return
  ensure(ctx.actor.scopes === null, refusesApiKeys)
  await ensureStepUp(ctx)
}

/** Throws 422 if another account has the address. */
export async function checkAddress(ctx: AnyContext, { email }: { email?: string }): Promise<void> {
  ensure(email === undefined || (await findUserByEmail(ctx, email)) === null, emailTaken)
}

/** Mails a new link; the former one no longer works. */
export const sendInvitationAgain = (ctx: Context, id: number, { message }: InvitationRenewal): Promise<Invitation> =>
  runInTransaction(ctx, async (tx) => {
    const before = await getWaitingInvitation(tx, id)
    ensure(await renewInvitation(tx, id, message ?? before.message), alreadyAccepted)
    describeAuditEvent(tx, { object: { kind: 'user', id } })
    return getInvitation(tx, id)
  })

/** Revokes the link and deletes the account, which its owner has never used. */
export const revokeInvitation = (ctx: Context, id: number, personalData: readonly PersonalData[]): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await getWaitingInvitation(tx, id)
    const { name, email, role } = await getUser(tx, id)
    await eraseAccount(tx, id, personalData)
    describeAuditEvent(tx, { object: { kind: 'user', id }, before: { name, email, role }, after: null })
  })

async function getWaitingInvitation(tx: Transaction, userId: number): Promise<Invitation> {
  const invitation = await getInvitation(tx, userId)
  ensure(invitation.accepted_at === null, alreadyAccepted)
  return invitation
}

/** Returns the invitation of a user. 404 for users who were not invited. */
async function getInvitation(ctx: AnyContext, userId: number): Promise<Invitation> {
  const found = await findInvitation(ctx, userId)
  ensure(found !== null, notFound)
  const { name, role } = await getUser(ctx, userId)
  const names = await getNames(ctx, found.invited_by === null ? [] : [found.invited_by])
  return presentInvitation(ctx, { ...found, name, role, inviter_name: names.get(found.invited_by ?? 0) ?? null })
}

interface InvitationRow {
  id: number
  user_id: number
  name: string
  email: string
  role: Role
  message: string
  invited_by: number | null
  inviter_name: string | null
  sent_at: string
  expires_at: string
  accepted_at: string | null
}

function presentInvitation({ clock }: AnyContext, row: InvitationRow): Invitation {
  const { id, user_id, name, email, role, message, invited_by, inviter_name, sent_at, expires_at, accepted_at } = row
  const waits = expires_at > clock.now() ? 'waiting' : 'expired'
  return {
    id,
    user: { id: user_id, name, email, role },
    invited_by: invited_by === null ? null : { id: invited_by, name: inviter_name ?? '' },
    message,
    state: accepted_at === null ? waits : 'accepted',
    sent_at,
    expires_at,
    accepted_at,
  }
}

export const listInvitations = (ctx: Context, query: PageQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await listOpenInvitations(ctx, slice)
    return { rows: rows.map((row) => presentInvitation(ctx, row)), total }
  })

/** Returns the invitation of a user that is not accepted, or null. */
export async function findWaitingInvitation(ctx: Context, userId: number): Promise<Invitation | null> {
  const found = await findInvitation(ctx, userId)
  return found === null || found.accepted_at !== null ? null : getInvitation(ctx, userId)
}
