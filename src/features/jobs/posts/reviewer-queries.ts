import { createMembershipQueries } from '#database/membership-queries.ts'
import { asBoolean } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { jobPostRights } from '../rights.ts'

export const reviewers = createMembershipQueries({
  table: 'job_reviewers',
  object: 'job_post_id',
  columns: [],
  accepts: false,
  isPaged: false,
})

export const reviewedPosts = {
  /** How the user is related to the post by other rows than its own. */
  relations: prepare((q, p: { job_post_id: number; actor_id: number }) =>
    q
      .selectFrom('job_posts')
      .select([
        asBoolean(jobPostRights.relates('reviewer', { actor_id: p.actor_id })).as('is_reviewer'),
        asBoolean(jobPostRights.relates('colleague', { actor_id: p.actor_id })).as('is_colleague'),
        asBoolean(jobPostRights.relates('member', { actor_id: p.actor_id })).as('is_member'),
      ])
      .where('job_posts.id', '=', p.job_post_id),
  ),

  /** Posts that the user reviews. */
  ofUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('job_reviewers')
      .innerJoin('job_posts', 'job_posts.id', 'job_reviewers.job_post_id')
      .select(['job_posts.id', 'job_posts.title', 'job_reviewers.added_at'])
      .where('job_reviewers.user_id', '=', p.user_id)
      .orderBy('job_reviewers.id'),
  ),
}
