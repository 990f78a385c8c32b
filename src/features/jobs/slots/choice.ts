/** What an applicant does who may choose a slot. */

import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { page, type Slice } from '#core/page.ts'
import { createRuleViolation, ensure, notFound, permit } from '#core/problem.ts'
import { getDateInTimezone, getTimeInTimezone } from '#core/time-zone.ts'
import { type ApplicationRow, getReadableApplication } from '../applications/access.ts'
import { cancelInterview } from '../interviews/cancellation.ts'
import { filterInterviewers, saveInterviewers } from '../interviews/interviewers.ts'
import type { Row } from '../interviews/mails.ts'
import { storeInterview } from '../interviews/new-interviews.ts'
import { inviteApplicant, notifyHolders } from '../interviews/notices.ts'
import { presentInterview } from '../interviews/present.ts'
import { interviewPeople, interviews, type Terms } from '../interviews/queries.ts'
import type { Interview } from '../interviews/schemas.ts'
import { claimSlot, slotTaken } from '../interviews/seats.ts'
import { applicationRights } from '../rights.ts'
import { getEnd, isOverlapping, listInterviewsOf } from './busy-times.ts'
import { chosen, type SlotRow, slotInvitations, slots } from './queries.ts'
import type { OfferedSlot, OfferQuery } from './schemas.ts'

export const notInvited = createRuleViolation('You are not invited to choose a time, or the invitation has ended.')
export const noneChosen = createRuleViolation('You have not chosen a time.')

/** Returns the application to its applicant. 404 if unknown or hidden, 403 to others. */
async function getOwnApplication(ctx: AnyContext, id: number): Promise<ApplicationRow> {
  const { row } = await getReadableApplication(ctx, id)
  permit(applicationRights.may.withdraw(ctx.actor, row))
  return row
}

/** Returns whether the applicant may choose a slot now. */
export async function isInvited(ctx: AnyContext, application: ApplicationRow): Promise<boolean> {
  const invitation = await slotInvitations.find.maybe(ctx, { application_id: application.id })
  return invitation !== null && invitation.until > ctx.clock.now() && isEligible(application)
}

const isEligible = ({ status, pending, post_hidden_at }: ApplicationRow) =>
  status !== 'rejected' && !pending && post_hidden_at === null

/** Lists the slots that the actor may choose, the earliest first, with the chosen one. */
export async function listOfferedSlots(ctx: Context, applicationId: number, query: OfferQuery) {
  const application = await getOwnApplication(ctx, applicationId)
  ensure(await isInvited(ctx, application), notInvited)
  return page(ctx, query, async (ctx, slice) => {
    const offered = await listOffers(ctx, application)
    return { rows: cut(offered, slice), total: offered.length }
  })
}

const cut = <T>(rows: readonly T[], { limit, offset }: Slice): T[] => rows.slice(offset, offset + limit)

/** Returns the slots that the applicant may choose, with the chosen one: at most 200, which a post has. */
export async function listOffers(ctx: AnyContext, { id, job_post_id }: ApplicationRow): Promise<OfferedSlot[]> {
  const now = ctx.clock.now()
  const own = await chosen.maybe(ctx, { application_id: id, now })
  const chosenId = own === null || own.answer === 'declined' ? null : own.slot_id
  const coming = await slots.coming.all(ctx, { job_post_id, since: now })
  const isFree = await findFree(ctx, coming, own?.id ?? null)
  return coming
    .filter((slot) => slot.id === chosenId || (slot.taken < slot.capacity && isFree(slot)))
    .map((slot) => presentOffer(slot, slot.id === chosenId))
}

const presentOffer = (
  { id, starts_at, minutes, timezone, location, interview_type, notes }: SlotRow,
  is_chosen: boolean,
): OfferedSlot => ({ id, starts_at, minutes, timezone, location, interview_type, notes, is_chosen })

/** Returns whether the interviewers of a slot hold no other interview at its time. The interview of the applicant moves with the choice. */
async function findFree(ctx: AnyContext, rows: readonly SlotRow[], ownId: number | null) {
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (first === undefined || last === undefined) return () => true
  const user_ids = [...new Set(rows.flatMap(({ interviewers }) => interviewers.map(({ id }) => id)))]
  const held = await listInterviewsOf(ctx, user_ids, first.starts_at, getEnd(last))
  const others = held.filter(({ interview_id }) => interview_id !== ownId)
  return (slot: SlotRow): boolean =>
    !others.some(
      (other) =>
        other.slot_id !== slot.id &&
        slot.interviewers.some(({ id }) => id === other.user_id) &&
        isOverlapping(slot, other),
    )
}

