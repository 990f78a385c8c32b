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
    const asked = { viewer: toViewer(ctx), filter, view: chooseView(query), sort: query.sort ?? 'recent' } as const
    const { rows, total } = await jobPostList.read(ctx, asked, slice)
    return { rows: rows.map(presentJobPost), total }
  })

/** Posts that are not open are the actor's and those of colleagues; no open one is read for them. */
const chooseView = ({ status = 'open' }: JobPostQuery) => (status === 'open' ? 'visible' : 'unpublished')

function toFilter({ actor }: Context, { mine = false, ...query }: JobPostQuery): JobPostFilter {
  return {
    words: toSearch(query),
    status: query.status,
    recruiter_id: mine ? chooseOwner(actor.id, query.recruiter_id) : query.recruiter_id,
    company_id: query.company_id,
    remote: query.remote,
    employment_type: query.employment_type,
    experience_level: query.experience_level,
    min_salary: query.min_salary,
  }
}

/** An id that no row has. */
const noUser = 0
const chooseOwner = (actorId: number, asked = actorId) => (asked === actorId ? actorId : noUser)
