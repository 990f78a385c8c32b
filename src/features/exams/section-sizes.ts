/** Stores how many questions the sections of an exam give, so that lists of exams read no questions. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { runInTransaction, type Transaction } from '#context.ts'
import type { ExamSection } from '#database/tables/exams.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { loadBanks } from './question-sources.ts'
import { examBanks, sectionSizes } from './section-queries.ts'
import { countSectionQuestions, findPool, listBankIds } from './sections.ts'

/** Counts the questions of an exam again, after its sections or its own questions have changed. */
export async function refreshSectionSize(tx: Transaction, examId: number): Promise<number | null> {
  const { sections } = await sectionSizes.sectionsOf.one(tx, { exam_id: examId })
  return countAgain(tx, examId, sections)
}

/** Counts the questions of all exams that use a bank again, one after the other, because each reads all that it can ask. */
export const refreshExamsOfBank = defineTask<{ bank_id: number }>({
  kind: 'refresh_exams_of_bank',
  async handle(ctx, { bank_id }) {
    for (const { id, sections } of await examBanks.users.all(ctx, { bank_id })) {
      await loadBanks(ctx, listBankIds(sections))
      await runInTransaction(ctx, (tx) => refreshSectionSize(tx, id))
      await nextTurn()
    }
  },
})

/** Queues the count for the exams that use the bank. */
export const scheduleRefresh = (tx: Transaction, bankId: number): Promise<void> =>
  addTask(tx, refreshExamsOfBank, { bank_id: bankId }, { key: `question bank ${bankId} exams` })

async function countAgain(tx: Transaction, examId: number, sections: readonly ExamSection[]): Promise<number | null> {
  const section_size = countSectionQuestions(await findPool(tx, examId, sections), sections)
  await sectionSizes.set.run(tx, { exam_id: examId, section_size })
  return section_size
}
