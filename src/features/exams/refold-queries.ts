import { prepare } from '#database/query/prepare.ts'
import type { RefoldSlice } from '#platform/refold.ts'

/** What is stored folded about exams. */
export const foldedExams = {
  after: prepare((q, p: RefoldSlice) =>
    q
      .selectFrom('exams')
      .select(['id', 'category', 'category_key', 'skills'])
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.most),
  ),

  setCategoryKey: prepare((q, p: { id: number; category_key: string }) =>
    q.updateTable('exams').set({ category_key: p.category_key }).where('id', '=', p.id),
  ),

  slotsToCome: prepare((q, p: { exam_id: number; now: string }) =>
    q
      .selectFrom('exam_slots')
      .select(['id', 'starts_at', 'place_key'])
      .where('exam_id', '=', p.exam_id)
      .where('starts_at', '>', p.now)
      .orderBy('id'),
  ),

  /** Changes nothing when another slot of the time has the place already. */
  setPlaceKey: prepare((q, p: { id: number; exam_id: number; starts_at: string; place_key: string }) =>
    q
      .updateTable('exam_slots')
      .set({ place_key: p.place_key })
      .where('id', '=', p.id)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('exam_slots as other')
              .select('other.id')
              .where('other.exam_id', '=', p.exam_id)
              .where('other.starts_at', '=', p.starts_at)
              .where('other.place_key', '=', p.place_key),
          ),
        ),
      ),
  ),
}
