import { defineListLimit } from '#core/list-limit.ts'
import { createFieldProblem } from '#core/problem.ts'
import { defineMembership } from '#features/memberships/index.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { reviewers } from '../posts/reviewer-queries.ts'
import { getManagedJobPost, getReviewedJobPost } from '../posts/service.ts'

const most = 50
export const reviewerLimit = defineListLimit(
  'user_id',
  most,
  fill('A job post has at most {most} reviewers.', { most }),
)

export const ownerReviews = createFieldProblem('user_id', 'The owner of the job post reviews it anyway.')
export const alreadyReviews = createFieldProblem('user_id', 'This person is already a reviewer.')

/**
 * Colleagues who read the applications of a post and write scorecards about them, which stay when they leave. One who has applied is
 * accepted but reads nothing: a refusal would tell who a blind candidate is, or who has a reserved place.
 */
export const jobReviewers = defineMembership({
  queries: reviewers,
  name: 'job post',
  content: 'job_post',
  limit: reviewerLimit,
  ownerProblem: ownerReviews,
  memberProblem: alreadyReviews,
  find: (ctx, id, act) => (act === 'list' ? getReviewedJobPost(ctx, id) : getManagedJobPost(ctx, id)),
  getOwnerId: ({ recruiter }) => recruiter.id,
  present: (reviewer) => reviewer,
  notify: (tx, { object: post, member, inviter }) =>
    notify(tx, member.user_id, 'job_application', {
      title: 'You review applications',
      message: fill('{name} asks you to review the applications for {title}.', { name: inviter, title: post.title }),
      data: { url: `/job-posts/${post.id}/applicants`, action: 'view_application' },
      event: `job_reviewer:${member.id}`,
    }),
})
