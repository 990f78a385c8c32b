import type { Context, Transaction } from '#context.ts'
import { mapEach } from '#core/streamed-data.ts'
import { slotInvitations, slotPeople, slots } from './queries.ts'

/** What the user has offered, without those who chose it. */
export const exportSlots = (ctx: Context, userId: number) =>
  mapEach(
    slots.listByUser.iterate(ctx, { user_id: userId }),
    ({ interviewers, interviews, recruiter_id, post_hidden_at, ...slot }) => slot,
  )

export const exportSlotInvitations = (ctx: Context, userId: number) =>
  slotInvitations.listByUser.iterate(ctx, { user_id: userId })

/** The slots of others for which the user was an interviewer stay. */
export async function eraseSlots(tx: Transaction, userId: number): Promise<void> {
  await slots.removeOfRecruiter.run(tx, { user_id: userId, now: tx.clock.now() })
  await slotPeople.removeUser.run(tx, { user_id: userId })
}
