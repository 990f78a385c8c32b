/** Invitations of many people by an administrator: by their addresses, with a reason for each who cannot be invited. */

import type { AnyContext, Transaction } from '#context.ts'
import { Problem } from '#core/problem.ts'
import { sortKey } from '#core/text-normalization.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { companies } from '../queries.ts'
import { addInvitation, alreadyInvited, ensureHasRoom, findInvited, memberLimit } from './invitations.ts'
import { members } from './queries.ts'
import type { InvitedRole } from './schemas.ts'

/** A person who is invited; `user_id` is the account with the address, null without one. */
export interface Invitee {
  company_id: number
  email: string
  user_id: number | null
}

/** A person who is a member or invited already is not refused, and stays what they are. The message says so, or why. */
export interface InviteeVerdict {
  isRefused: boolean
  message: Sentence | null
}

/** How many members there can still be, and what is said when there is no room left. */
export interface Room {
  left: number
  refusal: Sentence
}

const invitable: InviteeVerdict = { isRefused: false, message: null }
const known: InviteeVerdict = { isRefused: false, message: alreadyInvited.sentence }
const refuse = (message: Sentence): InviteeVerdict => ({ isRefused: true, message })

const isId = (text: string) => /^\d{1,15}$/.test(text)

/** Returns the id of the company that each text names, by its id or its exact name, or why there is none. Hidden companies are not found. */
export async function findCompanies(
  ctx: AnyContext,
  texts: readonly string[],
): Promise<Map<string, number | Sentence>> {
  const ids = texts.filter(isId).map(Number)
  const keys = texts.filter((text) => !isId(text)).map(sortKey)
  const visible = new Set((await companies.visible.all(ctx, { ids })).map(({ id }) => id))
  const named = new Map((await companies.named.all(ctx, { keys })).map((row) => [row.name, row]))
  const find = (text: string): number | Sentence => {
    if (isId(text)) return visible.has(Number(text)) ? Number(text) : describeUnknown(text)
    const found = named.get(text)
    if (found === undefined) return describeUnknown(text)
    return found.total === 1
      ? found.id
      : fill('Several companies have the name {company}. Give the id.', { company: text })
  }
  return new Map(texts.map((text) => [text, find(text)]))
}

const describeUnknown = (company: string) =>
  fill('There is no company {company}, or an administrator has hidden it.', { company })

/** Returns what would come of each person, in their order. `findPlanRoom` returns the room that the plan of a company leaves; null for any. */
export async function checkInvitees(
  ctx: AnyContext,
  invitees: readonly Invitee[],
  findPlanRoom: (ctx: AnyContext, companyId: number) => Promise<Room | null>,
): Promise<InviteeVerdict[]> {
  const isKnown = await findMemberships(ctx, invitees)
  const rooms = new Map<number, Room>()
  const verdicts: InviteeVerdict[] = []
  for (const invitee of invitees) {
    const { company_id } = invitee
    const room = rooms.get(company_id) ?? (await findRoom(ctx, company_id, findPlanRoom))
    rooms.set(company_id, room)
    verdicts.push(isKnown(invitee) ? known : room.left > 0 ? invitable : refuse(room.refusal))
    if (!isKnown(invitee)) room.left--
  }
  return verdicts
}

/** Returns a function that tells whether the company has the account or has invited the address. */
async function findMemberships(ctx: AnyContext, invitees: readonly Invitee[]): Promise<(invitee: Invitee) => boolean> {
  const rows = await members.amongInvitees.all(ctx, {
    company_ids: [...new Set(invitees.map(({ company_id }) => company_id))],
    user_ids: invitees.flatMap(({ user_id }) => user_id ?? []),
    emails: invitees.map(({ email }) => email),
  })
  const keys = new Set(rows.flatMap((row) => [`${row.company_id} ${row.user_id}`, `${row.company_id} ${row.email}`]))
  return ({ company_id, user_id, email }) =>
    keys.has(`${company_id} ${email}`) || (user_id !== null && keys.has(`${company_id} ${user_id}`))
}

async function findRoom(
  ctx: AnyContext,
  company_id: number,
  findPlanRoom: (ctx: AnyContext, companyId: number) => Promise<Room | null>,
): Promise<Room> {
  const { total } = await members.size.one(ctx, { company_id })
  const list = { left: memberLimit.maxRows - total, refusal: memberLimit.tooMany.sentence }
  const plan = await findPlanRoom(ctx, company_id)
  return plan !== null && plan.left <= list.left ? { ...plan } : list
}

interface BulkInvitation extends Invitee {
  /** The id or name that the administrator gave. */
  company: string
  role: InvitedRole
  /** The administrator; null if the account was deleted since. */
  invited_by: number | null
}

/** Invites a person by the address, like `inviteCompanyMember`. For one who is refused nothing is changed. */
export async function inviteToCompany(
  tx: Transaction,
  { company: text, company_id, email, user_id, role, invited_by }: BulkInvitation,
): Promise<InviteeVerdict> {
  const company = await companies.byId.maybe(tx, { actor_id: tx.actor.id, id: company_id })
  if (company === null || company.hidden_at !== null) return refuse(describeUnknown(text))
  const invitee = { company_id, email, user_id }
  const isKnown = await findMemberships(tx, [invitee])
  if (isKnown(invitee)) return known
  const refusal = await findRefusal(tx, company_id)
  if (refusal !== null) return refuse(refusal)
  const { user } = await findInvited(tx, { email, role })
  await addInvitation(tx, company, { user, email, role, invitedBy: invited_by })
  return invitable
}

/** Returns why the company can have no further member, or null. */
async function findRefusal(tx: Transaction, companyId: number): Promise<Sentence | null> {
  try {
    await ensureHasRoom(tx, companyId)
    return null
  } catch (error) {
    if (error instanceof Problem) return error.sentence
    throw error
  }
}
