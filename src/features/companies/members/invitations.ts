/** Invitations to a company: who can be invited, whether there is room, and what an invitation causes. */

import type { AnyContext, Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { subtractDuration } from '#core/time.ts'
import type { CompanyRole } from '#database/tables/companies.ts'
import { inviteMember } from '#features/memberships/index.ts'
import { findSuspension, findUser, findUserByEmail, getNames } from '#features/users/index.ts'
import { notifyInvitation } from './mails.ts'
import { members } from './queries.ts'
import type { NewCompanyMember } from './schemas.ts'

export const alreadyMember = createFieldProblem('user_id', 'This person is a member or invited already.')
export const alreadyInvited = createFieldProblem('email', 'This person is a member or invited already.')

export const memberLimit = defineListLimit('user_id', 500)

/** How long an invitation can be accepted. */
export const invitationLifetime = { days: 30 }
export const getEarliest = ({ clock }: AnyContext) => subtractDuration(clock.now(), invitationLifetime)

/** Counts the members of a company with those who can still accept an invitation. */
export const countSeats = async (ctx: AnyContext, company_id: number): Promise<number> =>
  (await members.countSeats.one(ctx, { company_id, since: getEarliest(ctx) })).total

/** Returns who is invited: the account, which may be null for an address, and the address, which is null for an account. */
export async function findInvited(tx: Transaction, { user_id, email }: NewCompanyMember) {
  if (email === undefined) return { user: user_id === undefined ? null : await findUser(tx, user_id), email: null }
  const found = await findUserByEmail(tx, email)
  const user = found === null ? null : await findUser(tx, found.id)
  const isReached = user?.email_verified === true && (await findSuspension(tx, user.id)) === null
  return { user: isReached ? user : null, email }
}

/** Throws 422 for a member or an invited one. Of an address it tells only what the members know. */
export async function ensureIsNew(
  tx: Transaction,
  company_id: number,
  user: { id: number } | null,
  email: string | null,
): Promise<void> {
  const known = user === null ? null : await members.withUser.maybe(tx, { company_id, user_id: user.id })
  if (email === null) return ensure(known === null, alreadyMember)
  ensure(known === null || known.accepted_at === null, alreadyInvited)
  ensure((await members.withEmail.maybe(tx, { company_id, email })) === null, alreadyInvited)
}

/** Throws if the company can have no further member: 403 by its plan, 422 by the limit of the list. It has changed nothing then. */
export async function ensureHasRoom(tx: Transaction, companyId: number): Promise<void> {
  await tx.emitCompanyChanged(tx, { companyId, isGrowing: true })
  const { total, bytes } = await members.size.one(tx, { company_id: companyId })
  ensureWithin(memberLimit, { total: total + 1, bytes })
}

interface InvitedPerson {
  /** The account that is notified; null without one. */
  user: { id: number; name: string } | null
  /** The invited address; null if the account is invited. */
  email: string | null
  role: CompanyRole
  /** Null if the account of the inviter was deleted. */
  invitedBy: number | null
}

/** Adds the invitation and notifies the account. Returns the id of the membership. */
export async function addInvitation(
  tx: Transaction,
  company: { id: number; name: string },
  { user, email, role, invitedBy }: InvitedPerson,
): Promise<number> {
  const user_id = email === null ? (user?.id ?? null) : null
  const row = { company_id: company.id, user_id, email, role, invited_by: invitedBy, accepted_at: null }
  const { id } = await members.add.one(tx, { ...row, now: tx.clock.now() })
  const inviter = (await getNames(tx, [invitedBy ?? 0])).get(invitedBy ?? 0) ?? tx.config.organizationName
  await inviteMember(tx, {
    group: `company ${company.id} ${email ?? ''}`,
    userId: user?.id ?? null,
    // No answer tells whether an address has an account.
    audited: { userId: user_id, after: { role } },
    async notify() {
      if (user !== null) await notifyInvitation(tx, { to: user, inviter, sender: invitedBy ?? 0, company, id })
    },
  })
  return id
}
