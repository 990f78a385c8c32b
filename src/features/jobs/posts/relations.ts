import type { AnyContext } from '#context.ts'
import { jobPostRights, type PostRelations, toPost } from '../rights.ts'
import { reviewedPosts } from './reviewer-queries.ts'

interface PostColumns {
  job_post_id: number
  recruiter_id: number
  post_hidden_at: string | null
}

const none: PostRelations = { is_reviewer: false, is_colleague: false, is_member: false }

/** Returns how the actor is related to the post. The recruiter and administrators need no other relation to it. */
export async function findPostRelations(ctx: AnyContext, row: PostColumns): Promise<PostRelations> {
  if (jobPostRights.may.manage(ctx.actor, toPost(row))) return none
  return (await reviewedPosts.relations.maybe(ctx, { job_post_id: row.job_post_id, actor_id: ctx.actor.id })) ?? none
}
