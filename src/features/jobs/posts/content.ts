import { findAllIds } from '#features/search-index/index.ts'
import { type ContentSource, defineContent } from '#platform/moderation.ts'
import { jobPostSearchModule } from './search.ts'
import { getJobPost, toViewer } from './service.ts'

export const jobPostContent: ContentSource = defineContent({
  kind: 'job_post',
  table: 'job_posts',
  owner: 'user_id',
  status: 'status',
  unpublished: 'draft',
  title: 'title',
  find: (ctx, query) =>
    findAllIds(ctx, jobPostSearchModule, {
      query,
      asked: { viewer: toViewer(ctx), filter: {}, view: 'visible', sort: 'recent' },
    }),
  ensureReadable: getJobPost,
})
