import { changeCounter } from '#platform/counters.ts'
import { type ContentSource, defineContent } from '#platform/moderation.ts'
import { openPostsCounter } from './queries.ts'
import { getJobPost } from './service.ts'

export const jobPostContent: ContentSource = defineContent({
  kind: 'job_post',
  table: 'job_posts',
  owner: 'user_id',
  status: 'status',
  unpublished: 'draft',
  title: 'title',
  terms: 'job_post_terms',
  ensureReadable: getJobPost,
  async move(tx, _, change) {
    const { from, to } = await change()
    const difference = Number(to === 'open') - Number(from === 'open')
    if (difference !== 0) await changeCounter(tx, openPostsCounter, difference)
  },
})
