import { sql } from 'kysely'
import { integerList, perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { accommodationColumns } from '../standing-queries.ts'

/** Attempts whose time goes on, and their ends. */
export const runningAttempts = {
  /** Those of a user, with what their end is calculated from. */
  ofUser: prepare(
    (q, p: { user_id: number; exam_id?: number | undefined; now: string }) => {
      const list = q
        .selectFrom('exam_attempts')
        .innerJoin('exams', 'exams.id', 'exam_attempts.exam_id')
        .leftJoin('exam_accommodations as own', (join) =>
          join.onRef('own.exam_id', '=', 'exam_attempts.exam_id').onRef('own.user_id', '=', 'exam_attempts.user_id'),
        )
        .leftJoin('user_accommodations as general', 'general.user_id', 'exam_attempts.user_id')
        .select(['exam_attempts.id', 'exam_attempts.user_id', 'exam_attempts.started_at', 'exam_attempts.expires_at'])
        .select(['exam_attempts.duration_minutes as started_minutes', 'exam_attempts.closes_at'])
        .select(['exam_attempts.extension_minutes', 'exams.title', 'exams.duration_minutes', 'exams.available_until'])
        .select('exams.timezone')
        .select(accommodationColumns)
        .where('exam_attempts.user_id', '=', p.user_id)
        .where('exam_attempts.status', '=', 'in_progress')
        .where('exam_attempts.expires_at', '>', p.now)
        .orderBy('exam_attempts.id')
      return p.exam_id === undefined ? list : list.where('exam_attempts.exam_id', '=', p.exam_id)
    },
    { optional: ['exam_id'] },
  ),

  /** Moves the end of a running attempt. */
  move: prepare((q, p: { id: number; expires_at: string }) =>
    q
      .updateTable('exam_attempts')
      .set({ expires_at: p.expires_at })
      .where('id', '=', p.id)
      .where('status', '=', 'in_progress'),
  ),

  /** Those at an exam, with their ends. */
  ofExam: prepare((q, p: { exam_id: number; now: string }) =>
    q
      .selectFrom('exam_attempts')
      .select(['id', 'expires_at'])
      .where('exam_id', '=', p.exam_id)
      .where('status', '=', 'in_progress')
      .where('expires_at', '>', p.now),
  ),

  /** Moves the ends of running attempts, and returns these. */
  extend: prepare((q, p: { ids: number[]; minutes: number; now: string }) =>
    q
      .updateTable('exam_attempts')
      .set({
        extension_minutes: sql<number>`extension_minutes + ${p.minutes}`,
        expires_at: perEngine<string>({
          sqlite: sql`strftime('%Y-%m-%dT%H:%M:%fZ', expires_at, '+' || ${p.minutes} || ' minutes')`,
          postgres: sql`expires_at + make_interval(mins => cast(${p.minutes} as integer))`,
        }),
      })
      .where('id', 'in', integerList(p.ids))
      .where('status', '=', 'in_progress')
      .where('expires_at', '>', p.now)
      .returning(['id', 'user_id', 'expires_at']),
  ),

  /** Another attempt at the exam that is not finished; it may still take answers. */
  another: prepare((q, p: { exam_id: number; id: number }) =>
    q
      .selectFrom('exam_attempts')
      .select('id')
      .where('exam_id', '=', p.exam_id)
      .where('status', '=', 'in_progress')
      .where('id', '<>', p.id)
      .limit(1),
  ),
}
