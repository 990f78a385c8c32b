import type { Transaction } from '#context.ts'
import { toSkillKeys } from '#core/skills.ts'
import { isAscii, sortKey } from '#core/text-normalization.ts'
import { defineRefold } from '#platform/refold.ts'
import { courseSkills } from './list.ts'
import { foldedCourses } from './refold-queries.ts'

/** Replaces the skills of a course as they are stored for searching. */
export async function saveCourseSkills(tx: Transaction, id: number, skills: readonly string[]): Promise<void> {
  await courseSkills.remove.run(tx, { item_id: id })
  await courseSkills.add.run(tx, { item_id: id, terms: toSkillKeys(skills) })
}

export const refoldCourses = defineRefold('refold_courses', async (tx, slice) => {
  const rows = await foldedCourses.after.all(tx, slice)
  for (const { id, title_key, category_key, ...course } of rows) {
    const keys = { title_key: sortKey(course.title), category_key: sortKey(course.category) }
    if (keys.title_key !== title_key || keys.category_key !== category_key)
      await foldedCourses.setKeys.run(tx, { id, ...keys })
    if (!isAscii(course.skills.join())) await saveCourseSkills(tx, id, course.skills)
  }
  return rows
})
