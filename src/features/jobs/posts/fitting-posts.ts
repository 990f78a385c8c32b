import type { Context } from '#context.ts'
import type { Slice } from '#core/page.ts'
import { matchPosts } from '../matching/service.ts'
import { fittingPosts } from './fitting-post-queries.ts'
import type { JobPostFilter } from './list.ts'
import type { JobPost } from './schemas.ts'
import { presentJobPost, toViewer } from './service.ts'

/** Reads a slice of the open posts of others, those first that fit what the actor has proven, with their matches. */
export async function readFittingPosts(ctx: Context, filter: JobPostFilter, { limit, offset }: Slice) {
  const viewer = toViewer(ctx)
  const asked = { ...filter, actor_id: viewer.actor_id }
  const [[fitting], [all]] = await Promise.all([
    fittingPosts.countFitting.inBackground(ctx, asked),
    fittingPosts.count.inBackground(ctx, asked),
  ])
  const found = await fittingPosts.fitting.inBackground(ctx, { ...asked, limit, offset })
  const rest = { limit: limit - found.length, offset: Math.max(0, offset - (fitting?.total ?? 0)) }
  const others = rest.limit > 0 ? await fittingPosts.others.inBackground(ctx, { ...asked, ...rest }) : []
  const ids = [...found, ...others].map(({ id }) => id)
  const rows = new Map((await fittingPosts.byIds.all(ctx, { ...viewer, ids })).map((row) => [row.id, row]))
  const posts = ids.flatMap((id) => rows.get(id) ?? [])
  const matches = await matchPosts(ctx, posts)
  return {
    rows: posts.map((post, index): JobPost => ({ ...presentJobPost(post), ...toMatch(matches[index]) })),
    total: all?.total ?? 0,
  }
}

const toMatch = (match: JobPost['match']) => (match === undefined ? {} : { match })
