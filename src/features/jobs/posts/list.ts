import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import { readMerged } from '#database/query/merged-list.ts'
import { readCounters } from '#platform/counters.ts'
import { readFittingPosts } from './fit.ts'
import { type Filter, visiblePosts } from './list-queries.ts'
import { openPostsCounter } from './queries.ts'
import type { JobPostQuery } from './schemas.ts'
import { presentJobPost, toViewer } from './service.ts'
import { toRanges } from './terms.ts'

export const listJobPosts = (ctx: Context, query: JobPostQuery) =>
  page(query, async (slice) => {
    if (query.fit) return readFittingPosts(ctx, toFilter(ctx, query), slice)
    const asked = { viewer: toViewer(ctx), filter: toFilter(ctx, query) }
    const { rows, total } = await readMerged(ctx, {
      page: visiblePosts.page,
      ...asked,
      slice,
      choice: query.sort ?? 'recent',
      countAll: () => countAll(ctx),
      countFound: () => visiblePosts.count.inBackground(ctx, { ...asked.viewer, ...asked.filter }),
    })
    return { rows: rows.map(presentJobPost), total }
  })

function toFilter({ actor }: Context, { mine = false, ...query }: JobPostQuery): Filter {
  // Posts that are not open are visible to their owner only; the filter avoids a search through all open ones.
  const own = mine || (query.status !== undefined && query.status !== 'open')
  return {
    terms: toRanges(query),
    status: query.status,
    recruiter_id: own ? chooseOwner(actor.id, query.recruiter_id) : query.recruiter_id,
    remote: query.remote,
    employment_type: query.employment_type,
    experience_level: query.experience_level,
    min_salary: query.min_salary,
  }
}

/** An id that no row has. */
const noUser = 0
const chooseOwner = (actorId: number, asked = actorId) => (asked === actorId ? actorId : noUser)

async function countAll(ctx: Context): Promise<number> {
  const open = await readCounters(ctx, openPostsCounter)
  const others = await visiblePosts.countOwnOthers.one(ctx, { actor_id: ctx.actor.id })
  return open + others.total
}
