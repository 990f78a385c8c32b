import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'

/** The places in interview slots. */
export const seats = {
  /** Changes of one slot wait for each other. Returns nothing when it is gone. */
  lock: prepare((q, p: { id: number; job_post_id: number; now: string }) =>
    q
      .updateTable('interview_slots')
      .set({ updated_at: p.now })
      .where('id', '=', p.id)
      .where('job_post_id', '=', p.job_post_id)
      .returning(['id', 'capacity']),
  ),

  /** Counts the applicants who have chosen the slot. */
  count: prepare((q, p: { id: number }) =>
    q
      .selectFrom('interviews')
      .select(sql<number>`count(*)`.as('total'))
      .where('slot_id', '=', p.id)
      .where((eb) => eb.or([eb('answer', 'is', null), eb('answer', '!=', 'declined')])),
  ),
}
