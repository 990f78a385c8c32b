import { sql } from 'kysely'
import { perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

interface Key {
  user_id: number
  exam_id: number
}

/** The accommodations of a person; see `AccommodationColumns`. */
export const accommodationColumns = [
  ...(['own.id as accommodation_id', 'own.extra_minutes', 'own.factor_percent', 'own.extra_attempts'] as const),
  ...(['own.available_from as own_from', 'own.available_until as own_until'] as const),
  'general.factor_percent as general_percent',
] as const

/** The standing of a user in an exam: attempts and result. */
export const standings = {
  /** Adds an attempt and returns its number. */
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

  /** How many attempts were begun. */
  made: prepare((q, p: Key) =>
    q
      .selectFrom('exam_standings')
      .select('attempts_made')
      .where('user_id', '=', p.user_id)
      .where('exam_id', '=', p.exam_id),
  ),

  /** Does nothing if there is one; reminders find users by their standing. */
  note: prepare((q, p: Key) =>
    q
      .insertInto('exam_standings')
      .values({ user_id: p.user_id, exam_id: p.exam_id, attempts_made: 0, attempts_used: 0, passed: null })
      .onConflict((conflict) => conflict.doNothing()),
  ),

  /** Counts a finished attempt. `passed` is null when it was not graded; a passed exam stays passed. */
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

  /** Computes whether the user has passed again: once an attempt has passed; null without a graded one. */
  refresh: prepare((q, p: Key) =>
    q
      .updateTable('exam_standings')
      .set({
        passed: perEngine<boolean | null>({
          sqlite: sql`(select max(exam_attempts.passed) from exam_attempts where exam_attempts.exam_id = exam_standings.exam_id
            and exam_attempts.user_id = exam_standings.user_id)`,
          postgres: sql`(select bool_or(exam_attempts.passed) from exam_attempts where exam_attempts.exam_id = exam_standings.exam_id
            and exam_attempts.user_id = exam_standings.user_id)`,
        }),
      })
      .where('user_id', '=', p.user_id)
      .where('exam_id', '=', p.exam_id),
  ),

  /** Deletes standings without a finished attempt. */
  forget: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('exam_standings').where('user_id', '=', p.user_id).where('attempts_used', '=', 0),
  ),
}
