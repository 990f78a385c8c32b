import type { Context } from '#context.ts'
import { sortKey } from '#core/text-normalization.ts'
import { hasWords, isUnfiltered, readSearchedPage, searchList, searchListPage } from '#features/search-index/index.ts'
import { readFittingPosts } from './fitting-posts.ts'
import { type JobPostFilter, jobPostList } from './list.ts'
import { findPlaces } from './places.ts'
import type { JobPostQuery } from './schemas.ts'
import { jobPostSearchModule } from './search.ts'
import { presentJobPost, toViewer } from './service.ts'

/** With `closes_after`, only posts that still take applications then. */
type PostListQuery = JobPostQuery & { closes_after?: string }

export const listJobPosts = (ctx: Context, query: PostListQuery) =>
  readSearchedPage(ctx, query, async (ctx, slice) => {
    const { search, fit, sort } = query
    if (search && !hasWords(search)) return { rows: [], total: 0 }
    const filter = await toFilter(ctx, query)
    const asked = { viewer: toViewer(ctx), filter, view: chooseView(query), sort: sort ?? 'recent' } as const
    const question = { query: search ?? '', asked, seesAll: false, isWhole: isUnfiltered(filter), sort }
    if (fit) {
      const ids = search ? (await searchList(ctx, jobPostSearchModule, question)).ids : undefined
      return readFittingPosts(ctx, { ...filter, ids }, slice)
    }
    const found = await (search
      ? searchListPage(ctx, jobPostList, { module: jobPostSearchModule, question: { ...question, slice } })
      : jobPostList.read(ctx, asked, slice))
    return { ...found, rows: found.rows.map(presentJobPost) }
  })

/** Posts that are not open are the actor's and those of colleagues; no open one is read for them. */
const chooseView = ({ status = 'open' }: PostListQuery) => (status === 'open' ? 'visible' : 'unpublished')

async function toFilter(
  ctx: Context,
  { mine = false, location = '', skill = '', ...query }: PostListQuery,
): Promise<JobPostFilter> {
  const { id } = ctx.actor
  return {
    skill_key: sortKey(skill) || undefined,
    places: location.trim() === '' ? undefined : await findPlaces(ctx, location),
    status: query.status,
    recruiter_id: mine ? chooseOwner(id, query.recruiter_id) : query.recruiter_id,
    company_id: query.company_id,
    remote: query.remote,
    employment_type: query.employment_type,
    experience_level: query.experience_level,
    min_salary: query.min_salary,
    closes_after: query.closes_after,
  }
}

/** An id that no row has. */
const noUser = 0
const chooseOwner = (actorId: number, asked = actorId) => (asked === actorId ? actorId : noUser)
