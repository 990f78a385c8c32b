import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import { sortKey } from '#core/text-normalization.ts'
import { readMerged, type Size } from '#database/query/merged-list.ts'
import type { Total } from '#platform/list-totals.ts'
import { presentProject } from '../access.ts'
import { countField, countVisibility, ownedProjectCounts } from './count-queries.ts'
import { type Filter, listedProjects, projectWords, type Scope } from './list-queries.ts'
import type { Visibility } from './record.ts'
import type { ProjectQuery } from './schemas.ts'
import { toSearch } from './terms.ts'

export const listProjects = (ctx: Context, query: ProjectQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const scope = chooseScope(ctx, query)
    const filter = toFilter(query)
    const { rows, total } = await readMerged(ctx, {
      page: listedProjects.page,
      count: listedProjects.count,
      viewer: { actor_id: ctx.actor.id },
      filter,
      slice,
      choice: `${scope} ${query.sort ?? 'recent'}` as const,
      size: await measureList(ctx, filter, scope),
    })
    return { rows: rows.map((row) => presentProject(ctx, row)), total }
  })

function chooseScope({ actor }: Context, { mine = false }: ProjectQuery): Scope {
  if (mine) return 'mine'
  return actor.role === 'admin' ? 'all' : 'visible'
}

const toFilter = ({ search = '', status, field = '' }: ProjectQuery): Filter => ({
  words: toSearch(search),
  status,
  field_key: sortKey(field) || undefined,
})

/** Finds out how many projects there are, and how many match as far as counters or an index tell. */
async function measureList(ctx: Context, filter: Filter, scope: Scope): Promise<Size> {
  const { words, status, field_key } = filter
  if (words !== undefined) return projectWords.measure(ctx, words)
  const isIndexed = status === undefined || field_key === undefined
  if (scope === 'mine') {
    const own = (await countOwn(ctx, filter, 'public')) + (await countOwn(ctx, filter, 'private'))
    return { all: own, matching: own, isIndexed }
  }
  const { matching, all } = await countAll(ctx, filter, 'public')
  if (scope === 'all') {
    const hidden = await countAll(ctx, filter, 'private')
    // Only a list with one large part can be cut off after its first rows.
    return { all: all + hidden.all, matching: isIndexed ? matching + hidden.matching : null, isIndexed }
  }
  const others = await countOthers(ctx, filter)
  return { all, matching: matching + others, isIndexed, others }
}

/** Counts all projects of a visibility; `all` are those of the field if there is one. */
const countAll = (ctx: Context, { field_key, status }: Filter, visibility: Visibility): Promise<Total> =>
  field_key === undefined
    ? countVisibility(ctx, { status }, visibility)
    : countField(ctx, { status }, visibility, field_key)

/** Counts the private projects that the actor owns or collaborates on. */
async function countOthers(ctx: Context, filter: Filter): Promise<number> {
  const viewer = { ...filter, actor_id: ctx.actor.id }
  if (isUnfiltered(filter))
    return (await countOwn(ctx, filter, 'private')) + (await listedProjects.countShared.one(ctx, viewer)).total
  return (await listedProjects.countOthers.one(ctx, viewer)).total
}

const isUnfiltered = (filter: Filter) => Object.values(filter).every((value) => value === undefined)

/** A counter knows how many projects an owner has; with a filter, these are counted. */
async function countOwn(ctx: Context, filter: Filter, visibility: Visibility): Promise<number> {
  const owner = { owner_id: ctx.actor.id }
  if (isUnfiltered(filter))
    return (await ownedProjectCounts.of.all(ctx, owner)).find((count) => count.visibility === visibility)?.total ?? 0
  return (await listedProjects.countOwn.one(ctx, { ...filter, actor_id: ctx.actor.id }, visibility)).total
}
