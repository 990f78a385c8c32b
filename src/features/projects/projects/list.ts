import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import { sortKey } from '#core/text-normalization.ts'
import { readMerged } from '#database/query/merged-list.ts'
import type { Visibility } from '#database/tables/projects.ts'
import { readCounters } from '#platform/counters.ts'
import { presentProject } from '../access.ts'
import { ownedProjectCounts } from './count-queries.ts'
import { projectsCounter } from './counts.ts'
import { type Filter, listedProjects, type Scope } from './list-queries.ts'
import type { ProjectQuery } from './schemas.ts'
import { toRanges } from './terms.ts'

export const listProjects = (ctx: Context, query: ProjectQuery) =>
  page(query, async (slice) => {
    const scope = chooseScope(ctx, query)
    const asked = { viewer: { actor_id: ctx.actor.id }, filter: toFilter(query) }
    const { rows, total } = await readMerged(ctx, {
      page: listedProjects.page,
      ...asked,
      slice,
      choice: `${scope} ${query.sort ?? 'recent'}` as const,
      countAll: () => countAll(ctx, scope),
      countFound: () => listedProjects.count.inBackground(ctx, { ...asked.viewer, ...asked.filter }, scope),
    })
    return { rows: rows.map((row) => presentProject(ctx, row)), total }
  })

function chooseScope({ actor }: Context, { mine = false }: ProjectQuery): Scope {
  if (mine) return 'mine'
  return actor.role === 'admin' ? 'all' : 'visible'
}

const toFilter = ({ search = '', status, field = '' }: ProjectQuery): Filter => ({
  terms: toRanges(search),
  status,
  field_key: sortKey(field) || undefined,
})

async function countAll(ctx: Context, scope: Scope): Promise<number> {
  const owner_id = ctx.actor.id
  const owned = await ownedProjectCounts.of.all(ctx, { owner_id })
  if (scope === 'mine') return sumCounts(owned)
  if (scope === 'all') return readCounters(ctx, projectsCounter('public'), projectsCounter('private'))
  const shared = await listedProjects.countShared.one(ctx, { actor_id: owner_id })
  return (await readCounters(ctx, projectsCounter('public'))) + sumCounts(owned, 'private') + shared.total
}

interface Count {
  visibility: Visibility
  total: number
}

/** Sums the counts of one visibility, or of both. */
const sumCounts = (counts: readonly Count[], only?: Visibility) =>
  counts
    .filter(({ visibility }) => only === undefined || visibility === only)
    .reduce((sum, { total }) => sum + total, 0)
