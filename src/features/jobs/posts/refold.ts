import { isAscii, sortKey } from '#core/text-normalization.ts'
import { defineRefold } from '#platform/refold.ts'
import { savePostSkills } from '../matching/post-skills.ts'
import { foldedPosts } from './refold-queries.ts'

export const refoldJobPosts = defineRefold('refold_job_posts', async (tx, slice) => {
  const rows = await foldedPosts.after.all(tx, slice)
  for (const { id, title, title_key, skills } of rows) {
    const key = sortKey(title)
    if (key !== title_key) await foldedPosts.setTitleKey.run(tx, { id, title_key: key })
    if (!isAscii(skills.join())) await savePostSkills(tx, id, skills)
    for (const { id: requirement, skill, skill_key } of await foldedPosts.skillsOf.all(tx, { job_post_id: id })) {
      const wanted = skill === null ? null : sortKey(skill)
      if (wanted !== skill_key) await foldedPosts.setSkillKey.run(tx, { id: requirement, skill_key: wanted })
    }
  }
  return rows
})
