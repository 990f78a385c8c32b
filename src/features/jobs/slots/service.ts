import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, createRuleViolation, ensure, permit } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import { filterInterviewers } from '../interviews/interviewers.ts'
import { lockFreeSlot } from '../interviews/seats.ts'
import { findPostRelations } from '../posts/relations.ts'
import { getManagedJobPost, getReviewedJobPost } from '../posts/service.ts'
import { interviewSlotRights } from '../rights.ts'
import { getEnd, isOverlapping, listBusyTimes, type Span } from './busy-times.ts'
import { type SlotRow, slotPeople, slots } from './queries.ts'
import { slotRecord } from './record.ts'
import type { InterviewSlot, NewInterviewSlots, SlotQuery } from './schemas.ts'

/** Slots of one post that have not begun. */
const maxSlots = 200

export const unknownHolders = createFieldProblem(
  'interviewers',
  'Interviewers must be the owner of the job post, its reviewers or members of its company.',
)
export const slotsPast = createFieldProblem('starts', 'Slots must begin in the future.')
export const noFreeTime = createFieldProblem('free', 'The interviewers are not free in this time.')
export const tooManySlots = createFieldProblem(
  'starts',
  fill('A job post has at most {most} slots that have not begun.', { most: maxSlots }),
)
export const slotChosen = createRuleViolation('An applicant has chosen this slot. Please cancel the interview first.')

const presentSlot = ({ recruiter_id, post_hidden_at, ...slot }: SlotRow): InterviewSlot => slot

/** Lists the slots of a post, the earliest first. */
export async function listInterviewSlots(ctx: Context, { job_post_id, upcoming = false, ...query }: SlotQuery) {
  await getReviewedJobPost(ctx, job_post_id)
  const since = upcoming ? ctx.clock.now() : undefined
  return page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await slots.ofPost.page(ctx, { job_post_id, since, ...slice })
    return { rows: rows.map(presentSlot), total }
  })
}

/** Returns the slot if the actor has the permission. 404 if unknown, 403 otherwise. */
async function getSlot(ctx: AnyContext, id: number, permission: keyof typeof interviewSlotRights.may) {
  const row = await slots.byId.one(ctx, { id })
  permit(interviewSlotRights.may[permission](ctx.actor, { ...row, ...(await findPostRelations(ctx, row)) }))
  return row
}

export const showInterviewSlot = async (ctx: Context, id: number): Promise<InterviewSlot> =>
  presentSlot(await getSlot(ctx, id, 'read'))

/** Offers times for interviews. The interviewers hold no other interview and no other slot at them. */
export function createInterviewSlots(
  ctx: Context,
  { interviewers, starts, free, ...input }: NewInterviewSlots,
): Promise<InterviewSlot[]> {
  return runInTransaction(ctx, async (tx) => {
    const { job_post_id, minutes } = input
    const { recruiter } = await getManagedJobPost(tx, job_post_id)
    const user_ids = interviewers ?? [recruiter.id]
    const holders = await filterInterviewers(tx, { job_post_id, recruiter_id: recruiter.id }, user_ids)
    ensure(holders.length === user_ids.length, unknownHolders)
    await slotPeople.lock.all(tx, { user_ids })
    const times = await (starts === undefined
      ? listFreeTimes(tx, user_ids, free ?? [], minutes)
      : checkTimes(tx, user_ids, starts, minutes))
    const now = tx.clock.now()
    const added = new Set<number>()
    for (const starts_at of times) {
      const { id } = await slots.add.one(tx, { ...slotRecord.defaults, ...input, starts_at, user_id: tx.actor.id, now })
      await slotPeople.add.run(tx, { slot_id: id, user_ids })
      added.add(id)
    }
    const coming = await slots.coming.all(tx, { job_post_id, since: now })
    ensure(coming.length <= maxSlots, tooManySlots)
    return coming.filter(({ id }) => added.has(id)).map(presentSlot)
  })
}

/** Returns the times in their order, if all are in the future and the interviewers are free at them. */
async function checkTimes(tx: Transaction, user_ids: readonly number[], starts: readonly string[], minutes: number) {
  const wanted = starts.toSorted().map((starts_at) => ({ starts_at, minutes }))
  const busy: Span[] = await listBusyBetween(tx, user_ids, wanted)
  for (const span of wanted) {
    ensure(span.starts_at > tx.clock.now(), slotsPast)
    if (busy.some((other) => isOverlapping(span, other))) throw createNotFree(span.starts_at)
    busy.push(span)
  }
  return wanted.map(({ starts_at }) => starts_at)
}

const createNotFree = (moment: string) =>
  createFieldProblem(
    'starts',
    fill('An interviewer has another interview or slot on {when}.', { when: { moment, timezone: 'UTC' } }),
  )

const listBusyBetween = async (tx: Transaction, user_ids: readonly number[], spans: readonly Span[]) => {
  const [first, last] = [spans.at(0), spans.at(-1)]
  return first === undefined || last === undefined ? [] : listBusyTimes(tx, user_ids, first.starts_at, getEnd(last))
}

/** Divides the free time into slots, and leaves out those that are past or at which an interviewer is not free. */
async function listFreeTimes(
  tx: Transaction,
  user_ids: readonly number[],
  free: NonNullable<NewInterviewSlots['free']>,
  minutes: number,
): Promise<string[]> {
  const wanted = free.flatMap((window) => divide(window, minutes))
  ensure(wanted.length <= maxDivided, tooManySlots)
  wanted.sort((one, other) => (one.starts_at < other.starts_at ? -1 : 1))
  const busy: Span[] = await listBusyBetween(tx, user_ids, wanted)
  const times: string[] = []
  for (const span of wanted) {
    if (span.starts_at <= tx.clock.now() || busy.some((other) => isOverlapping(span, other))) continue
    busy.push(span)
    times.push(span.starts_at)
  }
  ensure(times.length > 0, noFreeTime)
  ensure(times.length <= maxSlots, tooManySlots)
  return times
}

/** Slots of free time before those are left out at which an interviewer is not free. */
const maxDivided = 1_000

/** Returns the slots that fit into the free time one after the other; one more than the most of them if there are more. */
function divide({ from, to }: { from: string; to: string }, minutes: number): Span[] {
  const spans: Span[] = []
  for (let span = { starts_at: from, minutes }; getEnd(span) <= to; span = { starts_at: getEnd(span), minutes }) {
    spans.push(span)
    if (spans.length > maxDivided) break
  }
  return spans
}

/** Deletes a slot that no applicant has chosen. */
export function deleteInterviewSlot(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const { job_post_id } = await getSlot(tx, id, 'manage')
    ensure(await lockFreeSlot(tx, { id, job_post_id }), slotChosen)
    await slots.remove.run(tx, { id })
  })
}
