import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { page } from '#core/page.ts'
import { getManagedJobPost } from '#features/jobs/index.ts'
import { inviteCandidate } from './invitations.ts'
import { candidates, type Row } from './queries.ts'
import type { Candidate, CandidateDetails, CandidateQuery } from './schemas.ts'

/** Presents a candidate. Who has applied for a blind post, and who has accepted to, is not told. */
function presentCandidate({ resume, accepted_at, is_blind_post, has_applied, ...row }: Row): Candidate {
  const isApplicant = has_applied && !is_blind_post
  const isAccepted = accepted_at !== null && !is_blind_post
  const waiting = row.invited_at === null ? 'imported' : 'invited'
  return {
    ...row,
    application_id: isApplicant ? row.application_id : null,
    state: isApplicant ? 'applied' : isAccepted ? 'accepted' : waiting,
  }
}

/** Lists the candidates who were imported into a post, the newest first. */
export async function listCandidates(ctx: Context, postId: number, query: CandidateQuery) {
  await getManagedJobPost(ctx, postId)
  return page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await candidates.ofPost.page(ctx, { job_post_id: postId, ...slice })
    return { rows: rows.map(presentCandidate), total }
  })
}

/** Returns the candidate. 404 if unknown or refused, 403 if the actor may not manage the post. */
async function getCandidate(ctx: AnyContext, postId: number, id: number): Promise<Row> {
  await getManagedJobPost(ctx, postId)
  return candidates.inPost.one(ctx, { id, job_post_id: postId })
}

export async function showCandidate(ctx: Context, postId: number, id: number): Promise<CandidateDetails> {
  const row = await getCandidate(ctx, postId, id)
  return { ...presentCandidate(row), resume: row.resume }
}

/** Deletes what was imported. An application stays. */
export function deleteCandidate(ctx: Context, postId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getCandidate(tx, postId, id)
    await candidates.remove.run(tx, { id })
  })
}

/** Mails the candidate an invitation to apply or to refuse. */
export function inviteImportedCandidate(ctx: Context, postId: number, id: number): Promise<Candidate> {
  return runInTransaction(ctx, async (tx) => {
    await inviteCandidate(tx, await getCandidate(tx, postId, id))
    return presentCandidate(await getCandidate(tx, postId, id))
  })
}
