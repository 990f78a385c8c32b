import { sql } from 'kysely'
import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { PaperQuestion } from '#database/tables/exams.ts'

export const regradableAttempts = {
  /** Attempts that are over, by id. Imported ones have no questions, and void ones no result. */
  after: prepare((q, p: { exam_id: number; after: number; most: number }) =>
    q
      .selectFrom('exam_attempts')
      .innerJoin('exam_answer_sheets as sheets', 'sheets.attempt_id', 'exam_attempts.id')
      .select(['exam_attempts.id', 'exam_attempts.user_id', 'exam_attempts.paper', 'exam_attempts.marking'])
      .select(['exam_attempts.passing_score', 'exam_attempts.score', 'exam_attempts.passed', 'exam_attempts.grading'])
      .select(['exam_attempts.certain_score', 'sheets.answers'])
      .where('exam_attempts.exam_id', '=', p.exam_id)
      .where('exam_attempts.id', '>', p.after)
      .where('exam_attempts.status', '<>', sql.lit('in_progress'))
      .where(sql<boolean>`(exam_attempts.score is not null or exam_attempts.grading = 'pending')`)
      .orderBy('exam_attempts.id')
      .limit(p.most),
  ),

  /** The grades of some attempts that people gave. */
  grades: prepare((q, p: { ids: number[] }) =>
    q
      .selectFrom('exam_grades')
      .select(['id', 'attempt_id', 'question_id', 'possible', 'points_hundredths', 'rubric'])
      .where('attempt_id', 'in', integerList(p.ids))
      .where('points_hundredths', 'is not', null)
      .orderBy('id'),
  ),

  setPaper: prepare((q, p: { id: number; paper: PaperQuestion[]; certain_score: number | null }) =>
    q.updateTable('exam_attempts').set({ paper: p.paper, certain_score: p.certain_score }).where('id', '=', p.id),
  ),

  setPoints: prepare((q, p: { id: number; points_hundredths: number; possible: number }) =>
    q
      .updateTable('exam_grades')
      .set({ points_hundredths: p.points_hundredths, possible: p.possible })
      .where('id', '=', p.id),
  ),

  keepScore: prepare((q, p: { id: number; score_before: number }) =>
    q.updateTable('exam_attempts').set({ score_before: p.score_before }).where('id', '=', p.id),
  ),
}
