import type { Context } from '#context.ts'
import { foldText, sortKey } from '#core/text-normalization.ts'
import {
  beginning,
  comparable,
  type Found,
  find,
  type KnownTerm,
  type Order,
  peopleNamed,
  wordsOf,
} from '#features/search-index/index.ts'
import { popularQueries, searchable } from './queries.ts'
import type { SearchResult, Suggestion, SuggestionQuery } from './schemas.ts'

const lastCharacter = '\u{10ffff}'
/** Who is found does not matter where only the words do. */
const firstOne: Order = { sort: 'recent', slice: { limit: 1, offset: 0 } }
const most = 8

/** What the typed text may become, best first. */
export async function suggest(
  ctx: Context,
  { q = '', limit = most }: SuggestionQuery,
): Promise<Suggestion[]> {
  const wanted = Math.min(limit, 100)
  const prefix = comparable(q)
  if (prefix === '') return popular(ctx, wanted)
  const [terms, queries, people] = await Promise.all([
    beginning(ctx, prefix, wanted),
    popularQueries.beginning.all(ctx, { from: prefix, until: prefix + lastCharacter, limit: wanted }),
    named(ctx, q, wanted),
  ])
  const found: Suggestion[] = [
    ...ordered(terms),
    ...people,
    ...queries.map(({ label }) => ({ text: label, type: 'query' as const })),
  ]
  const list = balanced(found, wanted)
  return list.length > 0 ? list : corrected(ctx, q, wanted)
}

const popular = async (ctx: Context, limit: number): Promise<Suggestion[]> =>
  (await popularQueries.best.all(ctx, { limit })).map(({ query }) => ({ text: query, type: 'query' }))

function ordered(kinds: Record<'field' | 'skill' | 'institution', KnownTerm[]>): Suggestion[] {
  const all = (['field', 'skill', 'institution'] as const).flatMap((type) =>
    kinds[type].map(({ label, researchers }) => ({ text: label, type, researchers })),
  )
  return all.sort((a, b) => b.researchers - a.researchers).map(({ text, type }) => ({ text, type }))
}

/** People whose first name begins like this, and then others of whose names a word does. */
async function named(ctx: Context, q: string, limit: number): Promise<Suggestion[]> {
  const from = sortKey(q)
  const first = await searchable.names.all(ctx, { from, until: from + lastCharacter, limit })
  const names = new Set(first.map(({ name }) => name))
  if (names.size < limit) {
    const ids = await peopleNamed(ctx, wordsOf(q), limit)
    const others = new Map((await searchable.namesOf.all(ctx, { ids })).map((row) => [row.id, row.name]))
    for (const id of ids) names.add(others.get(id) ?? '')
  }
  names.delete('')
  return [...names].map((text) => ({ text, type: 'researcher' }))
}

/** Some of every type, so that a frequent one does not push the others out; each text once. */
function balanced(found: readonly Suggestion[], limit: number): Suggestion[] {
  const distinct = [
    ...new Map(found.toReversed().map((one) => [foldText(one.text), one])).values(),
  ].toReversed()
  const byType = Map.groupBy(distinct, ({ type }) => type)
  const share = Math.max(1, Math.ceil(limit / Math.max(1, byType.size)))
  const first = new Set([...byType.values()].flatMap((list) => list.slice(0, share)))
  return [...distinct.filter((one) => first.has(one)), ...distinct.filter((one) => !first.has(one))].slice(
    0,
    limit,
  )
}

/** With nothing that begins like it, the text as it may have been meant. */
async function corrected(ctx: Context, q: string, limit: number): Promise<Suggestion[]> {
  const found = await find(ctx, { query: q, filters: {}, sight: { researchers: [] }, order: firstOne })
  const text = correction(q, found)
  const values = found.understood.values.flatMap(({ kind, label }): Suggestion[] =>
    kind === 'field' || kind === 'skill' || kind === 'institution' ? [{ text: label, type: kind }] : [],
  )
  const query: Suggestion[] = text === null ? [] : [{ text, type: 'query' }]
  return balanced([...values, ...query], limit)
}

/** The query with its words corrected; null when nothing was, or when nobody would be found. */
function correction(query: string, { understood, total, complete }: Found): string | null {
  if (understood.corrections.size === 0 || total === 0 || !complete) return null
  return query.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => {
    const [folded = ''] = wordsOf(word)
    return understood.corrections.get(folded) ?? word
  })
}

/** Up to 8 queries that have results: corrected spelling, then narrower and related ones. */
export function suggestionsFor(
  query: string,
  found: Found,
  insights: Pick<SearchResult['insights'], 'top_skills' | 'top_fields' | 'top_countries'>,
): string[] {
  if (found.total === 0) return []
  const fixed = correction(query, found)
  const base = fixed ?? query
  const said = new Set(wordsOf(base))
  const isNew = ({ name }: { name: string }) => wordsOf(name).some((word) => !said.has(word))
  const names = [insights.top_fields, insights.top_skills].flatMap((list) => list.filter(isNew).slice(0, 4))
  const narrower = found.complete
    ? names.slice(0, 5).map(({ name }) => `${base} ${name.toLowerCase()}`.trim())
    : []
  const related = names.map(({ name }) => name.toLowerCase())
  return [...new Set([...(fixed === null ? [] : [fixed]), ...narrower, ...related])].slice(0, most)
}
