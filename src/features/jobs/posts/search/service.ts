import type { Context } from '../../../../context.ts'
import { page, type Slice } from '../../../../core/page.ts'
import { jobPostCounts } from '../queries.ts'
import type { JobPostQuery } from '../schemas.ts'
import { shown, viewer } from '../service.ts'
import { type Filter, visiblePosts } from './queries.ts'
import { rangesOf } from './terms.ts'

/** Further than this no index leads quickly, and the page is read off the event loop. */
const furthest = 2_000

export const listJobPosts = (ctx: Context, query: JobPostQuery) =>
  page(query, async (slice) => {
    const filter = filterOf(ctx, query)
    const isFiltered = Object.keys(filter).length > 1
    const [rows, total] = await Promise.all([
      rowsOf(ctx, filter, slice, { sort: query.sort ?? 'recent', isFiltered }),
      isFiltered ? countFound(ctx, filter) : countAll(ctx),
    ])
    return { rows: rows.map(shown), total }
  })

/** Only what was asked for, because absent filters make a query of another shape. */
function filterOf({ actor }: Context, { mine = false, ...query }: JobPostQuery): Filter {
  // What is not open is only seen by its owner; saying so spares the search through all that is open.
  const own = mine || (query.status !== undefined && query.status !== 'open')
  const recruiter_id = own ? ownerOf(actor.id, query.recruiter_id) : query.recruiter_id
  const asked = {
    terms: rangesOf(query),
    status: query.status,
    recruiter_id,
    remote: query.remote,
    employment_type: query.employment_type,
    experience_level: query.experience_level,
    min_salary: query.min_salary,
  }
  const present = Object.entries(asked).filter(([, value]) => value !== undefined)
  return { actor_id: actor.id, ...Object.fromEntries(present) }
}

/** An id that no row has. */
const nobody = 0
const ownerOf = (actorId: number, asked = actorId) => (asked === actorId ? actorId : nobody)

interface How {
  sort: NonNullable<JobPostQuery['sort']>
  isFiltered: boolean
}

function rowsOf(ctx: Context, filter: Filter, { limit, offset }: Slice, { sort, isFiltered }: How) {
  const asked = { ...filter, ...viewer(ctx), limit, offset, end: limit + offset }
  return isFiltered || offset > furthest
    ? visiblePosts.page.inBackground(ctx, asked, sort)
    : visiblePosts.page.all(ctx, asked, sort)
}

async function countFound(ctx: Context, filter: Filter): Promise<number> {
  const [counted] = await visiblePosts.count.inBackground(ctx, filter)
  return counted?.total ?? 0
}

async function countAll(ctx: Context): Promise<number> {
  const open = await jobPostCounts.open.one(ctx, {})
  const others = await visiblePosts.countOwnOthers.one(ctx, { actor_id: ctx.actor.id })
  return open.total + others.total
}
