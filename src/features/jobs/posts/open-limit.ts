import type { Counted } from '#features/subscriptions/index.ts'
import { jobPosts } from './queries.ts'

/** What of a recruiter's plan an open post uses up: a new one, an opened draft, a reopened one. */
export const openJobPosts: Counted = {
  entitlement: 'job_postings',
  count: async (ctx, userId) => (await jobPosts.countOpenOf.one(ctx, { user_id: userId })).total,
}
