import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** Grades that follow from the rubric of a question, and are not released. */
export const rubricGrades = {
  ofQuestion: prepare((q, p: { question_id: number }) =>
    q
      .selectFrom('exam_grades')
      .innerJoin('exam_attempts', 'exam_attempts.id', 'exam_grades.attempt_id')
      .select(['exam_grades.id', 'exam_grades.possible', 'exam_grades.rubric'])
      .where('exam_grades.question_id', '=', p.question_id)
      .where('exam_grades.points_hundredths', 'is not', null)
      .where('exam_attempts.grading', '=', 'pending')
      .where('exam_attempts.released_at', 'is', null)
      .orderBy('exam_grades.id'),
  ),

  /** Null lets a grader grade the answers again. */
  set: prepare((q, p: { ids: number[]; points_hundredths: number | null }) =>
    q.updateTable('exam_grades').set({ points_hundredths: p.points_hundredths }).where('id', 'in', integerList(p.ids)),
  ),
}
