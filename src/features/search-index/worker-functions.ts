import { createBitmap, normalizeInstitutionName, normalizeValue, tokenize } from '@research-platform/search-engine'
import type {
  Guess,
  Interpretation,
  KnownTerm,
  RankedDocument,
  VisibilityScope,
} from '@research-platform/search-engine/query'
import { LRUCache } from 'lru-cache'
import type { WithConnection } from '#database/query/prepare.ts'
import { workerThreads } from '#database/worker-threads.ts'
import { cachePerVersion } from './cache.ts'
import { completeLastWord } from './completions.ts'
import { countVisible } from './document-matches.ts'
import type { Filters } from './filters.ts'
import { createHighlights, type Highlight } from './highlights.ts'
import { type Summary, summarize } from './insights.ts'
import { countCategories, findPeopleByName } from './names.ts'
import { versions } from './pending-queries.ts'
import { publicPages } from './public-page-queries.ts'
import { addPartialMatches, type SearchOrder, sortMatches } from './result-order.ts'
import { listCorrections, type SearchOutcome, search } from './search.ts'
import { createSnapshot, type ProfileSnapshot } from './snapshot.ts'
import { createVocabulary } from './vocabulary.ts'

export interface SearchQuery {
  query: string
  /** Searches for the words as they are. */
  literal?: boolean
  filters: Filters
  /** Whether few matches are followed by people who match a part of the query. */
  fill?: boolean
  scope: VisibilityScope
  /** Whether only those with a public page are found. */
  havePublicPage?: true
  order: SearchOrder
}

/** The results without the bitmaps, as they are sent between threads. */
export interface SearchResults {
  total: number
  /** False when no result matches the whole query. */
  complete: boolean
  /** How many results match the whole query; the results after them match a part of it. */
  fullMatches: number
  results: RankedDocument[]
  parsed: SearchOutcome['parsed']
  understood: Pick<Interpretation, 'values' | 'expanded' | 'stems' | 'negated' | 'regions' | 'ignored'> & {
    corrections: readonly Guess[]
    /** Words of the query that no profile has. */
    unmatched: readonly string[]
  }
}

export interface DetailedResults extends SearchResults {
  /** Highlights of the results, by id. */
  highlights: ReadonlyMap<number, Highlight[]>
  /** What all matches have in common. */
  summary: Summary
}

/** The kinds of terms that are suggested. */
type SuggestedKind = 'field' | 'skill' | 'institution'
export type TermsByKind = Record<SuggestedKind, KnownTerm[]>
/** Countries and locations are suggested as queries. */
export type TermsWithPlaces = TermsByKind & { place: KnownTerm[] }

/** Countries and locations that are suggested. */
const maxPlaces = 3
const publicOnly: VisibilityScope = { ids: [] }
const firstOne: SearchOrder = { sort: 'recent', slice: { limit: 1, offset: 0 } }
/** An institution has several names that begin alike. */
const namesOfOne = 3
/** After this many attempts the counts may be off by the documents that are being applied. */
const maxAttempts = 10

async function runSearch(
  ctx: WithConnection,
  { query, literal, filters, fill = false, havePublicPage, order }: SearchQuery,
  index: ProfileSnapshot,
) {
  const finding = await search(ctx, index, {
    query,
    literal,
    filters,
    ...(havePublicPage && { within: await findPublicPages(ctx) }),
  })
  const { values, expanded, negated, regions, ignored } = finding.understood
  const { total, complete, unmatched } = finding.found
  const stems = finding.understood.stems.union(new Set(finding.found.stems))
  const corrections = listCorrections(finding)
  const understood = { corrections, values, expanded, stems, negated, regions, ignored, unmatched }
  const { slice, lifts, sort } = order
  const filled = fill && literal !== true && sort === 'relevance' ? addPartialMatches(finding.found, lifts) : null
  const results =
    filled?.slice(slice.offset, slice.offset + slice.limit) ?? (await sortMatches(ctx, finding.found, order))
  return {
    finding,
    told: {
      total: filled?.length ?? total,
      complete,
      fullMatches: complete ? total : 0,
      results,
      parsed: finding.parsed,
      understood,
    } satisfies SearchResults,
  }
}

/** Returns the profiles that have a public page. */
const findPublicPages = async (ctx: WithConnection) =>
  createBitmap((await publicPages.ids.all(ctx, {})).map(({ id }) => id))

/** Of the results that are kept, for all threads together. */
const maxBytes = 8 * 1024 * 1024
const resultsOf = cachePerVersion(
  () => new LRUCache<string, DetailedResults>({ maxSize: maxBytes / workerThreads, sizeCalculation: estimateSize }),
)

/** Highlights are most of the size, at two bytes a character. */
const estimateSize = ({ highlights }: DetailedResults) =>
  [...highlights.values()].flat().reduce((sum, { text }) => sum + 100 + text.length * 2, 10_000)