export function bookSlot(ctx: Context, applicationId: number, slotId: number): Promise<Interview> {
  return runInTransaction(ctx, async (tx) =>
    presentInterview(tx, await storeChoice(tx, await getOwnApplication(tx, applicationId), slotId)),
  )
}

/** Books the slot for the applicant, or moves the interview that the applicant has chosen before. The same slot again changes nothing. */
export async function storeChoice(tx: Transaction, application: ApplicationRow, slotId: number): Promise<Row> {
  const { id: application_id, job_post_id } = application
  const now = tx.clock.now()
  const isOpen = (await slotInvitations.lock.maybe(tx, { application_id, now })) !== null && isEligible(application)
  ensure(isOpen, notInvited)
  const before = await chosen.maybe(tx, { application_id, now })
  if (before?.slot_id === slotId && before.answer !== 'declined') return interviews.byId.one(tx, before)
  await claimSlot(tx, { id: slotId, job_post_id })
  const slot = await slots.byId.one(tx, { id: slotId })
  const isFree = await findFree(tx, [slot], before?.id ?? null)
  ensure(slot.starts_at > now && isFree(slot), slotTaken)
  return before === null ? bookInterview(tx, application, slot) : moveInterview(tx, before.id, slot)
}

/** Returns the terms of the interview that comes from a slot. */
const toTerms = ({ starts_at, minutes, timezone, location, interview_type, notes }: SlotRow): Terms => ({
  interview_date: `${getDateInTimezone(starts_at, timezone)}T00:00:00.000Z`,
  interview_time: getTimeInTimezone(starts_at, timezone),
  timezone,
  starts_at,
  duration_minutes: minutes,
  location,
  interview_type,
  notes,
})

/** Returns who holds the interview: the people of the slot who still may, or else the recruiter. */
async function listHolders(tx: Transaction, { job_post_id, recruiter_id, interviewers }: SlotRow): Promise<number[]> {
  const ids = interviewers.map(({ id }) => id)
  const holders = await filterInterviewers(tx, { job_post_id, recruiter_id }, ids)
  return holders.length === 0 ? [recruiter_id] : holders
}

async function bookInterview(tx: Transaction, application: ApplicationRow, slot: SlotRow): Promise<Row> {
  const terms = { ...toTerms(slot), slot_id: slot.id }
  const { id } = await storeInterview(tx, application, terms, await listHolders(tx, slot))
  return announce(tx, id, 'chosen')
}

async function moveInterview(tx: Transaction, id: number, slot: SlotRow): Promise<Row> {
  const { sequence } = await interviews.byId.one(tx, { id })
  const terms = toTerms(slot)
  await interviews.update.run(tx, { ...terms, id, sequence: sequence + 1, now: tx.clock.now() })
  await interviews.setSlot.run(tx, { id, slot_id: slot.id })
  await interviewPeople.move.run(tx, { interview_id: id, starts_at: terms.starts_at })
  await saveInterviewers(tx, await interviews.byId.one(tx, { id }), await listHolders(tx, slot))
  return announce(tx, id, 'changed')
}

/** Stores that the applicant comes, who has chosen the time, and tells all who take part. */
async function announce(tx: Transaction, id: number, act: 'chosen' | 'changed'): Promise<Row> {
  const answer = { answer: 'accepted', proposed_times: [], message: '' } as const
  await interviews.answer.run(tx, { id, ...answer, proposed_times: [], now: tx.clock.now() })
  const row = await interviews.byId.one(tx, { id })
  await inviteApplicant(tx, row, act)
  await notifyHolders(tx, row, act)
  return row
}

export function cancelChoice(ctx: Context, applicationId: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => removeChoice(tx, await getOwnApplication(tx, applicationId)))
}

/** Cancels the interview that the applicant has chosen, and leaves its slot to others. */
export async function removeChoice(tx: Transaction, { id: application_id, post_hidden_at }: ApplicationRow) {
  ensure(post_hidden_at === null, notFound)
  const own = await chosen.maybe(tx, { application_id, now: tx.clock.now() })
  ensure(own !== null, noneChosen)
  const row = await interviews.byId.one(tx, own)
  await cancelInterview(tx, row)
  await notifyHolders(tx, row, 'canceled')
}
