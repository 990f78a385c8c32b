import { type ContentSource, defineContent } from '#platform/moderation.ts'
import { getJobPost } from './service.ts'

export const jobPostContent: ContentSource = defineContent({
  kind: 'job_post',
  table: 'job_posts',
  owner: 'user_id',
  status: 'status',
  unpublished: 'draft',
  title: 'title',
  words: 'job_post_words',
  ensureReadable: getJobPost,
})
