import type { Context } from '#context.ts'
import { page, type Rows } from '#core/page.ts'
import { countEverybody, type Filters, filledIn, find, type Sight } from '#features/search-index/index.ts'
import { researchers } from './queries.ts'
import type { ResearcherCard, ResearcherQuery } from './schemas.ts'

/** Whose private profiles the caller may see. */
export async function sightOf(ctx: Context): Promise<Sight> {
  if (ctx.actor.role === 'admin') return 'everything'
  const seen = await researchers.privateSeenBy.all(ctx, { user_id: ctx.actor.id })
  return { researchers: seen.map(({ id }) => id) }
}

export const listResearchers = (ctx: Context, { sort = 'relevance', ...query }: ResearcherQuery) =>
  page(query, async (slice): Promise<Rows<ResearcherCard>> => {
    const sight = await sightOf(ctx)
    const filters = filtersOf(query)
    const isWhole = !query.search && Object.values(filters).every((value) => value === undefined)
    if (isWhole && (sight === 'everything' || sight.researchers.length === 0)) {
      const visibility = sight === 'everything' ? undefined : ('public' as const)
      const [total, rows] = await Promise.all([
        countEverybody(ctx, sight),
        researchers.list.all(ctx, { visibility, ...slice }, sort),
      ])
      return { rows, total }
    }
    const found = await find(ctx, { query: query.search ?? '', filters, sight, order: { sort, slice } })
    const ids = found.results.map(({ id }) => id)
    return { rows: await cardsOf(ctx, ids), total: found.total }
  })

const filtersOf = (query: ResearcherQuery): Filters => ({
  verified: query.verified,
  field: filledIn(query.field),
  all_skills: filledIn(query.skill),
  institution: filledIn(query.institution),
  country: filledIn(query.country),
  location: filledIn(query.location),
  availability: filledIn(query.availability),
  min_experience: query.min_experience || undefined,
})

/** The researchers of these ids, in their order; those who went away meanwhile are left out. */
export async function cardsOf(ctx: Context, ids: readonly number[]): Promise<ResearcherCard[]> {
  if (ids.length === 0) return []
  const rows = await researchers.cards.all(ctx, { ids: [...ids] })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
