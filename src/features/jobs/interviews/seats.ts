/** The places in interview slots. */

import type { Transaction } from '#context.ts'
import { createFieldProblem, ensure, notFound } from '#core/problem.ts'
import { seats } from './seat-queries.ts'

export const slotTaken = createFieldProblem('slot_id', 'This time is taken; please choose another one.')

interface Slot {
  id: number
  job_post_id: number
}

/** Takes a place in the slot until the end of the transaction, while others wait. 422 if it is gone or full. */
export async function claimSlot(tx: Transaction, { id, job_post_id }: Slot): Promise<void> {
  const slot = await seats.lock.maybe(tx, { id, job_post_id, now: tx.clock.now() })
  ensure(slot !== null, slotTaken)
  ensure((await seats.count.one(tx, { id })).total < slot.capacity, slotTaken)
}

/** Takes the place again that an applicant has left by declining. */
export async function claimSlotAgain(
  tx: Transaction,
  row: { slot_id: number | null; job_post_id: number },
): Promise<void> {
  if (row.slot_id !== null) await claimSlot(tx, { id: row.slot_id, job_post_id: row.job_post_id })
}

/** Returns whether no applicant has chosen the slot, which none can choose until the end of the transaction. 404 if it is gone. */
export async function lockFreeSlot(tx: Transaction, { id, job_post_id }: Slot): Promise<boolean> {
  ensure((await seats.lock.maybe(tx, { id, job_post_id, now: tx.clock.now() })) !== null, notFound)
  return (await seats.count.one(tx, { id })).total === 0
}
