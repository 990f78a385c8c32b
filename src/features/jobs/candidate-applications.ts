/** Applications of imported candidates, with what was imported instead of a form. */

import type { AnyContext, Transaction } from '#context.ts'
import { createRandomId } from '#core/random.ts'
import { applications } from './applications/queries.ts'
import { applicationRecord } from './applications/record.ts'
import { toSearchKey } from './applications/search-key.ts'
import { completeSubmission, isAccepting } from './applications/submission-completion.ts'
import { saveTags } from './applications/tags.ts'
import { linkCandidate } from './candidate-links.ts'
import { jobPosts } from './posts/queries.ts'
import { reviewers } from './posts/reviewer-queries.ts'
import { findUnmet } from './requirements/service.ts'

/** Returns the post if the user may apply for it, by the rules of `POST /job-applications`; otherwise null. */
export async function findAcceptingPost(ctx: AnyContext, id: number, userId: number) {
  const post = await jobPosts.byId.maybe(ctx, { id, actor_id: userId, is_admin: false })
  if (post === null || post.recruiter.id === userId || post.is_colleague) return null
  if (!isAccepting(post, ctx.clock.now())) return null
  return (await reviewers.withUser.maybe(ctx, { object_id: id, user_id: userId })) === null ? post : null
}

type AcceptingPost = NonNullable<Awaited<ReturnType<typeof findAcceptingPost>>>

/** Returns the id of the user whose application it is. */
export const getApplicantId = async (tx: Transaction, applicationId: number): Promise<number> =>
  (await applications.byId.one(tx, { id: applicationId })).user_id

interface CandidateData {
  first_name: string
  last_name: string
  email: string
  phone: string
  cover_letter: string
}

interface Applicant {
  post: AcceptingPost
  userId: number
}

/** Applies for the post as the candidate, or connects the candidate with the application that the user has sent. */
export async function submitForCandidate(tx: Transaction, candidate: CandidateData, { post, userId }: Applicant) {
  const linked = { job_post_id: post.id, email: candidate.email, is_blind: post.blind }
  const own = await applications.mine.maybe(tx, { job_post_id: post.id, user_id: userId })
  if (own !== null) {
    await linkCandidate(tx, { ...linked, id: own.id })
    return
  }
  const pending = Object.keys(await findUnmet(tx, post, userId)).length > 0
  const { id } = await applications.add.one(tx, createApplication(tx, candidate, { post, userId, pending }))
  const tags = await linkCandidate(tx, { ...linked, id })
  if (tags.length > 0) await saveTags(tx, id, tags)
  if (!pending) await completeSubmission(tx, id)
}

const createApplication = (
  tx: Transaction,
  { first_name, last_name, email, phone, cover_letter }: CandidateData,
  { post, userId, pending }: Applicant & { pending: boolean },
) => ({
  ...(post.blind ? { id: createRandomId() } : {}),
  ...applicationRecord.defaults,
  job_post_id: post.id,
  user_id: userId,
  first_name,
  last_name,
  email,
  phone,
  cover_letter,
  resume_id: null,
  additional_answers: [],
  consent_data: true,
  pending: pending || post.blind,
  sealed: post.blind && !pending,
  search_key: toSearchKey({ first_name, last_name, email }),
  now: tx.clock.now(),
})
