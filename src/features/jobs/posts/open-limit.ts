import type { Counted } from '#features/subscriptions/index.ts'
import { jobPosts } from './queries.ts'

/**
 * Open posts count against the plan of their company, or of the recruiter where there is none: new ones, opened drafts and reopened
 * ones.
 */
export const openJobPosts: Counted = {
  entitlement: 'job_postings',
  async count(ctx, { user_id, company_id }) {
    const { total } =
      company_id === null
        ? await jobPosts.countOpenByUser.one(ctx, { user_id, now: ctx.clock.now() })
        : await jobPosts.countOpenOfCompany.one(ctx, { company_id })
    return total
  },
}
