import { sql } from 'kysely'
import { castTimestamp, jsonRows } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { EventType } from '#database/tables/exams.ts'

/** What a page can report of one attempt, and as much again that the service notices itself. */
export const maxEvents = 1_000

interface NewRow {
  type: EventType
  at: string
  detail: string
}

/** How events of an attempt are recorded. */
export const newEvents = {
  /** Counts reported events; changes nothing when there would be too many. */
  countReported: prepare((q, p: { attempt_id: number; more: number }) =>
    q
      .updateTable('exam_answer_sheets')
      .set({ reported_events: sql<number>`reported_events + ${p.more}` })
      .where('attempt_id', '=', p.attempt_id)
      .where('reported_events', '<=', sql<number>`${sql.lit(maxEvents)} - ${p.more}`)
      .returning('reported_events'),
  ),

  /**
   * Stores the origin of the last request and counts what has changed in it; changes nothing when another request did, when the attempt is
   * over, or when there would be too many events.
   */
  moveOrigin: prepare((q, p: { attempt_id: number; before: string | null; after: string; more: number }) =>
    q
      .updateTable('exam_answer_sheets')
      .set({ origin: p.after, noticed_events: sql<number>`noticed_events + ${p.more}` })
      .where('attempt_id', '=', p.attempt_id)
      .where('origin', 'is not distinct from', p.before)
      .where('open_until', 'is not', null)
      .where('noticed_events', '<=', sql<number>`${sql.lit(maxEvents)} - ${p.more}`),
  ),

  add: prepare((q, p: { attempt_id: number; rows: readonly NewRow[]; now: string }) =>
    q
      .insertInto('exam_events')
      .columns(['attempt_id', 'type', 'at', 'detail', 'recorded_at'])
      .expression(
        sql`select ${sql`cast(${p.attempt_id} as bigint)`}, given.value ->> 'type', ${castTimestamp(sql`given.value ->> 'at'`)},
          given.value ->> 'detail', ${castTimestamp(p.now)} from ${jsonRows(p.rows)} as given`,
      ),
  ),
}
