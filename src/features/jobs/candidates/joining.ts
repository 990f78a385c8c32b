/** How a candidate becomes an applicant: once the person has accepted and has an account that has proven the address. */

import type { AnyContext, Transaction, VerifiedEmail } from '#context.ts'
import { createRandomId } from '#core/random.ts'
import { findUserByEmail } from '#features/users/index.ts'
import { completeSubmission, isAccepting } from '../applications/placing.ts'
import { applications } from '../applications/queries.ts'
import { applicationRecord } from '../applications/record.ts'
import { toSearchKey } from '../applications/search-key.ts'
import { saveTags } from '../applications/tags.ts'
import { linkCandidate } from '../candidate-links.ts'
import { jobPosts } from '../posts/queries.ts'
import { reviewers } from '../posts/reviewer-queries.ts'
import { findUnmet } from '../requirements/service.ts'
import { candidates, type Row } from './queries.ts'

/** Stores that the person accepts, and applies for them if an account has proven the address. */
export async function acceptInvitation(tx: Transaction, row: Row): Promise<void> {
  await candidates.accept.run(tx, { id: row.id, now: tx.clock.now() })
  const account = row.email === null ? null : await findUserByEmail(tx, row.email)
  if (account !== null && account.email_verified_at !== null) await applyForCandidate(tx, row, account.id)
}

/** Applies for those who have accepted before they had an account with the address. */
export async function applyForAccepted(tx: Transaction, { user_id, email }: VerifiedEmail): Promise<void> {
  for (const { id } of await candidates.acceptedWith.all(tx, { email }))
    await applyForCandidate(tx, await candidates.byId.one(tx, { id }), user_id)
}

/** Applies with what was imported. Nothing happens if the post is closed, or the user may not apply for it. */
async function applyForCandidate(tx: Transaction, row: Row, userId: number): Promise<void> {
  const { job_post_id, email } = row
  const post = await findOpenPost(tx, job_post_id, userId)
  if (post === null || email === null || !(await releaseCandidate(tx, row, userId))) return
  const linked = { job_post_id, email, is_blind: post.blind }
  const own = await applications.mine.maybe(tx, { job_post_id, user_id: userId })
  if (own !== null) {
    await linkCandidate(tx, { ...linked, id: own.id })
    return
  }
  const pending = Object.keys(await findUnmet(tx, post, userId)).length > 0
  const { id } = await applications.add.one(tx, createApplication(tx, row, { userId, isBlind: post.blind, pending }))
  const tags = await linkCandidate(tx, { ...linked, id })
  if (tags.length > 0) await saveTags(tx, id, tags)
  if (!pending) await completeSubmission(tx, id)
}

/** Ends the connection with an application of another user, who stated the address. Returns false if the user has applied already. */
async function releaseCandidate(tx: Transaction, { id, application_id }: Row, userId: number): Promise<boolean> {
  if (application_id === null) return true
  const { user_id } = await applications.byId.one(tx, { id: application_id })
  if (user_id === userId) return false
  await candidates.release.run(tx, { id })
  return true
}

interface Applicant {
  userId: number
  isBlind: boolean
  pending: boolean
}

const createApplication = (tx: Transaction, row: Row, { userId, isBlind, pending }: Applicant) => ({
  ...(isBlind ? { id: createRandomId() } : {}),
  ...applicationRecord.defaults,
  job_post_id: row.job_post_id,
  user_id: userId,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email ?? '',
  phone: row.phone,
  cover_letter: row.cover_letter,
  resume_id: null,
  additional_answers: [],
  consent_data: true,
  pending: pending || isBlind,
  sealed: isBlind && !pending,
  search_key: toSearchKey({ ...row, email: row.email ?? '' }),
  now: tx.clock.now(),
})

/** Returns the post if the user may apply for it, by the rules of `POST /job-applications`; otherwise null. */
async function findOpenPost(ctx: AnyContext, id: number, userId: number) {
  const post = await jobPosts.byId.maybe(ctx, { id, actor_id: userId, is_admin: false })
  if (post === null || post.recruiter.id === userId || post.is_colleague) return null
  if (!isAccepting(post, ctx.clock.now())) return null
  return (await reviewers.find.maybe(ctx, { job_post_id: id, user_id: userId })) === null ? post : null
}
