import { type Context, inTransaction } from '#context.ts'
import { maxLimit, type Slice, toSlice } from '#core/page.ts'
import { ensure, invalidFields, Problem } from '#core/problem.ts'
import { randomText } from '#core/random.ts'
import type { PersonalData } from '#features/feature.ts'
import { cardsOf, sightOf, subjectOf } from '#features/researchers/index.ts'
import {
  categories,
  type DetailedFound,
  type Filters,
  filledIn,
  findInDetail,
} from '#features/search-index/index.ts'
import { useSearch } from '#features/subscriptions/index.ts'
import { queryKey, rememberSearch, searchedJustNow } from './popular.ts'
import { clicks, popularQueries, searchQueries } from './queries.ts'
import type { Click, Interpreted, ListQuery, Search, SearchFilters, SearchResult } from './schemas.ts'
import { suggestionsFor } from './suggestions.ts'

export const unknownResearcher = invalidFields({ researcher_id: ['The selected researcher id is invalid.'] })

/** Clicks of so many people lift a result as far as clicks can. */
const mostLifting = 20
const mostLifted = 50

export async function search(ctx: Context, given: Search): Promise<SearchResult> {
  const began = performance.now()
  const { query = '', page = 1 } = given
  const slice = toSlice(given)
  const isNew = page === 1 || !(await searchedJustNow(ctx, query))
  if (isNew) await inTransaction(ctx, (tx) => useSearch(tx, tx.actor.id))
  // Written beside the reading, so that nobody waits for it.
  const [found] = await Promise.all([
    findFor(ctx, given, slice),
    isNew ? rememberSearch(ctx, query) : undefined,
  ])
  const { summary } = found
  const insights = {
    top_skills: summary.top.skill,
    top_fields: summary.top.field,
    top_institutions: summary.top.institution,
    top_countries: summary.top.country,
    verified_count: summary.verified,
    average_years_experience: summary.years,
    sampled: summary.sampled,
    interpreted: interpretedOf(found),
  }
  return {
    researchers: await resultsOf(ctx, found),
    insights,
    suggestions: suggestionsFor(query, found, insights),
    total: found.total,
    search_time_ms: Math.round(performance.now() - began),
    search_id: randomText(12),
    page,
    per_page: slice.limit,
  }
}

async function findFor(ctx: Context, { query = '', filters = {} }: Search, slice: Slice) {
  const sight = await sightOf(ctx)
  const lifts = await liftsOf(ctx, query)
  return findInDetail(ctx, {
    query: [query, filters.search ?? ''].join(' ').trim(),
    filters: filtersOf(filters),
    sight,
    order: { sort: filters.sort ?? 'relevance', lifts, slice },
  })
}

const filtersOf = ({ verified, min_experience, ...any }: SearchFilters): Filters => ({
  verified,
  min_experience: min_experience || undefined,
  field: filledIn(any.field),
  skill: filledIn(any.skill),
  institution: filledIn(any.institution),
  country: filledIn(any.country),
  location: filledIn(any.location),
  availability: filledIn(any.availability),
})

async function liftsOf(ctx: Context, query: string): Promise<Map<number, number>> {
  const rows = await clicks.lifts.all(ctx, { query: queryKey(query), most: mostLifted })
  return new Map(rows.map(({ researcher_id, users }) => [researcher_id, lift(users)]))
}

/** Each doubling of the people who clicked counts the same, up to a bound, so that no crowd can buy a place. */
const lift = (users: number) => Math.min(1, Math.log2(1 + users) / Math.log2(1 + mostLifting))

async function resultsOf(ctx: Context, { results, highlights }: DetailedFound) {
  const cards = await cardsOf(
    ctx,
    results.map(({ id }) => id),
  )
  const scores = new Map(results.map(({ id, score }) => [id, score]))
  return cards.map((card) => {
    const marked = highlights.get(card.id) ?? []
    return {
      ...card,
      score: scores.get(card.id) ?? 0,
      matched_fields: marked.map(({ field }) => field),
      highlights: marked,
    }
  })
}

function interpretedOf({ parsed, understood, complete }: DetailedFound): Interpreted {
  const named = (kind: string) =>
    understood.values.filter((value) => value.kind === kind).map(({ label }) => label)
  return {
    words: parsed.words,
    phrases: parsed.phrases.map((words) => words.join(' ')),
    excluded: parsed.excluded.map((words) => words.join(' ')),
    fields: named('field'),
    skills: named('skill'),
    institutions: named('institution'),
    countries: named('country'),
    abbreviations: [...understood.expanded].map(([short, meaning]) => ({ short, meaning })),
    corrections: [...understood.corrections].map(([typed, meant]) => ({ typed, meant })),
    min_experience: parsed.minExperience,
    availability: parsed.availability,
    verified: parsed.verified,
    all_words: complete,
  }
}

const most = (limit: number | undefined, preset: number) => Math.min(limit ?? preset, maxLimit)

export const listCategories = (ctx: Context, { limit }: ListQuery) => categories(ctx, most(limit, maxLimit))

export const listPopular = (ctx: Context, { limit }: ListQuery) =>
  popularQueries.best.all(ctx, { limit: most(limit, 10) })

/** Each person lifts a result for a query once. */
export async function trackClick(
  ctx: Context,
  { query, researcher_id, position, search_id = null }: Click,
): Promise<void> {
  const key = queryKey(query)
  await inTransaction(ctx, async (tx) => {
    await subjectOf(tx, researcher_id).catch(unknown)
    const given = {
      query: key,
      researcher_id,
      user_id: tx.actor.id,
      position,
      search_id,
      now: tx.clock.now(),
    }
    if ((await clicks.add.run(tx, given)) === 1) await clicks.lift.run(tx, { query: key, researcher_id })
  })
}

function unknown(error: unknown): never {
  ensure(!(error instanceof Problem && error.status === 404), unknownResearcher)
  throw error
}

export const searchBelongings: PersonalData = {
  name: 'searches',
  export: async (ctx, userId) => ({
    queries: await searchQueries.everythingOf.all(ctx, { user_id: userId }),
    clicks: await clicks.everythingOf.all(ctx, { user_id: userId }),
  }),
  async erase(tx, userId) {
    await searchQueries.erase.run(tx, { user_id: userId })
    await clicks.erase.run(tx, { user_id: userId })
  },
}
