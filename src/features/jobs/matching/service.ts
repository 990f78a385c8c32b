import type { AnyContext, Context } from '#context.ts'
import { sortKey } from '#core/text-normalization.ts'
import { suggestCourses } from '#features/courses/index.ts'
import { listEvidenceOf, listProofs, type Proof } from '#features/evidence/index.ts'
import { suggestExams } from '#features/exams/index.ts'
import { getJobPost } from '../posts/service.ts'
import type { Requirement } from '../requirements/schemas.ts'
import { findMet } from '../requirements/service.ts'
import { calculateMatch } from './calculation.ts'
import type { Match, OwnMatch } from './schemas.ts'

/** Suggestions of each kind for a missing skill. */
const mostSuggested = 3

interface Asked {
  id: number
  skills: readonly string[]
  requirements: readonly Requirement[]
}

/** What a person has proven, and how it fits a post. */
export interface Fit {
  match: Match
  evidence: Proof[]
}

/** Returns how the evidence of each user fits the post. */
export async function fitUsers(
  ctx: AnyContext,
  post: Asked,
  userIds: readonly number[],
): Promise<(userId: number) => Fit> {
  const proofs = Map.groupBy(await listProofs(ctx, userIds), ({ user_id }) => user_id)
  const isMet = await findMet(ctx, post, userIds)
  return (userId) => {
    const evidence = proofs.get(userId) ?? []
    const required_met = post.requirements.every((one) => !one.required || isMet(userId, one))
    return { evidence, match: { ...calculateMatch(post.skills, evidence), required_met } }
  }
}

/** Returns how the actor fits the post, and what would change it. */
export async function showOwnMatch(ctx: Context, postId: number): Promise<OwnMatch> {
  const post = await getJobPost(ctx, postId)
  const userId = ctx.actor.id
  const { match } = (await fitUsers(ctx, post, [userId]))(userId)
  const isMet = await findMet(ctx, post, [userId])
  const suggestions: OwnMatch['suggestions'] = []
  for (const skill of match.missing) {
    const asked = { skill_key: sortKey(skill), most: mostSuggested }
    suggestions.push({ skill, exams: await suggestExams(ctx, asked), courses: await suggestCourses(ctx, asked) })
  }
  return { ...match, requirements: post.requirements.map((one) => ({ ...one, met: isMet(userId, one) })), suggestions }
}

/** Returns the matches of the actor with the posts, by their order. */
export async function matchPosts(ctx: Context, posts: readonly Asked[]): Promise<Match[]> {
  const proofs = await listEvidenceOf(ctx, ctx.actor.id)
  const matches: Match[] = []
  for (const post of posts) {
    const isMet = await findMet(ctx, post, [ctx.actor.id])
    const required_met = post.requirements.every((one) => !one.required || isMet(ctx.actor.id, one))
    matches.push({ ...calculateMatch(post.skills, proofs), required_met })
  }
  return matches
}
