import type { Transaction } from '#context.ts'
import { toSkillKeys } from '#core/skills.ts'
import { isAscii, sortKey } from '#core/text-normalization.ts'
import { defineRefold } from '#platform/refold.ts'
import { courseSkills, courseWords } from './list.ts'
import { foldedCourses } from './refold-queries.ts'
import { extractTerms } from './terms.ts'

interface Described {
  title: string
  category: string
  description: string
  skills: readonly string[]
}

/** Stores the words and the skills by which a course is found. */
export async function indexCourse(tx: Transaction, { id, ...course }: { id: number } & Described): Promise<void> {
  await courseWords.save(tx, id, extractTerms(course))
  await courseSkills.remove.run(tx, { item_id: id })
  await courseSkills.add.run(tx, { item_id: id, terms: toSkillKeys(course.skills) })
}

export const refoldCourses = defineRefold('refold_courses', async (tx, slice) => {
  const rows = await foldedCourses.after.all(tx, slice)
  for (const { id, title_key, category_key, ...course } of rows) {
    const keys = { title_key: sortKey(course.title), category_key: sortKey(course.category) }
    if (keys.title_key !== title_key || keys.category_key !== category_key)
      await foldedCourses.setKeys.run(tx, { id, ...keys })
    if (!isAscii(JSON.stringify(course))) await indexCourse(tx, { id, ...course })
  }
  return rows
})
