/** The slots of bookings. */

import { sql } from 'kysely'
import { castInteger, castTimestamp, integerList, jsonRows } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

interface Ids {
  ids: readonly number[]
}

/** The exam, the time and the place of a booking. */
export interface SlotName {
  exam_id: number
  starts_at: string
  place_key: string
}

export const slots = {
  byNames: prepare((q, p: { rows: readonly SlotName[] }) =>
    q
      .selectFrom('exam_slots')
      .innerJoin(jsonRows(p.rows).as('given'), (join) =>
        join
          .on(sql<boolean>`exam_slots.exam_id = ${castInteger(sql`given.value->>'exam_id'`)}`)
          .on(sql<boolean>`exam_slots.starts_at = ${castTimestamp(sql`given.value->>'starts_at'`)}`)
          .on(sql<boolean>`exam_slots.place_key = given.value->>'place_key'`),
      )
      .select(['exam_slots.id', 'exam_slots.exam_id', 'exam_slots.starts_at', 'exam_slots.place_key']),
  ),

  countSeats: prepare((q, p: Ids) =>
    q
      .updateTable('exam_slots')
      .set({ taken: sql<number>`(select count(*) from exam_bookings where slot_id = exam_slots.id)` })
      .where('id', 'in', integerList(p.ids)),
  ),
}
