import { sql } from 'kysely'
import { castTimestamp, jsonRows } from '#database/query/expressions.ts'
import { prepare, prepareList } from '#database/query/prepare.ts'
import type { EventType } from '#database/tables/exams.ts'
import { mostEvents } from './schemas.ts'

interface NewRow {
  type: EventType
  at: string
  detail: string
}

export const attemptEvents = {
  /** Counts reported events; changes nothing when there would be too many. */
  countReported: prepare((q, p: { attempt_id: number; more: number }) =>
    q
      .updateTable('exam_answer_sheets')
      .set({ reported_events: sql<number>`reported_events + ${p.more}` })
      .where('attempt_id', '=', p.attempt_id)
      .where('reported_events', '<=', sql<number>`${sql.lit(mostEvents)} - ${p.more}`)
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
      .where('noticed_events', '<=', sql<number>`${sql.lit(mostEvents)} - ${p.more}`),
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

  /** Oldest first. */
  ofAttempt: prepareList((q, p: { attempt_id: number }) =>
    q
      .selectFrom('exam_events')
      .select(['id', 'type', 'at', 'detail', 'recorded_at'])
      .where('attempt_id', '=', p.attempt_id)
      .orderBy('id'),
  ),

  /** Whether graders know the attempt by a random number; no row without answers that people grade. */
  gradingOf: prepare((q, p: { attempt_id: number }) =>
    q.selectFrom('exam_grades').select('is_anonymous').where('attempt_id', '=', p.attempt_id).limit(1),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('exam_attempts')
      .innerJoin('exam_events', 'exam_events.attempt_id', 'exam_attempts.id')
      .select(['exam_events.attempt_id', 'exam_events.type', 'exam_events.at', 'exam_events.detail'])
      .select('exam_events.recorded_at')
      .where('exam_attempts.user_id', '=', p.user_id)
      .orderBy('exam_attempts.id')
      .orderBy('exam_events.id'),
  ),

  eraseByUser: prepare((q, p: { user_id: number }) =>
    q
      .deleteFrom('exam_events')
      .where('attempt_id', 'in', (eb) =>
        eb.selectFrom('exam_attempts').select('exam_attempts.id').where('exam_attempts.user_id', '=', p.user_id),
      ),
  ),
}
