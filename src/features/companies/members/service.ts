import { type Actor, type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, ensure, notFound, permit } from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import type { CompanyRole } from '#database/tables/companies.ts'
import { checkUserId, getUser, presentMember } from '#features/users/index.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { ensureNotHidden } from '#platform/moderation.ts'
import { defineTask } from '#platform/tasks.ts'
import { type CompanyRow, getCompany } from '../access.ts'
import { companyRights } from '../rights.ts'
import {
  addInvitation,
  alreadyMember,
  ensureHasRoom,
  ensureIsNew,
  findInvited,
  getEarliest,
  invitationLifetime,
} from './invitations.ts'
import { type Leaver, replacePayer, replaceRecruiter } from './member-departure.ts'
import { members } from './queries.ts'
import type {
  CompanyInvitation,
  CompanyInvitationQuery,
  CompanyMember,
  CompanyMemberChange,
  NewCompanyMember,
} from './schemas.ts'

type Row = Awaited<ReturnType<typeof members.inCompany.one>>

export const lastOwner = createFieldProblem(
  'role',
  'A company needs an owner. Make another member an owner first, or delete the company.',
)

function presentCompanyMember(actor: Actor, company: CompanyRow, { user_id, invited_email, user, ...row }: Row) {
  const mayChange = companyRights.may.change(actor, company)
  const shown = { ...row, invited_email: mayChange ? (invited_email ?? '') : '' }
  if (user_id === null) return { ...shown, user: null }
  return presentMember(actor, { ...shown, user }, companyRights.may.takePart(actor, company))
}

export async function listCompanyMembers(ctx: Context, companyId: number): Promise<CompanyMember[]> {
  const company = await getCompany(ctx, companyId, 'takePart')
  const rows = await members.of.all(ctx, { company_id: companyId })
  return rows.map((row) => presentCompanyMember(ctx.actor, company, row))
}

/**
 * Invites an account or an address. The answer for an address is the same whether or not an account has it; its account is notified
 * if it has proven the address, and no mail goes to others.
 */
export function inviteCompanyMember(ctx: Context, companyId: number, input: NewCompanyMember): Promise<CompanyMember> {
  return runInTransaction(ctx, async (tx) => {
    const company = await getCompany(tx, companyId, input.role === 'owner' ? 'own' : 'change')
    // An invitation would tell others the name.
    await ensureNotHidden(tx, 'company', companyId)
    await checkUserId(tx, input)
    const { user, email } = await findInvited(tx, input)
    await ensureIsNew(tx, companyId, user, email)
    await ensureHasRoom(tx, companyId)
    const id = await addInvitation(tx, company, { user, email, role: input.role, invitedBy: tx.actor.id })
    return presentCompanyMember(tx.actor, company, await members.inCompany.one(tx, { company_id: companyId, id }))
  })
}

/** Lists the open invitations of the actor: of the account, and of its proven address. */
export const listCompanyInvitations = (ctx: Context, query: CompanyInvitationQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await members.invitations.page(ctx, { ...(await toInvited(ctx)), ...slice })
    return { rows: rows.map(presentInvitation), total }
  })

type InvitationRow = Awaited<ReturnType<typeof members.invitations.page>>['rows'][number]

const presentInvitation = ({
  id,
  role,
  invited_by,
  added_at,
  company_id,
  name,
  verified,
}: InvitationRow): CompanyInvitation => ({
  id,
  company: { id: company_id, name, verified },
  role,
  invited_by,
  added_at,
  expires_at: addDuration(added_at, invitationLifetime),
})

async function toInvited(ctx: AnyContext) {
  const { id, email, email_verified } = await getUser(ctx, ctx.actor.id)
  return { user_id: id, email: email_verified ? email : '', since: getEarliest(ctx) }
}

/** Accepts an invitation. A repetition changes nothing; 403 for other users, and for one that has ended. */
export function acceptCompanyInvitation(ctx: Context, companyId: number, id: number): Promise<CompanyMember> {
  return runInTransaction(ctx, async (tx) => {
    await getCompany(tx, companyId, 'read')
    const row = await members.inCompany.one(tx, { company_id: companyId, id })
    if (row.accepted_at === null || row.user_id !== tx.actor.id) {
      permit((await members.isInvited.maybe(tx, { ...(await toInvited(tx)), id })) !== null)
      await ensureIsNoMember(tx, companyId, id)
      await members.accept.run(tx, { id, user_id: tx.actor.id, now: tx.clock.now() })
    }
    const company = await getCompany(tx, companyId, 'takePart')
    return presentCompanyMember(tx.actor, company, await members.inCompany.one(tx, { company_id: companyId, id }))
  })
}

