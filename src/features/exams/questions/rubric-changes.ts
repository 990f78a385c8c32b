/** Computes grades again when the rubric that they follow from has changed. */

import type { Transaction } from '#context.ts'
import type { Content } from './record.ts'
import { calculateRubricPoints } from './rubric.ts'
import { rubricGrades } from './rubric-queries.ts'

type Rubric = Pick<Content, 'points' | 'answer_key'>

/**
 * Computes the grades of a question that follow from its rubric and are not released. An answer whose levels the rubric does not
 * have any more waits for a grader again. Released ones change when the exam is graded again.
 */
export async function updateRubricGrades(
  tx: Transaction,
  questionId: number,
  before: Rubric | undefined,
  { points, answer_key: { rubric = [] } }: Rubric,
): Promise<void> {
  const former = before?.answer_key.rubric ?? []
  if (former.length === 0 || (points === before?.points && JSON.stringify(former) === JSON.stringify(rubric))) return
  const grades = await rubricGrades.ofQuestion.all(tx, { question_id: questionId })
  const followers = grades.filter((grade) => Object.keys(grade.rubric).length > 0)
  const byPoints = Map.groupBy(followers, (grade) =>
    calculateRubricPoints(rubric, grade.rubric, { points, possible: grade.possible }),
  )
  for (const [points_hundredths, some] of byPoints)
    await rubricGrades.set.run(tx, { ids: some.map(({ id }) => id), points_hundredths })
}
