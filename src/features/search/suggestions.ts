import type { Context } from '#context.ts'
import { foldText, sortKey } from '#core/text-normalization.ts'
import {
  completeLastWord,
  findPlaces,
  findResearchersByName,
  findTermsByLaterWord,
  findTermsByPrefix,
  type KnownTerm,
  normalizeValue,
  type SearchOrder,
  type SearchResults,
  searchResearchers,
  tokenize,
} from '#features/search-index/index.ts'
import { popularQueries, searchable } from './queries.ts'
import type { SearchResult, Suggestion, SuggestionQuery } from './schemas.ts'

const lastCharacter = '\u{10ffff}'
/** The scope does not matter, because only the words are used. */
const firstOne: SearchOrder = { sort: 'recent', slice: { limit: 1, offset: 0 } }
const most = 8
/** Characters from which a text is also looked for after the first word of a name. */
const minLaterWord = 3
/** Characters from which the last word is completed. */
const minCompleted = 2
const maxEndings = 3

/** Returns completions of the text, best first. */
export async function suggest(ctx: Context, { q = '', limit = most }: SuggestionQuery): Promise<Suggestion[]> {
  const wanted = Math.min(limit, 100)
  const prefix = normalizeValue(q)
  if (prefix === '') return suggestPopular(ctx, wanted)
  const [terms, queries, people] = await Promise.all([
    findTermsByPrefix(ctx, prefix, wanted),
    popularQueries.beginning.all(ctx, { from: prefix, until: prefix + lastCharacter, limit: wanted }),
    suggestPeople(ctx, q, wanted),
  ])
  const found: Suggestion[] = [
    ...sortByResearchers(terms),
    ...people,
    ...queries.map(({ label }) => ({ text: label, type: 'query' as const })),
    ...terms.place.map(({ label }) => ({ text: label, type: 'query' as const })),
  ]
  if (found.length < wanted && prefix.length >= minLaterWord) found.push(...(await suggestByOtherWords(ctx, q)))
  if (found.every(({ type }) => type === 'researcher')) found.push(...(await suggestWords(ctx, q)))
  const list = balanceTypes(found, wanted)
  return list.length > 0 ? list : suggestCorrections(ctx, q, wanted)
}

/** Both search for people, so that they run in two threads. */
async function suggestByOtherWords(ctx: Context, q: string): Promise<Suggestion[]> {
  const [terms, places] = await Promise.all([findTermsByLaterWord(ctx, q), suggestPlaces(ctx, q)])
  return [...sortByResearchers(terms), ...places]
}

/** Completes the last word with one that stands beside the word before it: "data min" to "data mining". */
async function suggestWords(ctx: Context, q: string): Promise<Suggestion[]> {
  const [last, before = null] = tokenize(q).toReversed()
  if (last === undefined || last.length < minCompleted) return []
  const endings = await completeLastWord(ctx, { before, last, most: maxEndings })
  const head = q.trim().replace(/(?<!\S)\S+$/u, '')
  return endings.map((ending) => ({ text: `${head}${ending}`, type: 'query' }))
}

/** Completes a place after something else: "machine learning ken" to "machine learning Kenya". */
async function suggestPlaces(ctx: Context, q: string): Promise<Suggestion[]> {
  const [, head = '', last = ''] = /^(.*\S)\s+(\S+)$/u.exec(q.trim()) ?? []
  const beginning = normalizeValue(last)
  if (beginning === '') return []
  const places = await findPlaces(ctx, head, beginning)
  return places.map((place) => ({ text: `${head} ${place}`, type: 'query' }))
}

const suggestPopular = async (ctx: Context, limit: number): Promise<Suggestion[]> =>
  (await popularQueries.best.all(ctx, { limit })).map(({ query }) => ({ text: query, type: 'query' }))

function sortByResearchers(kinds: Record<'field' | 'skill' | 'institution', KnownTerm[]>): Suggestion[] {
  const all = (['field', 'skill', 'institution'] as const).flatMap((type) =>
    kinds[type].map(({ label, researchers }) => ({ text: label, type, researchers })),
  )
  return all.sort((a, b) => b.researchers - a.researchers).map(({ text, type }) => ({ text, type }))
}

/** Returns people whose first name begins with the text, then others with such a word in their name. */
async function suggestPeople(ctx: Context, q: string, limit: number): Promise<Suggestion[]> {
  const from = sortKey(q)
  const first = await searchable.names.all(ctx, { from, until: from + lastCharacter, limit })
  const names = new Set(first.map(({ name }) => name))
  if (names.size < limit) {
    const ids = await findResearchersByName(ctx, tokenize(q), limit)
    const others = new Map((await searchable.listNames.all(ctx, { ids })).map((row) => [row.id, row.name]))
    for (const id of ids) names.add(others.get(id) ?? '')
  }
  names.delete('')
  return [...names].map((text) => ({ text, type: 'researcher' }))
}

/** Takes some of each type; each text once. */
function balanceTypes(found: readonly Suggestion[], limit: number): Suggestion[] {
  const distinct = [...new Map(found.toReversed().map((one) => [foldText(one.text), one])).values()].toReversed()
  const byType = Map.groupBy(distinct, ({ type }) => type)
  const share = Math.max(1, Math.ceil(limit / Math.max(1, byType.size)))
  const first = new Set([...byType.values()].flatMap((list) => list.slice(0, share)))
  return [...distinct.filter((one) => first.has(one)), ...distinct.filter((one) => !first.has(one))].slice(0, limit)
}

/** When nothing begins with the text, suggests its correction. */
async function suggestCorrections(ctx: Context, q: string, limit: number): Promise<Suggestion[]> {
  const found = await searchResearchers(ctx, {
    query: q,
    filters: {},
    scope: { ids: [] },
    order: firstOne,
  })
  const text = correctQuery(q, found)
  const values = found.understood.values.flatMap(({ kind, label }): Suggestion[] =>
    kind === 'field' || kind === 'skill' || kind === 'institution' ? [{ text: label, type: kind }] : [],
  )
  const query: Suggestion[] = text === null ? [] : [{ text, type: 'query' }]
  return balanceTypes([...values, ...query], limit)
}

/** Returns the query with corrected words; null when nothing was corrected or nothing would be found. */
function correctQuery(query: string, { understood, total, complete }: SearchResults): string | null {
  const meanings = new Map(understood.corrections.toReversed().map(({ typed, meant }) => [typed, meant]))
  if (meanings.size === 0 || total === 0 || !complete) return null
  return query.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => {
    const [folded = ''] = tokenize(word)
    return meanings.get(folded) ?? word
  })
}

/** Returns up to 8 queries that have results: corrections, then narrower and related queries. */
export function suggestQueries(
  query: string,
  found: SearchResults,
  insights: Pick<SearchResult['insights'], 'top_skills' | 'top_fields' | 'top_countries'>,
): string[] {
  if (found.total === 0) return []
  const fixed = correctQuery(query, found)
  const base = fixed ?? query
  const said = new Set(tokenize(base))
  const isNew = ({ name }: { name: string }) => tokenize(name).some((word) => !said.has(word))
  const names = [insights.top_fields, insights.top_skills].flatMap((list) => list.filter(isNew).slice(0, 4))
  const narrower = found.complete ? names.slice(0, 5).map(({ name }) => `${base} ${name.toLowerCase()}`.trim()) : []
  const related = names.map(({ name }) => name.toLowerCase())
  return [...new Set([...(fixed === null ? [] : [fixed]), ...narrower, ...related])].slice(0, most)
}
