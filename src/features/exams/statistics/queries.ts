import { sql } from 'kysely'
import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

export const countedAttempts = {
  /** Attempts with a final score, by id, without those of the author. Imported ones have no questions. */
  after: prepare((q, p: { exam_id: number; owner_id: number; after: number; most: number }) =>
    q
      .selectFrom('exam_attempts')
      .innerJoin('exam_answer_sheets as sheets', 'sheets.attempt_id', 'exam_attempts.id')
      .select(['exam_attempts.id', 'exam_attempts.paper', 'exam_attempts.marking', 'exam_attempts.score'])
      .select(['exam_attempts.started_at', 'exam_attempts.submitted_at', 'exam_attempts.expires_at', 'sheets.answers'])
      .where('exam_attempts.exam_id', '=', p.exam_id)
      .where('exam_attempts.user_id', '<>', p.owner_id)
      .where('exam_attempts.id', '>', p.after)
      .where('exam_attempts.status', '<>', sql.lit('in_progress'))
      .where('exam_attempts.grading', '=', sql.lit('final'))
      .where('exam_attempts.score', 'is not', null)
      .orderBy('exam_attempts.id')
      .limit(p.most),
  ),

  /** The points that people gave for answers of some attempts. */
  points: prepare((q, p: { ids: number[] }) =>
    q
      .selectFrom('exam_grades')
      .select(['attempt_id', 'question_id', 'points_hundredths'])
      .where('attempt_id', 'in', integerList(p.ids))
      .where('points_hundredths', 'is not', null)
      .orderBy('id'),
  ),
}
