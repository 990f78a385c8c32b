import type { Context, Transaction } from '../../../context.ts'
import { jobPosts } from './queries.ts'

/** What of a recruiter's plan an open post uses up. */
export const openJobPosts = {
  entitlement: 'job_postings',
  async count(reach: Context | Transaction, userId: number): Promise<number> {
    return (await jobPosts.countOpenOf.one(reach, { user_id: userId })).total
  },
} as const

/**
 * Answers 403 when the recruiter's plan allows no further open post. The one place where a post is about to become
 * open: a new one, an opened draft, a reopened one. Plans are the subscriptions' business: its `useEntitlement` is
 * called here with `openJobPosts`.
 */
export async function mayOpenAnother(_tx: Transaction, _recruiterId: number): Promise<void> {
  // Without plans everybody may.
}
