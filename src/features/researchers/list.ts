import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { page, type Rows, type Slice } from '../../core/page.ts'
import {
  countEverybody,
  type Filters,
  find,
  has,
  newest,
  ranked,
  rankedByNumber,
  type Sight,
} from '../search-index/index.ts'
import { researchers, type Sort } from './queries.ts'
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
      const rows = await researchers.list.all(ctx, { visibility, ...slice }, sort)
      return { rows, total: await countEverybody(ctx, sight) }
    }
    const { found } = await find(
      ctx,
      query.search ?? '',
      { ...filters, by_experience: sort === 'experience' },
      sight,
    )
    const ids = await sorted(ctx, found, sort, slice)
    return { rows: await cardsOf(ctx, ids), total: found.total }
  })

const filtersOf = (query: ResearcherQuery): Filters => ({
  verified: query.verified,
  field: query.field,
  all_skills: query.skill,
  institution: listed(query.institution),
  country: listed(query.country),
  location: listed(query.location),
  availability: listed(query.availability),
  min_experience: query.min_experience || undefined,
})

const listed = (value: string | undefined) => (value ? [value] : undefined)

type Found = Awaited<ReturnType<typeof find>>['found']

/** The ids of a slice in the order that was asked for. */
export async function sorted(ctx: Context, found: Found, sort: Sort, slice: Slice): Promise<number[]> {
  switch (sort) {
    case 'relevance':
      return ranked(found, new Map(), slice).map(({ id }) => id)
    case 'recent':
      return newest(found.set, slice)
    case 'experience':
      return rankedByNumber(found.set, found.years, slice)
    case 'name':
      return byName(ctx, found, slice)
  }
}

/** So few are sorted; of more, the list of all is read until the slice is full. */
const mostSorted = 2_000

async function byName(ctx: Context, { set, total }: Found, { limit, offset }: Slice): Promise<number[]> {
  if (total <= mostSorted) {
    const ids = newest(set, { offset: 0, limit: mostSorted })
    return (await researchers.namedIn.all(ctx, { ids, limit, offset })).map(({ id }) => id)
  }
  const ids: number[] = []
  let after = { name_key: '', id: 0 }
  while (ids.length < offset + limit) {
    const rows = await researchers.namedAfter.all(ctx, { ...after, most: mostSorted })
    for (const row of rows) if (has(set, row.id)) ids.push(row.id)
    const last = rows.at(-1)
    if (last === undefined || rows.length < mostSorted) break
    after = last
    await breathe()
  }
  return ids.slice(offset, offset + limit)
}

/** The researchers of these ids, in their order; those who went away meanwhile are left out. */
export async function cardsOf(ctx: Context, ids: readonly number[]): Promise<ResearcherCard[]> {
  if (ids.length === 0) return []
  const rows = await researchers.cards.all(ctx, { ids: [...ids] })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
