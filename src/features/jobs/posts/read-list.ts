import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import { readFittingPosts } from './fit.ts'
import { type JobPostFilter, jobPostList } from './list.ts'
import type { JobPostQuery } from './schemas.ts'
import { presentJobPost, toViewer } from './service.ts'
import { toSearch } from './terms.ts'

export const listJobPosts = (ctx: Context, query: JobPostQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const filter = toFilter(ctx, query)
    if (query.fit) return readFittingPosts(ctx, filter, slice)
    const asked = { viewer: toViewer(ctx), filter, view: 'visible', sort: query.sort ?? 'recent' } as const
    const { rows, total } = await jobPostList.read(ctx, asked, slice)
    return { rows: rows.map(presentJobPost), total }
  })

function toFilter({ actor }: Context, { mine = false, ...query }: JobPostQuery): JobPostFilter {
  // Posts that are not open are visible to their owner only; the filter avoids a search through all open ones.
  const own = mine || (query.status !== undefined && query.status !== 'open')
  return {
    words: toSearch(query),
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
