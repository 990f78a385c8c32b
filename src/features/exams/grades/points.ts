/** What a grade is worth. */

import type { AnyContext } from '#context.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import type { RubricLevels } from '#database/tables/exam-grading.ts'
import { fill } from '#language/sentence.ts'
import { calculateRubricPoints, toHundredths } from '../questions/rubric.ts'
import { findRubric, type GradeRow } from './present.ts'

const withoutPoints = createFieldProblem('points', 'Please give points, or a level of each criterion.')
const incompleteRubric = createFieldProblem('rubric', 'Please name a level of each criterion of the question.')
const differentPoints = createFieldProblem('points', 'The points must be those of the levels.')
const createTooManyPoints = (most: number) =>
  createFieldProblem('points', fill('The answer can earn at most {most} points.', { most }))

/** Returns the points in hundredths, and the levels that they follow from. Throws 422 where they do not fit the question. */
export async function calculateGrade(
  ctx: AnyContext,
  row: Pick<GradeRow, 'question_id' | 'version_id' | 'possible'>,
  { points, rubric: levels }: { points?: number; rubric?: RubricLevels },
): Promise<{ points_hundredths: number; rubric: RubricLevels }> {
  ensure(points !== undefined || levels !== undefined, withoutPoints)
  const input = points === undefined ? null : toHundredths(points)
  ensure(input === null || input <= row.possible * 100, createTooManyPoints(row.possible))
  if (levels === undefined) return { points_hundredths: input ?? 0, rubric: {} }
  const question = await findRubric(ctx, row)
  ensure(question.rubric.length > 0, incompleteRubric)
  const earned = calculateRubricPoints(question.rubric, levels, { points: question.points, possible: row.possible })
  ensure(earned !== null, incompleteRubric)
  ensure(input === null || input === earned, differentPoints)
  return { points_hundredths: earned, rubric: levels }
}
