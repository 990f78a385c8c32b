import type { Context } from '../../../context.ts'
import { page, type Slice } from '../../../core/page.ts'
import type { Visibility } from '../../../database/project-tables.ts'
import { shown } from '../access.ts'
import { ownedProjectCounts, projectCounts } from '../counts/queries.ts'
import type { ProjectQuery } from '../schemas.ts'
import { type Filter, type Listing, listedProjects, type Scope } from './queries.ts'
import { keyOf, rangesOf } from './terms.ts'

/** Further than this no index leads quickly, and the page is read off the event loop. */
const furthest = 2_000

export const listProjects = (ctx: Context, query: ProjectQuery) =>
  page(query, async (slice) => {
    const scope = scopeOf(ctx, query)
    const listing: Listing = `${scope} ${query.sort ?? 'recent'}`
    const filter = filterOf(ctx, query)
    const isFiltered = Object.keys(filter).length > 1
    const [rows, total] = await Promise.all([
      rowsOf(ctx, filter, slice, { listing, isFiltered }),
      isFiltered ? countFound(ctx, filter, scope) : countAll(ctx, scope),
    ])
    return { rows: rows.map((row) => shown(ctx, row)), total }
  })

function scopeOf({ actor }: Context, { mine = false }: ProjectQuery): Scope {
  if (mine) return 'mine'
  return actor.role === 'admin' ? 'all' : 'visible'
}

/** Only what was asked for, because absent filters make a query of another shape. */
function filterOf({ actor }: Context, { search = '', status, field = '' }: ProjectQuery): Filter {
  const asked = { terms: rangesOf(search), status, field_key: keyOf(field) || undefined }
  const present = Object.entries(asked).filter(([, value]) => value !== undefined)
  return { actor_id: actor.id, ...Object.fromEntries(present) }
}

interface How {
  listing: Listing
  isFiltered: boolean
}

function rowsOf(ctx: Context, filter: Filter, { limit, offset }: Slice, { listing, isFiltered }: How) {
  const asked = { ...filter, limit, offset, end: limit + offset }
  return isFiltered || offset > furthest
    ? listedProjects.page.inBackground(ctx, asked, listing)
    : listedProjects.page.all(ctx, asked, listing)
}

async function countFound(ctx: Context, filter: Filter, scope: Scope): Promise<number> {
  const [counted] = await listedProjects.count.inBackground(ctx, filter, scope)
  return counted?.total ?? 0
}

async function countAll(ctx: Context, scope: Scope): Promise<number> {
  const owner_id = ctx.actor.id
  const owned = await ownedProjectCounts.of.all(ctx, { owner_id })
  if (scope === 'mine') return totalOf(owned)
  const counts = await projectCounts.of.all(ctx, {})
  if (scope === 'all') return totalOf(counts)
  const shared = await listedProjects.countShared.one(ctx, { actor_id: owner_id })
  return totalOf(counts, 'public') + totalOf(owned, 'private') + shared.total
}

interface Count {
  visibility: Visibility
  total: number
}

/** Of one visibility, or of both. */
const totalOf = (counts: readonly Count[], only?: Visibility) =>
  counts
    .filter(({ visibility }) => only === undefined || visibility === only)
    .reduce((sum, { total }) => sum + total, 0)
