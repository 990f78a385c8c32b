import type { Transaction } from '#context.ts'
import { isAscii, sortKey } from '#core/text-normalization.ts'
import { defineRefold } from '#platform/refold.ts'
import { savePostSkills } from '../matching/post-skills.ts'
import { jobPostWords } from './list.ts'
import { foldedPosts } from './refold-queries.ts'
import { type Described, extractTerms } from './terms.ts'

/** Stores the words and the skills by which a post is found. */
export async function indexJobPost(tx: Transaction, { id, ...post }: { id: number } & Described): Promise<void> {
  await jobPostWords.save(tx, id, extractTerms(post))
  await savePostSkills(tx, id, post.skills)
}

export const refoldJobPosts = defineRefold('refold_job_posts', async (tx, slice) => {
  const rows = await foldedPosts.after.all(tx, slice)
  for (const { id, title_key, ...post } of rows) {
    const key = sortKey(post.title)
    if (key !== title_key) await foldedPosts.setTitleKey.run(tx, { id, title_key: key })
    if (!isAscii(JSON.stringify(post))) await indexJobPost(tx, { id, ...post })
    for (const { id: requirement, skill, skill_key } of await foldedPosts.skillsOf.all(tx, { job_post_id: id })) {
      const wanted = skill === null ? null : sortKey(skill)
      if (wanted !== skill_key) await foldedPosts.setSkillKey.run(tx, { id: requirement, skill_key: wanted })
    }
  }
  return rows
})
