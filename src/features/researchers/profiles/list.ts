import type { Context } from '#context.ts'
import { page, type Rows } from '#core/page.ts'
import { splitWords } from '#core/text-normalization.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import {
  countVisibleResearchers,
  type Filters,
  removeEmpty,
  searchResearchers,
  type VisibilityScope,
} from '#features/search-index/index.ts'
import { researchers } from './queries.ts'
import type { ResearcherCard, ResearcherQuery } from './schemas.ts'

/** Returns whose private profiles the actor may see. */
export async function getVisibility(ctx: Context): Promise<VisibilityScope> {
  if (ctx.actor.role === 'admin') return 'everything'
  const seen = await researchers.privateSeenBy.all(ctx, { user_id: ctx.actor.id })
  return { ids: seen.map(({ id }) => id) }
}

export const listResearchers = (ctx: Context, { sort = 'relevance', ...query }: ResearcherQuery) =>
  page(ctx, query, async (ctx, slice): Promise<Rows<ResearcherCard>> => {
    // As in other lists, a search without a word finds nothing.
    if (query.search && splitWords(query.search).length === 0) return { rows: [], total: 0 }
    const scope = await getVisibility(ctx)
    const filters = toFilters(query)
    const isWhole = !query.search && Object.values(filters).every((value) => value === undefined)
    if (isWhole && (scope === 'everything' || scope.ids.length === 0)) {
      const visibility = scope === 'everything' ? undefined : ('public' as const)
      const [total, rows] = await Promise.all([
        countVisibleResearchers(ctx, scope),
        researchers.list.all(ctx, { visibility, ...slice }, sort),
      ])
      return { rows, total }
    }
    const found = await searchResearchers(ctx, {
      query: query.search ?? '',
      filters,
      scope,
      order: { sort, slice },
    })
    const ids = found.results.map(({ id }) => id)
    const rows = await readCards(ctx, ids)
    // Those that were deleted since the search.
    return { rows, total: found.total - (ids.length - rows.length) }
  })

const toFilters = (query: ResearcherQuery): Filters => ({
  verified: query.verified,
  field: removeEmpty(query.field),
  all_skills: removeEmpty(query.skill),
  institution: removeEmpty(query.institution),
  country: removeEmpty(query.country),
  location: removeEmpty(query.location),
  availability: removeEmpty(query.availability),
  min_experience: query.min_experience || undefined,
})

/** Reads the researchers in the order of the ids; deleted ones are omitted. */
export async function readCards(ctx: WithConnection, ids: readonly number[]): Promise<ResearcherCard[]> {
  if (ids.length === 0) return []
  const rows = await researchers.cards.all(ctx, { ids: [...ids] })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
