import type { Transaction } from '#context.ts'
import { ensure } from '#core/problem.ts'
import { createRandomId } from '#core/random.ts'
import type { BankContent } from '#features/exams/questions/record.ts'
import { questionBatches } from './batch-queries.ts'
import { bankQuestions } from './queries.ts'
import { finishBankChange, maxQuestions, tooManyQuestions } from './service.ts'

/** Adds questions to the end of a bank, and returns their ids. 422 when the bank would have too many. */
export async function addQuestions(
  tx: Transaction,
  bankId: number,
  contents: readonly BankContent[],
): Promise<number[]> {
  if (contents.length === 0) return []
  const { total, last } = await bankQuestions.size.one(tx, { bank_id: bankId })
  ensure(total + contents.length <= maxQuestions, tooManyQuestions)
  const first = (last ?? 0) + 1
  const questions = contents.map((_, index) => ({ id: createRandomId(), position: first + index }))
  const versions = contents.map((content, index) => ({
    ...content,
    id: createRandomId(),
    question_id: questions[index]?.id ?? 0,
    bank_id: bankId,
    version: 1,
  }))
  await questionBatches.add.run(tx, { bank_id: bankId, questions })
  await bankQuestions.addVersions.run(tx, { versions })
  await finishBankChange(tx, bankId)
  return questions.map(({ id }) => id)
}
