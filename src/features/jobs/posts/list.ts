import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import { readMerged, type Size } from '#database/query/merged-list.ts'
import { readFittingPosts } from './fit.ts'
import { type Filter, jobPostWords, visiblePosts } from './list-queries.ts'
import { countOpenPosts } from './queries.ts'
import type { JobPostQuery } from './schemas.ts'
import { presentJobPost, toViewer } from './service.ts'
import { toSearch } from './terms.ts'

export const listJobPosts = (ctx: Context, query: JobPostQuery) =>
  page(ctx, query, async (ctx, slice) => {
    if (query.fit) return readFittingPosts(ctx, toFilter(ctx, query), slice)
    const filter = toFilter(ctx, query)
    const { rows, total } = await readMerged(ctx, {
      page: visiblePosts.page,
      count: visiblePosts.count,
      viewer: toViewer(ctx),
      filter,
      slice,
      choice: query.sort ?? 'recent',
      size: await measureList(ctx, filter),
    })
    return { rows: rows.map(presentJobPost), total }
  })

function toFilter({ actor }: Context, { mine = false, ...query }: JobPostQuery): Filter {
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

/** Finds out how many posts there are, and how many match as far as counters or an index tell. */
async function measureList(ctx: Context, { words, recruiter_id, min_salary, ...filter }: Filter): Promise<Size> {
  if (words !== undefined) return jobPostWords.measure(ctx, words)
  const { status: _, remote, ...values } = filter
  const open = await countOpenPosts(ctx, {
    ...values,
    remote: remote === undefined ? undefined : remote ? 'remote' : 'on_site',
  })
  if (recruiter_id !== undefined || min_salary !== undefined) {
    const { total } = await visiblePosts.countCandidates.one(ctx, { recruiter_id, min_salary })
    return { all: Math.min(open.all, total), matching: null, isIndexed: false }
  }
  const own = await visiblePosts.countOwnOthers.one(ctx, { ...filter, actor_id: ctx.actor.id })
  const isIndexed = Object.values(values).every((value) => value === undefined) && remote === undefined
  return { all: open.all, matching: own.total + open.matching, isIndexed, others: own.total }
}
