/** Stores how many questions the sections of an exam give, so that lists of exams read no questions. */

import type { Transaction } from '#context.ts'
import type { ExamSection } from '#database/tables/exams.ts'
import { examBanks, sectionSizes } from './section-queries.ts'
import { countSectionQuestions, findPool } from './sections.ts'

/** Counts the questions of an exam again, after its sections or its own questions have changed. */
export async function refreshSectionSize(tx: Transaction, examId: number): Promise<void> {
  const { sections } = await sectionSizes.sectionsOf.one(tx, { exam_id: examId })
  await countAgain(tx, examId, sections)
}

/** Counts the questions of all exams that use the bank again. */
export async function refreshExamsOfBank(tx: Transaction, bankId: number): Promise<void> {
  for (const { id, sections } of await examBanks.users.all(tx, { bank_id: bankId })) await countAgain(tx, id, sections)
}

async function countAgain(tx: Transaction, examId: number, sections: readonly ExamSection[]): Promise<void> {
  const section_size = countSectionQuestions(await findPool(tx, examId, sections), sections)
  await sectionSizes.set.run(tx, { exam_id: examId, section_size })
}
