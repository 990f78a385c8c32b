import type { Context } from '#context.ts'
import { sortKey } from '#core/text-normalization.ts'
import { suggestCourses } from '#features/courses/index.ts'
import { suggestExams } from '#features/exams/index.ts'
import type { MyMatch } from '../matching/schemas.ts'
import { matchUsers } from '../matching/service.ts'
import { findMet } from '../requirements/service.ts'
import { getJobPost } from './service.ts'

/** Suggestions of each kind for a missing skill. */
const maxSuggested = 3

/** Returns how the actor fits the post, and what would change it. */
export async function showOwnMatch(ctx: Context, postId: number): Promise<MyMatch> {
  const post = await getJobPost(ctx, postId)
  const userId = ctx.actor.id
  const { match } = (await matchUsers(ctx, post, [userId]))(userId)
  const isMet = await findMet(ctx, post, [userId])
  const suggestions: MyMatch['suggestions'] = []
  for (const skill of match.missing) {
    const asked = { skill_key: sortKey(skill), most: maxSuggested }
    suggestions.push({ skill, exams: await suggestExams(ctx, asked), courses: await suggestCourses(ctx, asked) })
  }
  return { ...match, requirements: post.requirements.map((one) => ({ ...one, met: isMet(userId, one) })), suggestions }
}
