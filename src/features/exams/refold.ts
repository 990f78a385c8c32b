import type { Transaction } from '#context.ts'
import { toSkillKeys } from '#core/skills.ts'
import { foldLine, isAscii } from '#core/text-normalization.ts'
import { defineRefold } from '#platform/refold.ts'
import { examSkills } from './queries.ts'
import { foldedExams } from './refold-queries.ts'
import { createCategoryKey } from './service.ts'

/** Stores the skills by which an exam is found. */
export async function indexExam(
  tx: Transaction,
  { id, skills }: { id: number; skills: readonly string[] },
): Promise<void> {
  await examSkills.remove.run(tx, { item_id: id })
  await examSkills.add.run(tx, { item_id: id, terms: toSkillKeys(skills) })
}

export const refoldExams = defineRefold('refold_exams', async (tx, slice) => {
  const rows = await foldedExams.after.all(tx, slice)
  for (const { id, category, category_key, skills } of rows) {
    const key = createCategoryKey(category)
    if (key !== category_key) await foldedExams.setCategoryKey.run(tx, { id, category_key: key })
    if (!isAscii(skills.join(' '))) {
      await indexExam(tx, { id, skills })
    }
    for (const slot of await foldedExams.slotsToCome.all(tx, { exam_id: id, now: tx.clock.now() })) {
      const place_key = foldLine(slot.place_key)
      if (place_key !== slot.place_key) await foldedExams.setPlaceKey.run(tx, { ...slot, exam_id: id, place_key })
    }
  }
  return rows
})
