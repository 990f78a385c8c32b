import type { AnyContext, Context } from '#context.ts'
import { listEvidenceOf, listProofs, type Proof } from '#features/evidence/index.ts'
import type { Requirement } from '../requirements/schemas.ts'
import { findMet } from '../requirements/service.ts'
import { calculateMatch } from './calculation.ts'
import type { Match } from './schemas.ts'

interface PostCriteria {
  id: number
  skills: readonly string[]
  requirements: readonly Requirement[]
}

/** What a person has proven, and how it fits a post. */
export interface MatchSummary {
  match: Match
  evidence: Proof[]
}

/** Returns how the evidence of each user fits the post. */
export async function matchUsers(
  ctx: AnyContext,
  post: PostCriteria,
  userIds: readonly number[],
): Promise<(userId: number) => MatchSummary> {
  const proofs = Map.groupBy(await listProofs(ctx, userIds), ({ user_id }) => user_id)
  const isMet = await findMet(ctx, post, userIds)
  return (userId) => {
    const evidence = proofs.get(userId) ?? []
    const required_met = post.requirements.every((one) => !one.required || isMet(userId, one))
    return { evidence, match: { ...calculateMatch(post.skills, evidence), required_met } }
  }
}

/** Returns the matches of the actor with the posts, by their order. */
export async function matchPosts(ctx: Context, posts: readonly PostCriteria[]): Promise<Match[]> {
  const proofs = await listEvidenceOf(ctx, ctx.actor.id)
  const matches: Match[] = []
  for (const post of posts) {
    const isMet = await findMet(ctx, post, [ctx.actor.id])
    const required_met = post.requirements.every((one) => !one.required || isMet(ctx.actor.id, one))
    matches.push({ ...calculateMatch(post.skills, proofs), required_met })
  }
  return matches
}