async function searchInDetail(
  ctx: WithConnection,
  wanted: SearchQuery,
  index: ProfileSnapshot,
): Promise<DetailedResults> {
  const { finding, told } = await runSearch(ctx, wanted, index)
  const ids = told.results.map(({ id }) => id)
  return {
    ...told,
    highlights: await createHighlights(index, { ids, stems: told.understood.stems }),
    summary: await summarize(ctx, finding.found, index),
  }
}

/** The functions that the worker threads run for `client.ts`. */
export const workerFunctions = {
  search: async (ctx: WithConnection, wanted: SearchQuery): Promise<SearchResults> =>
    (await runSearch(ctx, wanted, await createSnapshot(ctx, wanted.scope))).told,

  /** Many people search for the same: until a profile changes, the answer is kept. */
  async searchInDetail(ctx: WithConnection, wanted: SearchQuery): Promise<DetailedResults> {
    const index = await createSnapshot(ctx, wanted.scope)
    if (index.changed.length > 0) return searchInDetail(ctx, wanted, index)
    const question = JSON.stringify({ ...wanted, lifts: [...(wanted.order.lifts ?? [])] })
    const kept = resultsOf(index.cache)
    const known = kept.get(question)
    if (known) return known
    const results = await searchInDetail(ctx, wanted, index)
    kept.set(question, results)
    return results
  },

  countVisible,

  /** Counts the index and the pending documents at the same version, so that none moves in between. */
  async listCategories(ctx: WithConnection, most: number) {
    for (let attempt = 1; ; attempt++) {
      const before = await versions.current.one(ctx, {})
      const counted = await countCategories(ctx, most, await createSnapshot(ctx, publicOnly))
      const after = await versions.current.one(ctx, {})
      if (before.version === after.version || attempt === maxAttempts) return counted
    }
  },

  async findTermsByPrefix(
    ctx: WithConnection,
    { prefix, most }: { prefix: string; most: number },
  ): Promise<TermsWithPlaces> {
    const vocabulary = createVocabulary(ctx, await createSnapshot(ctx, publicOnly))
    const listPlaces = async () => {
      const found = [
        ...(await vocabulary.findByPrefix('country', prefix, most)),
        ...(await vocabulary.findByPrefix('location', prefix, most)),
      ]
      return found.sort((a, b) => b.researchers - a.researchers).slice(0, maxPlaces)
    }
    const ofKind = async (kind: SuggestedKind) => {
      const texts = kind === 'institution' ? new Set([prefix, normalizeInstitutionName(prefix)]) : [prefix]
      const found: KnownTerm[] = []
      for (const text of texts) found.push(...(await vocabulary.findByPrefix(kind, text, most * namesOfOne)))
      return [...new Map(found.map((term) => [term.label, term])).values()].slice(0, most)
    }
    return {
      field: await ofKind('field'),
      skill: await ofKind('skill'),
      institution: await ofKind('institution'),
      place: await listPlaces(),
    }
  },

  /** Searches for the text, and returns those of the ten commonest values of each kind among the people found that contain it. */
  async findTermsByLaterWord(ctx: WithConnection, text: string): Promise<TermsByKind> {
    const index = await createSnapshot(ctx, publicOnly)
    const wanted = { query: text, filters: {}, scope: publicOnly, order: firstOne }
    const { finding } = await runSearch(ctx, wanted, index)
    const { top } = await summarize(ctx, finding.found, index)
    const part = ` ${normalizeValue(text)}`
    const ofKind = (kind: SuggestedKind) =>
      top[kind]
        .map(({ name, count }) => ({ kind, term: normalizeValue(name), label: name, researchers: count }))
        .filter(({ term }) => term.includes(part))
    return { field: ofKind('field'), skill: ofKind('skill'), institution: ofKind('institution') }
  },

  /** Completes the last word of a text with words that stand beside the word before it, and with places; most frequent first. */
  async completeLastWord(
    ctx: WithConnection,
    { before, last, most }: { before: string | null; last: string; most: number },
  ): Promise<string[]> {
    const index = await createSnapshot(ctx, publicOnly)
    return completeLastWord(index, createVocabulary(ctx, index), { before, last, most })
  },

  /** Returns countries and institutions of the people found by the words before the last one, which begins their name. */
  async findPlaces(ctx: WithConnection, { head, last }: { head: string; last: string }): Promise<string[]> {
    const index = await createSnapshot(ctx, publicOnly)
    const wanted = { query: head, filters: {}, scope: publicOnly, order: firstOne }
    const { finding, told } = await runSearch(ctx, wanted, index)
    if (!told.complete) return []
    const { top } = await summarize(ctx, finding.found, index)
    const said = new Set(tokenize(head))
    return [...top.country, ...top.institution]
      .map(({ name }) => name)
      .filter((name) => ` ${normalizeValue(name)}`.includes(` ${last}`) && !tokenize(name).some((one) => said.has(one)))
  },

  async findPeopleByName(ctx: WithConnection, { words, most }: { words: readonly string[]; most: number }) {
    const index = await createSnapshot(ctx, publicOnly)
    return findPeopleByName(index, createVocabulary(ctx, index), words, most)
  },
}
