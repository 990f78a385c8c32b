/** How a candidate becomes an applicant: once the person has accepted and has an account that has proven the address. */

import type { Transaction, VerifiedEmail } from '#context.ts'
import { findAcceptingPost, getApplicantId, submitForCandidate } from '#features/jobs/index.ts'
import { findUserByEmail } from '#features/users/index.ts'
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
  const post = await findAcceptingPost(tx, row.job_post_id, userId)
  const { email } = row
  if (post === null || email === null || !(await releaseCandidate(tx, row, userId))) return
  await submitForCandidate(tx, { ...row, email }, { post, userId })
}

/** Ends the connection with an application of another user, who stated the address. Returns false if the user has applied already. */
async function releaseCandidate(tx: Transaction, { id, application_id }: Row, userId: number): Promise<boolean> {
  if (application_id === null) return true
  if ((await getApplicantId(tx, application_id)) === userId) return false
  await candidates.release.run(tx, { id })
  return true
}
