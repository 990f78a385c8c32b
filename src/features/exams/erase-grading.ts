/** The end of an account, as far as people grade answers. */

import type { Transaction } from '#context.ts'
import { removeFilesOf } from '#features/files/index.ts'
import { appeals } from './appeals/queries.ts'
import { answerFilePurpose } from './attempts/answer-files.ts'
import { answerSheets } from './attempts/answer-sheet-queries.ts'
import { graders } from './graders/queries.ts'
import { grades, pendingAttempts } from './grades/queries.ts'

/**
 * Erases what a user wrote and uploaded for graders, and what these said of it; the points stay. Attempts that are not graded end
 * without a result. What the user graded stays, without the name.
 */
export async function eraseGrading(tx: Transaction, userId: number): Promise<void> {
  const mine = { user_id: userId }
  await eraseAnswers(tx, userId)
  await removeFilesOf(tx, { user_id: userId, purpose: answerFilePurpose })
  await grades.removeUngraded.run(tx, mine)
  await pendingAttempts.void.run(tx, mine)
  await grades.eraseComments.run(tx, mine)
  await appeals.eraseByUser.run(tx, mine)
  await graders.eraseByUser.run(tx, mine)
  await grades.forgetClaims.run(tx, mine)
  await grades.forgetGrader.run(tx, mine)
  await appeals.forgetGrader.run(tx, mine)
}

async function eraseAnswers(tx: Transaction, userId: number): Promise<void> {
  const places = await grades.places.all(tx, { user_id: userId })
  for (const [attempt_id, some] of Map.groupBy(places, (place) => place.attempt_id)) {
    const { answers } = await answerSheets.of.one(tx, { attempt_id })
    const erased = new Set(some.map(({ question_id }) => String(question_id)))
    const rest = Object.fromEntries(Object.entries(answers).filter(([id]) => !erased.has(id)))
    await answerSheets.replace.run(tx, { attempt_id, answers: rest })
  }
}
