import type { Counted } from '#features/subscriptions/index.ts'
import { jobPosts } from './queries.ts'

/** Open posts count against the recruiter's plan: new ones, opened drafts and reopened ones. */
export const openJobPosts: Counted = {
  entitlement: 'job_postings',
  count: async (ctx, userId) => (await jobPosts.countOpenByUser.one(ctx, { user_id: userId })).total,
}
