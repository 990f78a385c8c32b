import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'

interface Key {
  user_id: number
  exam_id: number
}

/** What somebody has done with an exam. */
export const standings = {
  /** One more attempt; answers which one it is. */
  begin: prepare((q, p: Key) =>
    q
      .insertInto('exam_standings')
      .values({ user_id: p.user_id, exam_id: p.exam_id, attempts_made: 1, attempts_used: 0, passed: null })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'exam_id'])
          .doUpdateSet({ attempts_made: sql<number>`exam_standings.attempts_made + 1` }),
      )
      .returning('attempts_made'),
  ),

  /** Nothing changes where there is one; the reminder of the window looks here for people. */
  note: prepare((q, p: Key) =>
    q
      .insertInto('exam_standings')
      .values({ user_id: p.user_id, exam_id: p.exam_id, attempts_made: 0, attempts_used: 0, passed: null })
      .onConflict((conflict) => conflict.doNothing()),
  ),

  /** One attempt is over. `passed` is null where it was not graded; who has passed once has passed. */
  end: prepare((q, p: Key & { passed: boolean | null }) =>
    q
      .updateTable('exam_standings')
      .set({
        attempts_used: sql<number>`attempts_used + 1`,
        passed: sql<boolean | null>`case when passed then passed else coalesce(${p.passed}, passed) end`,
      })
      .where('user_id', '=', p.user_id)
      .where('exam_id', '=', p.exam_id),
  ),

  /** What somebody only began or booked; what they finished stays counted. */
  forget: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('exam_standings').where('user_id', '=', p.user_id).where('attempts_used', '=', 0),
  ),
}
