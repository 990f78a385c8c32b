import type { Context } from '#context.ts'
import { page, type Slice } from '#core/page.ts'
import { hasWords, isUnfiltered, searchList, searchListPage } from '#features/search-index/index.ts'
import { readFittingPosts } from './fit.ts'
import { type JobPostFilter, jobPostList } from './list.ts'
import type { JobPostQuery } from './schemas.ts'
import { jobPostSearchModule } from './search.ts'
import { presentJobPost, toViewer } from './service.ts'
import { toSearch } from './terms.ts'

export const listJobPosts = (ctx: Context, query: JobPostQuery) =>
  page(ctx, query, async (ctx, slice) => {
    if (query.search && !hasWords(query.search)) return { rows: [], total: 0 }
    const { search } = query
    if (query.fit) return readFittingPosts(ctx, await toFittingFilter(ctx, query), slice)
    const found = search ? await searchJobPosts(ctx, { ...query, search }, slice) : null
    if (found !== null) return { ...found, rows: found.rows.map(presentJobPost) }
    const filter = { ...toFilter(ctx, query), words: toSearch(query) }
    const sort = query.sort ?? 'recent'
    const asked = { viewer: toViewer(ctx), filter, view: chooseView(query), sort } as const
    const { rows, total } = await jobPostList.read(ctx, asked, slice)
    return { rows: rows.map(presentJobPost), total }
  })

/** Posts that are not open are the actor's and those of colleagues; no open one is read for them. */
const chooseView = ({ status = 'open' }: JobPostQuery) => (status === 'open' ? 'visible' : 'unpublished')

type Searched = JobPostQuery & { search: string }

/** Searches by the index of words; null while it is being built or far behind, when the beginnings of words are looked up instead. */
const searchJobPosts = (ctx: Context, query: Searched, slice: Slice) =>
  searchListPage(ctx, jobPostList, { module: jobPostSearchModule, question: { ...toQuestion(ctx, query), slice } })

function toQuestion(ctx: Context, { search, ...query }: Searched) {
  const filter = toFilter(ctx, query)
  const { sort } = query
  const asked = { viewer: toViewer(ctx), filter, view: chooseView(query), sort: sort ?? 'recent' } as const
  return { query: search, asked, seesAll: false, isWhole: isUnfiltered(filter), sort }
}

/** The filter of posts in another order, with the ids of those that have the words. */
async function toFittingFilter(ctx: Context, query: JobPostQuery): Promise<JobPostFilter> {
  const { search } = query
  const filter = toFilter(ctx, query)
  if (!search) return filter
  const found = await searchList(ctx, jobPostSearchModule, toQuestion(ctx, { ...query, search }))
  return found === null ? { ...filter, words: toSearch(query) } : { ...filter, ids: found.ids }
}

function toFilter({ actor }: Context, { mine = false, location, skill, ...query }: JobPostQuery): JobPostFilter {
  return {
    words: toSearch({ location, skill }),
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
