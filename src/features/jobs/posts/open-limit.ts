import type { Transaction } from '#context.ts'
import { defineListLimit } from '#core/list-limit.ts'
import { type LimitedResource, requireCompanyEntitlement, requireEntitlement } from '#features/subscriptions/index.ts'
import { jobPosts } from './queries.ts'
import type { JobPost } from './schemas.ts'

/** What a recruiter has, drafts and closed posts included. */
export const postLimit = defineListLimit('title', 10_000)

/**
 * Open posts count against the plan of their company, or of the recruiter where there is none: new ones, opened drafts and reopened
 * ones.
 */
export const openJobPosts: LimitedResource = {
  entitlement: 'job_postings',
  async count(ctx, { user_id, company_id }) {
    const { total } =
      company_id === null
        ? await jobPosts.countOpenByUser.one(ctx, { user_id, now: ctx.clock.now() })
        : await jobPosts.countOpenOfCompany.one(ctx, { company_id })
    return total
  },
}

/**
 * Throws 403 when a new post (`before` is null), one that is opened, or an open one that joins a company, is one too many for the plan. A
 * post of a company without a plan counts for its recruiter.
 */
export async function ensureMayOpen(tx: Transaction, before: JobPost | null, company_id: number | null): Promise<void> {
  const user_id = before?.recruiter.id ?? tx.actor.id
  if (before?.status !== 'open') await requireEntitlement(tx, { user_id, company_id }, openJobPosts)
  else if (company_id !== null && company_id !== before.company_id)
    await requireCompanyEntitlement(tx, { user_id, company_id }, openJobPosts)
}
