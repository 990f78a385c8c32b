import { type Context, runInTransaction } from '#context.ts'
import { maxLimit, type Slice, toSlice } from '#core/page.ts'
import { ensure, invalidFields, Problem } from '#core/problem.ts'
import { createRandomText } from '#core/random.ts'
import type { PersonalData } from '#features/feature.ts'
import { getProfileAccess, getVisibility, readCards } from '#features/researchers/index.ts'
import {
  countResearchersByField,
  type DetailedResults,
  type Filters,
  removeEmpty,
  searchResearchersInDetail,
} from '#features/search-index/index.ts'
import { countSearch } from '#features/subscriptions/index.ts'
import { createQueryKey, isFurtherPage, openFurtherPages, recordSearch } from './popular-searches.ts'
import { clicks, popularQueries, searchQueries } from './queries.ts'
import type { Click, Interpreted, ListQuery, Search, SearchFilters, SearchResult } from './schemas.ts'
import { suggestQueries } from './suggestions.ts'

export const unknownResearcher = invalidFields({ researcher_id: ['The selected researcher id is invalid.'] })

/** Clicks of this many users raise a result as far as possible. */
const maxLifting = 20
const maxLifted = 50

export async function search(ctx: Context, input: Search): Promise<SearchResult> {
  const began = performance.now()
  const { query = '', page = 1 } = input
  const slice = toSlice(input)
  const isNew = !(await isFurtherPage(ctx, input))
  if (isNew)
    await runInTransaction(ctx, async (tx) => {
      await countSearch(tx, tx.actor.id)
      await openFurtherPages(tx, input)
    })
  // Written concurrently with the search.
  const [found] = await Promise.all([findFor(ctx, input, slice), isNew ? recordSearch(ctx, query) : undefined])
  const { summary } = found
  const insights = {
    top_skills: summary.top.skill,
    top_fields: summary.top.field,
    top_institutions: summary.top.institution,
    top_countries: summary.top.country,
    verified_count: summary.verified,
    average_years_experience: summary.years,
    sampled: summary.sampled,
    interpreted: presentInterpretation(found),
  }
  return {
    researchers: await presentResults(ctx, found),
    insights,
    suggestions: suggestQueries(query, found, insights),
    total: found.total,
    search_time_ms: Math.round(performance.now() - began),
    search_id: createRandomText(12),
    page,
    per_page: slice.limit,
  }
}

async function findFor(ctx: Context, { query = '', filters = {}, literal = false }: Search, slice: Slice) {
  const scope = await getVisibility(ctx)
  const lifts = await readLifts(ctx, query)
  return searchResearchersInDetail(ctx, {
    query: [query, filters.search ?? ''].join(' ').trim(),
    literal,
    filters: toFilters(filters),
    fill: true,
    scope,
    order: { sort: filters.sort ?? 'relevance', lifts, slice },
  })
}

const toFilters = ({ verified, min_experience, ...any }: SearchFilters): Filters => ({
  verified,
  min_experience: min_experience || undefined,
  field: removeEmpty(any.field),
  skill: removeEmpty(any.skill),
  institution: removeEmpty(any.institution),
  country: removeEmpty(any.country),
  location: removeEmpty(any.location),
  availability: removeEmpty(any.availability),
})

async function readLifts(ctx: Context, query: string): Promise<Map<number, number>> {
  const rows = await clicks.lifts.all(ctx, { query: createQueryKey(query), most: maxLifted })
  return new Map(rows.map(({ researcher_id, users }) => [researcher_id, calculateLift(users)]))
}

/** Logarithmic in the number of users and bounded, so that no group can buy a position. */
const calculateLift = (users: number) => Math.min(1, Math.log2(1 + users) / Math.log2(1 + maxLifting))

async function presentResults(ctx: Context, { results, highlights }: DetailedResults) {
  const cards = await readCards(
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

function presentInterpretation({ parsed, understood, complete, fullMatches }: DetailedResults): Interpreted {
  const listLabels = (kind: string) => [
    ...new Set(understood.values.filter((value) => value.kind === kind).map(({ label }) => label)),
  ]
  return {
    words: parsed.words,
    phrases: parsed.phrases.map((words) => words.join(' ')),
    excluded: [...parsed.excluded.map((words) => words.join(' ')), ...understood.negated],
    fields: listLabels('field'),
    skills: listLabels('skill'),
    institutions: listLabels('institution'),
    countries: listLabels('country'),
    abbreviations: [...understood.expanded].map(([short, meaning]) => ({ short, meaning })),
    regions: understood.regions,
    corrections: [...understood.corrections],
    ignored: understood.ignored,
    not_understood: [...understood.unmatched],
    min_experience: parsed.minExperience,
    max_experience: parsed.maxExperience,
    min_h_index: parsed.minHIndex,
    max_h_index: parsed.maxHIndex,
    availability: parsed.availability,
    verified: parsed.verified,
    all_words: complete,
    full_matches: fullMatches,
  }
}

const chooseLimit = (limit: number | undefined, preset: number) => Math.min(limit ?? preset, maxLimit)

export const listCategories = (ctx: Context, { limit }: ListQuery) =>
  countResearchersByField(ctx, chooseLimit(limit, maxLimit))

export const listPopular = (ctx: Context, { limit }: ListQuery) =>
  popularQueries.best.all(ctx, { limit: chooseLimit(limit, 10) })

/** Each user raises a result for a query once. */
export async function recordClick(
  ctx: Context,
  { query, researcher_id, position, search_id = null }: Click,
): Promise<void> {
  const key = createQueryKey(query)
  await runInTransaction(ctx, async (tx) => {
    await getProfileAccess(tx, researcher_id).catch(rejectUnknown)
    const input = {
      query: key,
      researcher_id,
      user_id: tx.actor.id,
      position,
      search_id,
      now: tx.clock.now(),
    }
    if ((await clicks.add.run(tx, input)) === 1) await clicks.lift.run(tx, { query: key, researcher_id })
  })
}

function rejectUnknown(error: unknown): never {
  ensure(!(error instanceof Problem && error.status === 404), unknownResearcher)
  throw error
}

export const searchPersonalData: PersonalData = {
  name: 'searches',
  export: (ctx, userId) => ({
    queries: searchQueries.listByUser.iterate(ctx, { user_id: userId }),
    clicks: clicks.listByUser.iterate(ctx, { user_id: userId }),
  }),
  async erase(tx, userId) {
    await searchQueries.erase.run(tx, { user_id: userId })
    await clicks.erase.run(tx, { user_id: userId })
  },
}
