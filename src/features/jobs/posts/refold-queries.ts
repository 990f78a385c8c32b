import { prepare } from '#database/query/prepare.ts'
import type { RefoldSlice } from '#platform/refold.ts'

/** What is stored folded about posts. */
export const foldedPosts = {
  after: prepare((q, p: RefoldSlice) =>
    q
      .selectFrom('job_posts')
      .select(['id', 'title', 'skills', 'title_key'])
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.most),
  ),

  setTitleKey: prepare((q, p: { id: number; title_key: string }) =>
    q.updateTable('job_posts').set({ title_key: p.title_key }).where('id', '=', p.id),
  ),

  skillsOf: prepare((q, p: { job_post_id: number }) =>
    q
      .selectFrom('job_requirements')
      .select(['id', 'skill', 'skill_key'])
      .where('job_post_id', '=', p.job_post_id)
      .where('skill', 'is not', null)
      .orderBy('id'),
  ),

  setSkillKey: prepare((q, p: { id: number; skill_key: string | null }) =>
    q.updateTable('job_requirements').set({ skill_key: p.skill_key }).where('id', '=', p.id),
  ),
}