/** Throws 422 if another row makes the actor a member. One that invites the account is replaced by the accepted one. */
async function ensureIsNoMember(tx: Transaction, company_id: number, id: number): Promise<void> {
  const known = await members.withUser.maybe(tx, { company_id, user_id: tx.actor.id })
  if (known === null || known.id === id) return
  ensure(known.accepted_at === null, alreadyMember)
  await members.remove.run(tx, { id: known.id })
}

const canRecruit = (role: CompanyRole) => role !== 'interviewer'

export function updateCompanyMember(
  ctx: Context,
  companyId: number,
  id: number,
  { role }: CompanyMemberChange,
): Promise<CompanyMember> {
  return runInTransaction(ctx, async (tx) => {
    const company = await getCompany(tx, companyId, 'change')
    const before = await members.inCompany.one(tx, { company_id: companyId, id })
    permit((role !== 'owner' && before.role !== 'owner') || companyRights.may.own(tx.actor, company))
    if (before.role === 'owner' && role !== 'owner') await ensureHasOtherOwner(tx, companyId, before)
    await members.setRole.run(tx, { id, role })
    describeAuditEvent(tx, { userId: before.user_id, before: { role: before.role }, after: { role } })
    if (isMember(before)) await replaceFormer(tx, { companyId, userId: before.user_id }, before.role, role)
    const after = await getCompany(tx, companyId, 'read')
    return presentCompanyMember(tx.actor, after, await members.inCompany.one(tx, { company_id: companyId, id }))
  })
}

const canPay = (role: CompanyRole) => role === 'owner' || role === 'admin'

/** Lets others take over what a member with another role may not do any more. */
async function replaceFormer(tx: Transaction, member: Leaver, before: CompanyRole, after: CompanyRole): Promise<void> {
  if (canRecruit(before) && !canRecruit(after)) await replaceRecruiter(tx, member, false)
  if (canPay(before) && !canPay(after)) await replacePayer(tx, member)
}

const isMember = (row: Row): row is Row & { user_id: number } => row.user_id !== null && row.accepted_at !== null

/** Throws 422 for the only owner. An invited owner is not one yet. */
async function ensureHasOtherOwner(tx: Transaction, company_id: number, row: Row): Promise<void> {
  if (!isMember(row)) return
  const [first] = await members.others.all(tx, { company_id, user_id: row.user_id })
  ensure(first?.role === 'owner', lastOwner)
}

/** Removes a member or an invitation, lets the actor leave, or declines the actor's invitation. */
export function removeCompanyMember(ctx: Context, companyId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const row = await members.inCompany.maybe(tx, { company_id: companyId, id })
    if (row === null || !(await isOwn(tx, row))) await getCompany(tx, companyId, getNeeded(row))
    ensure(row !== null, notFound)
    if (row.role === 'owner') await ensureHasOtherOwner(tx, companyId, row)
    describeAuditEvent(tx, { userId: row.user_id, before: { role: row.role }, after: null })
    await members.remove.run(tx, { id })
    if (isMember(row)) await replaceRecruiter(tx, { companyId, userId: row.user_id }, true)
  })
}

/** What others need to remove the member or invitation. */
const getNeeded = (row: Row | null) => (row === null ? 'read' : row.role === 'owner' ? 'own' : 'change')

/** Returns whether it is the membership, or the invitation, of the actor. */
const isOwn = async (tx: Transaction, { id, user_id, accepted_at }: Row): Promise<boolean> =>
  user_id === tx.actor.id ||
  (accepted_at === null && (await members.isInvited.maybe(tx, { ...(await toInvited(tx)), id })) !== null)

/** Removes invitations that can no longer be accepted, with their addresses. */
export const sweepCompanyInvitations = defineTask<Record<string, never>>({
  kind: 'sweep_company_invitations',
  handle: (ctx) =>
    runInTransaction(ctx, async (tx) => {
      await members.removeExpired.run(tx, { before: getEarliest(tx) })
    }),
})
