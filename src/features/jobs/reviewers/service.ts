import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { inviteMember } from '#features/memberships/index.ts'
import { notify } from '#features/notifications/index.ts'
import { checkUserId, getUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { reviewers } from '../posts/reviewer-queries.ts'
import { getManagedJobPost, getReviewedJobPost } from '../posts/service.ts'
import type { NewReviewer, Reviewer } from './schemas.ts'

export const mostReviewers = 50

export const ownerReviews = createFieldProblem('user_id', 'The owner of the job post reviews it anyway.')
export const alreadyReviews = createFieldProblem('user_id', 'This person is already a reviewer.')
export const tooManyReviewers = createFieldProblem(
  'user_id',
  fill('A job post has at most {most} reviewers.', { most: mostReviewers }),
)

export async function listReviewers(ctx: Context, postId: number): Promise<Reviewer[]> {
  await getReviewedJobPost(ctx, postId)
  return reviewers.of.all(ctx, { job_post_id: postId })
}

/**
 * Lets a colleague read the applications of a post and write scorecards about them. One who has applied is accepted but
 * reads nothing: a refusal would tell who a blind candidate is, or who has a reserved place.
 */
export function addReviewer(ctx: Context, postId: number, { user_id }: NewReviewer): Promise<Reviewer> {
  return runInTransaction(ctx, async (tx) => {
    const post = await getManagedJobPost(tx, postId)
    const one = { job_post_id: postId, user_id }
    await checkUserId(tx, { user_id })
    ensure(user_id !== post.recruiter.id, ownerReviews)
    ensure((await reviewers.find.maybe(tx, one)) === null, alreadyReviews)
    ensure((await reviewers.count.one(tx, one)).total < mostReviewers, tooManyReviewers)
    const { id } = await reviewers.add.one(tx, { ...one, now: tx.clock.now() })
    await inviteMember(tx, {
      group: `job post ${postId}`,
      userId: user_id,
      notify: () => notifyReviewer(tx, { ...post, reviewer: id }, user_id),
    })
    return findReviewer(tx, postId, id)
  })
}

async function findReviewer(tx: Transaction, postId: number, id: number): Promise<Reviewer> {
  const all = await reviewers.of.all(tx, { job_post_id: postId })
  const found = all.find((one) => one.id === id)
  ensure(found !== undefined, alreadyReviews)
  return found
}

async function notifyReviewer(tx: Transaction, post: { id: number; title: string; reviewer: number }, userId: number) {
  const { name } = await getUser(tx, tx.actor.id)
  await notify(tx, userId, 'job_application', {
    title: 'You review applications',
    message: fill('{name} asks you to review the applications for {title}.', { name, title: post.title }),
    data: { url: `/job-posts/${post.id}/applicants`, action: 'view_application' },
    event: `job_reviewer:${post.reviewer}`,
  })
}

/** Removes a reviewer, or lets the actor leave. Scorecards are kept. */
export function removeReviewer(ctx: Context, postId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getReviewedJobPost(tx, postId)
    const { user_id } = await reviewers.inPost.one(tx, { job_post_id: postId, id })
    if (user_id !== tx.actor.id) await getManagedJobPost(tx, postId)
    await reviewers.remove.run(tx, { id })
    describeAuditEvent(tx, { userId: user_id, before: { user_id }, after: null })
  })
}
